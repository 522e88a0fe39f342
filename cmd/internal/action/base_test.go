package action_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/github"
)

// TestConfigurationOfPullRequest checks that the author of a pull request cannot change how it is
// checked: the configuration of the base branch is used, and weaker settings in it must be allowed.
func TestConfigurationOfPullRequest(t *testing.T) {
	t.Parallel()
	const passes, stricter = "version: 1\nscan: {fail-on: never}\n", "version: 1\nscan: {fail-on: risky}\n"
	for name, x := range map[string]struct {
		base, head, below string
		event, path       string
		with              []string
		fault             github.Fault
		verdict, said     string
		warned            string
	}{
		"no file": {verdict: "fail"},
		"the pull request brings one": {
			head: passes, with: []string{"allow-config=true"},
			verdict: "fail", warned: ".kubedelta.yaml of the pull request differs from that of the base branch, and is not used",
		},
		"the pull request brings one that is no YAML": {head: "{", verdict: "fail", warned: "is not used"},
		"one below the base branch's": {
			base: stricter, head: stricter, below: passes, with: []string{"allow-config=true", "working-directory=deploy"},
			verdict: "fail", warned: ".kubedelta.yaml of the pull request differs",
		},
		"the base branch's is not allowed": {
			base: passes, head: passes,
			verdict: "error", said: "weakens this check: fail-on \"never\"",
		},
		"the base branch's is allowed": {
			base: passes, head: passes, with: []string{"allow-config=true"},
			verdict: "pass",
		},
		"the pull request removes one": {base: "version: 1\nscan: {to: 1.15}\n", with: []string{"allow-config=true", "to="}, verdict: "pass", warned: ""},
		"the pull request changes one": {
			base: stricter, head: passes, with: []string{"allow-config=true"},
			verdict: "fail", warned: "differs from that of the base branch",
		},
		"the base branch's is wrong":    {base: "version: 9\n", head: stricter, verdict: "error", said: "the file has version 9"},
		"a stricter one needs no leave": {base: stricter, head: stricter, verdict: "fail"},
		"GitHub does not tell": {
			base: passes, head: passes, with: []string{"allow-config=true"}, fault: github.Status(http.StatusForbidden, "no"),
			verdict: "error", said: "of the base branch cannot be read",
		},
		"GitHub does not tell of none": {fault: github.Status(http.StatusForbidden, "no"), verdict: "fail", warned: "of the base branch cannot be read, so no configuration file is used"},
		"a merge queue": {
			base: stricter, head: passes, with: []string{"allow-config=true"}, event: `{"merge_group":{"base_sha":"COMMIT"}}`,
			verdict: "fail", warned: "differs from that of the base branch",
		},
		"checked out below the workspace": {
			base: passes, head: passes, path: "src", with: []string{"allow-config=true", "working-directory=src/deploy"},
			verdict: "pass",
		},
		"another repository below the workspace": {
			base: passes, head: passes, path: "tools", with: []string{"allow-config=true", "working-directory=tools/deploy"},
			verdict: "fail", warned: "differs from that of the base branch",
		},
		"the workflow names none": {
			base: passes, head: passes, with: []string{"args=--config=none"}, fault: github.Status(http.StatusForbidden, "no"),
			verdict: "fail",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j, server, repository := pullRequest(t)
			if x.base != "" {
				repository.Branch("main", map[string][]byte{".kubedelta.yaml": []byte(x.base)})
			}
			pulled(t, j, repository)
			if x.event != "" {
				writeFile(t, j.Env["GITHUB_EVENT_PATH"], strings.ReplaceAll(x.event, "COMMIT", repository.Commit("main")))
			}
			checkout := filepath.Join(j.Workspace, x.path)
			if x.path != "" {
				remote := map[string]string{"src": "o/R", "tools": "o/tools"}[x.path]
				writeFile(t, filepath.Join(checkout, ".git", "config"), "[remote \"origin\"]\n\turl = https://github.com/"+remote+"\n")
			}
			if x.head != "" {
				writeFile(t, filepath.Join(checkout, ".kubedelta.yaml"), x.head)
			}
			writeFile(t, filepath.Join(checkout, "deploy", "a.yaml"), oldIngress)
			if x.below != "" {
				writeFile(t, filepath.Join(j.Workspace, "deploy", ".kubedelta.yaml"), x.below)
			}
			if x.fault != nil {
				server.Fail("/contents/", -1, x.fault)
			}
			r := use(t, j, append([]string{"command=scan", "to=1.33", "version=v1.2.3"}, x.with...)...)
			checkCommands(t, r)
			checkOutputs(t, r, map[string]string{"verdict": x.verdict})
			if !strings.Contains(r.Log, x.said) {
				t.Errorf("it does not say %q: %s", x.said, r.Log)
			}
			if got := strings.Join(warnings(r), "\n"); !strings.Contains(got, x.warned) || x.warned == "" && got != "" {
				t.Errorf("the warnings are %q", got)
			}
		})
	}
}
