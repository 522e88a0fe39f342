package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/fixtures/action"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// step runs the hidden command as the last step of action.yml does.
func step(t *testing.T, dir string, env map[string]string) (code int, log, outputs, summary string) {
	t.Helper()
	files := map[string]string{"GITHUB_OUTPUT": filepath.Join(dir, "output"), "GITHUB_STEP_SUMMARY": filepath.Join(dir, "summary")}
	for name, path := range files {
		_ = os.Remove(path)
		t.Setenv(name, path)
	}
	t.Setenv("RUNNER_TEMP", filepath.Join(dir, "temp"))
	t.Setenv("GITHUB_WORKSPACE", dir)
	for name, value := range env {
		t.Setenv(name, value)
	}
	var all bytes.Buffer
	code = cli.Main(context.Background(), []string{"kubedelta", "action"}, cli.Streams{In: strings.NewReader(""), Out: &all, Err: &all})
	read := func(name string) string {
		text, err := os.ReadFile(files[name])
		if err != nil {
			return ""
		}
		return string(text)
	}
	return code, all.String(), read("GITHUB_OUTPUT"), read("GITHUB_STEP_SUMMARY")
}

// TestActionHostile tests every input with every hostile text.
func TestActionHostile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.Mkdir(filepath.Join(dir, "temp"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.yaml"), []byte("apiVersion: networking.k8s.io/v1beta1\nkind: Ingress\nmetadata: {name: x}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	inputs := []string{
		"COMMAND", "OLD", "NEW", "FROM", "TO", "PATHS", "SIG", "FAIL_ON", "FORMAT", "ARGS", "CONTEXT", "KUBECONFIG", "WORKING_DIRECTORY", "SUMMARY", "ANNOTATIONS",
		"COMMENT", "COMMENT_KEY", "REPORT_ONLY", "TOKEN",
	}
	for _, base := range []map[string]string{{"COMMAND": "scan", "TO": "1.33"}, {"COMMAND": "diff", "OLD": "1.24", "NEW": "1.25"}} {
		for _, input := range inputs {
			for _, text := range thorough.Every(t, 5, []string{
				"$(touch evil)", "`touch evil`", "; touch evil", "x\n::set-output name=verdict::pass", "x\r\n::add-mask::x", "%0A::set-env name=PATH::/evil",
				"##[set-env name=PATH]/evil", "x\nverdict=pass\nKUBEDELTA_END_0", "::stop-commands::x", "\x1b[2J\u202e", "\xff\xfe", "--output=json=evil", "--config=evil",
				"--fail-on=never", "-h", "a\n--quiet\n--\n-", "../../evil", "<script>", strings.Repeat("x", 100000),
			}) {
				t.Run("", func(t *testing.T) {
					t.Chdir(dir)
					env := map[string]string{}
					for _, name := range inputs {
						env["INPUT_"+name] = base[name]
					}
					env["INPUT_"+input] = text
					name := fmt.Sprintf("%s %s=%.60q", base["COMMAND"], input, text)
					code, log, outputs, summary := step(t, dir, env)
					checkStep(t, name, code, log, outputs, summary)
				})
			}
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*evil*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// codeSpan matches code, which is shown unchanged.
var codeSpan = regexp.MustCompile("`[^`\n]*`")

func checkStep(t *testing.T, name string, code int, log, outputs, summary string) {
	t.Helper()
	for _, c := range action.Parse(log) {
		if c.Name != "error" && c.Name != "warning" && c.Name != "notice" {
			t.Errorf("%s: the command %+v", name, c)
		}
	}
	verdict := map[int]string{0: "pass", 1: "error", 2: "error", 3: "fail", 4: "incomplete"}[code]
	if strings.Count(outputs, "verdict") != 1 || !strings.Contains(outputs, "verdict="+verdict+"\n") || strings.Count(outputs, "\n") != 8 {
		t.Errorf("%s ended with %d: %s\n%s", name, code, outputs, log)
	}
	if strings.Contains(log, "panic") || strings.ContainsAny(log+summary, "\x1b\r\u202e") || strings.Contains(codeSpan.ReplaceAllString(summary, ""), "<script") || len(summary) > 1<<20 {
		t.Errorf("%s: %.2000q", name, log)
	}
}

// TestActionSummaryRoom checks that the existing content of the summary counts, and that there is a
// warning if it is full.
func TestActionSummaryRoom(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for held, want := range map[int]string{0: "# Kubernetes 1.33", 1<<20 - 6000: "lines left out to fit the size limit**", 1<<20 - 1: "", 1 << 20: ""} {
		t.Run("", func(t *testing.T) {
			file := filepath.Join(dir, "held")
			if err := os.WriteFile(file, bytes.Repeat([]byte("x"), held), 0o600); err != nil {
				t.Fatal(err)
			}
			t.Setenv("RUNNER_TEMP", t.TempDir())
			for name, value := range map[string]string{"INPUT_COMMAND": "diff", "INPUT_OLD": "1.33", "INPUT_NEW": "1.37", "GITHUB_STEP_SUMMARY": file} {
				t.Setenv(name, value)
			}
			var log bytes.Buffer
			code := cli.Main(context.Background(), []string{"kubedelta", "action"}, cli.Streams{In: strings.NewReader(""), Out: &log, Err: &log})
			text, err := os.ReadFile(file)
			if err != nil || code != 0 || len(text) > 1<<20 {
				t.Fatalf("%d, %v, %d bytes", code, err, len(text))
			}
			added := string(text[held:])
			if !strings.Contains(added, want) || want == "" && (added != "" || !strings.Contains(log.String(), "::warning title=kubedelta::the summary of the step is full")) {
				t.Errorf("with %d bytes: %.300s\n%.500s", held, added, log.String())
			}
		})
	}
}
