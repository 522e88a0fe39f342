package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	notes "github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/scripts"
)

// TestPagesOfTheNewestRelease checks what pages say about the built-in releases and notes, and that
// examples upgrade to the newest release. -update writes the pages.
func TestPagesOfTheNewestRelease(t *testing.T) {
	newest, next := scripts.MinorFromNewest(0), scripts.MinorFromNewest(1)
	told := notes.Releases()
	first, last := told[0].String(), told[len(told)-1].String()
	fill := strings.NewReplacer("{newest}", newest, "{next}", next, "{first}", first, "{last}", last)
	anyOf := strings.NewReplacer(`\{newest\}`, `1\.\d+`, `\{next\}`, `1\.\d+`, `\{first\}`, `1\.\d+`, `\{last\}`, `1\.\d+`)
	for _, c := range []struct{ page, says string }{
		{"README.md", "of Kubernetes 1.0 to {newest} and the release notes of {first} to {last} are built in"},
		{"README.md", "there are none before {first}."},
		{"docs/matrix.md", "a column for each release from 1.0 to {newest}."},
		{"docs/diff.md", "The links are built in for {first} to {last}."},
		{"docs/snapshot.md", "kubedelta snapshot github:v{next}.0 -f ~/.cache/kubedelta/catalog/{next}.tar.zst\nkubedelta diff {newest} {next}\n"},
		{"docs/README.md", "the urgent notes of Kubernetes 1.29 to {newest}, with"},
		{"docs/urgent-notes.md", "notes of Kubernetes 1.29 to {newest} and"},
		{"docs/dependencies.md", "from 1.25 to {newest}, with their tables"},
		{"docs/action.md", `to: "{newest}"`},
		{"docs/examples/workflows/scan-pull-request.yml", `to: "{newest}"`},
		{"docs/examples/workflows/preflight-schedule.yml", `default: "{newest}"`},
		{"docs/examples/workflows/preflight-schedule.yml", `inputs.to || '{newest}'`},
		{"docs/examples/workflows/kubernetes-release.yml", "such as v{newest}.0 "},
	} {
		text, says := page(t, c.page), fill.Replace(c.says)
		if strings.Contains(text, says) {
			continue
		}
		written := regexp.MustCompile(anyOf.Replace(regexp.QuoteMeta(c.says))).ReplaceAllLiteralString(text, says)
		if !*updateScripts || written == text {
			t.Errorf("%s does not say %q", c.page, says)
			continue
		}
		if err := os.WriteFile(filepath.Join(projectRoot, c.page), []byte(written), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// Notes can be published after the release. README lists the releases without notes.
	for minor := told[len(told)-1].Minor + 1; minor <= discovery.NewestMinor; minor++ {
		r := discovery.Release{Major: 1, Minor: minor}
		if says := "There are none of " + r.String() + " yet"; !strings.Contains(page(t, "README.md"), says) {
			t.Errorf("README.md does not say %q", says)
		}
	}
	// Pages must not say that notes are missing which are built in.
	for _, r := range told {
		if strings.Contains(page(t, "README.md"), "none of "+r.String()+" yet") {
			t.Errorf("README.md says that there are no notes of %s, and they are built in", r)
		}
	}
}

// TestCatalogTask checks the names of tests in the task: go test passes without running anything if
// -run matches no test.
func TestCatalogTask(t *testing.T) {
	steps := regexp.MustCompile(`go test \./(\S+) -run '\^(\w+)\$' -update`).FindAllStringSubmatch(page(t, "Taskfile.yml"), -1)
	if len(steps) < 4 {
		t.Errorf("Taskfile.yml has %d steps with -update", len(steps))
	}
	for _, step := range steps {
		files, err := filepath.Glob(filepath.Join(projectRoot, step[1], "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			found = found || strings.Contains(string(text), "\nfunc "+step[2]+"(t *testing.T)")
		}
		if !found {
			t.Errorf("Taskfile.yml runs %s of %s, and there is none", step[2], step[1])
		}
	}
}

func page(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(projectRoot, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
