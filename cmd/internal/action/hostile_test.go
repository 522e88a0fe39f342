package action_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"

	runner "github.com/kubedelta/kubedelta/fixtures/action"
)

// hostile are texts with a meaning for a shell, for GitHub or for the program.
var hostile = []string{
	"$(touch evil)", "`touch evil`", "; touch evil", "| touch evil", "&& touch evil", "\"; touch evil; \"", "'; touch evil; '", "$IFS", "${{ github.token }}",
	"x\n::set-output name=verdict::pass", "x\r\n::add-mask::x", "%0A::set-env name=PATH::/evil", "::stop-commands::x", "##[set-env name=PATH]/evil",
	"x\nverdict=pass", "KUBEDELTA_END_0\nverdict=pass", "x\u2028::error::y", "\x1b[2J", "--output=json=evil", "-o", "--fail-on=never", "../../evil", "<!-- kubedelta-action: x -->", "<script>alert(1)</script>", "@octocat",
}

// TestHostileInputs checks that the text of an input is never run, sets no output and becomes no
// workflow command. Each input gets one of the texts, and each text is used. Package cli tests all
// pairs, without the steps before the program.
func TestHostileInputs(t *testing.T) {
	t.Parallel()
	j := released(t)
	inputs := slices.DeleteFunc(slices.Sorted(maps.Keys(metadata(t).Inputs)), func(input string) bool { return input == "version" })
	for i := range max(len(hostile), len(inputs)) {
		text, input := hostile[i%len(hostile)], inputs[i%len(inputs)]
		with := map[string]string{"command": "scan", "to": "1.33", "version": "v1.2.3"}
		if input == "old" || input == "new" || input == "sig" {
			with = map[string]string{"command": "diff", "old": "1.24", "new": "1.25", "version": "v1.2.3"}
		}
		with[input] = text
		checkHarmless(t, j, fmt.Sprintf("%s=%q", input, text), with)
	}
}

func checkHarmless(t *testing.T, j *runner.Job, name string, with map[string]string) {
	t.Helper()
	r := j.Use(absolute(t, root), with)
	for _, c := range r.Commands {
		if c.Name != "error" && c.Name != "warning" && c.Name != "notice" || c.Properties["name"] != "" {
			t.Errorf("%s: the command %+v", name, c)
		}
	}
	want := map[string]string{"0": "pass", "1": "error", "2": "error", "3": "fail", "4": "incomplete"}[r.Outputs["exit-code"]]
	if r.Outputs["verdict"] != want || want == "" || r.Failed != "" && r.Failed != "Run" {
		t.Errorf("%s: the verdict is %q, the exit code %q, %s failed: %s", name, r.Outputs["verdict"], r.Outputs["exit-code"], r.Failed, r.Log)
	}
	if strings.ContainsAny(r.Log+r.Summary, "\x1b\r") || strings.Contains(r.Summary, "<script") {
		t.Errorf("%s: control characters or markup: %q", name, r.Log)
	}
	for _, dir := range []string{j.Workspace, filepath.Dir(j.Workspace), j.Temp} {
		if found, err := filepath.Glob(filepath.Join(dir, "*evil*")); err != nil || len(found) > 0 {
			t.Fatalf("%s: it ran, or wrote: %v %v", name, found, err)
		}
	}
}

// TestHostileFiles checks names of files and objects that look like workflow commands.
func TestHostileFiles(t *testing.T) {
	t.Parallel()
	j, _, repository := pullRequest(t)
	for i, text := range []string{"::error::x", "$(touch evil)", "a,line=9::b", "x\n::set-output name=verdict::pass", "`touch evil`", "<!-- -->", "%0A::warning::y"} {
		name := strings.ReplaceAll(text, "/", "_")
		writeFile(t, filepath.Join(j.Workspace, name+".yaml"), fmt.Sprintf("apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata:\n  name: %q\n  namespace: n%d\n", text, i))
	}
	r := use(t, j, "command=scan", "to=1.33", "comment=true", "version=v1.2.3")
	checkCommands(t, r)
	checkOutputs(t, r, map[string]string{"verdict": "fail", "breaking": "8"})
	if n := count(r, "error"); n != 8 {
		t.Errorf("%d errors: %s", n, r.Log)
	}
	body := repository.Comments(7)[0].Body
	var page bytes.Buffer
	if err := goldmark.Convert([]byte(strings.ReplaceAll(body, "<br>", "")), &page); err != nil {
		t.Fatal(err)
	}
	// The marker is the only HTML in the comment.
	if strings.Count(page.String(), "raw HTML omitted") != 1 || strings.Contains(body, "\n::") {
		t.Errorf("%s", body)
	}
	checkSARIF(t, r.Outputs["sarif-path"])
	if _, err := os.Stat(filepath.Join(j.Workspace, "evil")); err == nil {
		t.Error("a name was run")
	}
}

// TestTokenGoesNowhereElse checks that no login plugin of a kubeconfig, which is a program, and no
// file gets the token.
func TestTokenGoesNowhereElse(t *testing.T) {
	t.Parallel()
	j := released(t)
	seen := filepath.Join(j.Temp, "seen")
	plugin := filepath.Join(j.Temp, "plugin")
	writeFile(t, plugin, "#!/bin/sh\nenv > '"+seen+"'\nexit 1\n")
	if err := os.Chmod(plugin, 0o755); err != nil {
		t.Fatal(err)
	}
	kubeconfig := `apiVersion: v1
kind: Config
current-context: c
contexts: [{name: c, context: {cluster: c, user: u}}]
clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
users: [{name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: ` + plugin + `}}}]
`
	for _, with := range [][]string{{"command=preflight", "to=1.33"}, {"command=diff", "old=context:c", "new=1.33"}, {"command=scan", "to=context:c"}, {"command=diff", "old=1.30", "new=1.31", "args=--uses=context:c"}} {
		_ = os.Remove(seen)
		r := use(t, j, append(with, "kubeconfig="+kubeconfig, "version=v1.2.3")...)
		checkOutputs(t, r, map[string]string{"verdict": "error", "exit-code": "1"})
		if env := readFile(t, seen); !strings.Contains(env, "RUNNER_TEMP") || strings.Contains(env, j.GitHub["token"]) {
			t.Errorf("%v: the plugin sees %s", with, env)
		}
		if count(r, "error") == 0 || strings.Contains(r.Log+r.Summary, j.GitHub["token"]) {
			t.Errorf("%v: %s", with, r.Log)
		}
	}
	if err := filepath.WalkDir(j.Temp, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), j.GitHub["token"]) {
			t.Errorf("%s has the token", path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// TestAnnotationsOfAJob checks that the steps of a job share the limit of annotations.
func TestAnnotationsOfAJob(t *testing.T) {
	t.Parallel()
	j := released(t)
	all := 0
	for range 4 {
		r := use(t, j, "command=diff", "old=1.15", "new=1.37", "version=v1.2.3")
		checkCommands(t, r)
		all += len(r.Commands)
	}
	if all > 50 || all < 40 {
		t.Errorf("%d annotations", all)
	}
}
