package action_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// shellcheck returns the path of the program, if it is installed.
func shellcheck() string {
	path, err := exec.LookPath("shellcheck")
	if err != nil {
		return ""
	}
	return path
}

var pinned = regexp.MustCompile(`^[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)+@[0-9a-f]{40}$`)

// TestPinned checks that actions of others are used by their full SHA with the version in a
// comment, and that examples of our action say that it should be.
func TestPinned(t *testing.T) {
	t.Parallel()
	uses := regexp.MustCompile(`(?m)^\s*-? *uses: (\S+)(.*)$`)
	for _, path := range append(workflows(t), root+"/action.yml") {
		for _, m := range uses.FindAllStringSubmatch(readFile(t, path), -1) {
			name, comment := m[1], strings.TrimSpace(m[2])
			switch {
			case name == "./":
			case strings.HasPrefix(name, "kubedelta/kubedelta@"):
				if !strings.Contains(comment, "full SHA") {
					t.Errorf("%s: %s does not say to pin it", path, name)
				}
			case !pinned.MatchString(name) || !regexp.MustCompile(`^# v\d+\.\d+\.\d+`).MatchString(comment):
				t.Errorf("%s: %s %s is not pinned by its SHA with its version", path, name, comment)
			}
		}
	}
}

// TestPermissions checks that every workflow defines the permissions of its token.
func TestPermissions(t *testing.T) {
	t.Parallel()
	for _, path := range workflows(t) {
		var w struct {
			Permissions *yaml.Node `yaml:"permissions"`
		}
		if err := yaml.Unmarshal([]byte(readFile(t, path)), &w); err != nil {
			t.Fatal(err)
		}
		if w.Permissions == nil || strings.Contains(w.Permissions.Value, "write-all") {
			t.Errorf("%s does not bound the permissions of its token", path)
		}
		for i := 1; w.Permissions != nil && i < len(w.Permissions.Content); i += 2 {
			if w.Permissions.Content[i].Value == "write" {
				t.Errorf("%s lets every job write; say it for the job that needs it", path)
			}
		}
	}
}

// TestSameLinter checks that CI and .ci/run use the same version of the linter.
func TestSameLinter(t *testing.T) {
	t.Parallel()
	version := regexp.MustCompile(`lint_version=(\S+)`).FindStringSubmatch(readFile(t, root+"/.ci/run"))
	if version == nil || !strings.Contains(readFile(t, root+"/.github/workflows/ci.yml"), "golangci-lint@"+version[1]+"\n") {
		t.Errorf("ci.yml has not the linter of .ci/run: %v", version)
	}
}
