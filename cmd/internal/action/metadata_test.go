package action_test

import (
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/cmd/internal/action"
	runner "github.com/kubedelta/kubedelta/fixtures/action"
)

func metadata(t *testing.T) *runner.Metadata {
	t.Helper()
	m, err := runner.Read(root + "/action.yml")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestMetadata checks action.yml against the rules of its syntax and of the marketplace. Source:
// docs.github.com, "Metadata syntax".
func TestMetadata(t *testing.T) {
	t.Parallel()
	m := metadata(t)
	if m.Name == "" || m.Description == "" || len(m.Description) > 300 || m.Author == "" || m.Runs.Using != "composite" {
		t.Errorf("name, description, author or runs is not right: %+v", m)
	}
	colours := []string{"white", "black", "yellow", "blue", "green", "orange", "red", "purple", "gray-dark"}
	if !slices.Contains(colours, m.Branding["color"]) || m.Branding["icon"] == "" {
		t.Errorf("the branding is %v", m.Branding)
	}
	name := regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	for input, x := range m.Inputs {
		if !name.MatchString(input) || x.Description == "" || x.Required && x.Default != "" {
			t.Errorf("the input %s is not right: %+v", input, x)
		}
	}
	output := regexp.MustCompile(`^\$\{\{ steps\.run\.outputs\.([a-z-]+) \}\}$`)
	for o, x := range m.Outputs {
		if v := output.FindStringSubmatch(x.Value); !name.MatchString(o) || x.Description == "" || v == nil || v[1] != o {
			t.Errorf("the output %s is not right: %+v", o, x)
		}
	}
	for _, s := range m.Runs.Steps {
		if s.Name == "" || (s.Run == "") == (s.Uses == "") || s.Run != "" && s.Shell != "bash" {
			t.Errorf("the step %+v is not right", s)
		}
	}
}

// TestInputsReachTheShellAsVariables checks that scripts contain no expressions, which would become
// part of the script.
func TestInputsReachTheShellAsVariables(t *testing.T) {
	t.Parallel()
	for _, s := range metadata(t).Runs.Steps {
		if strings.Contains(s.Run, "${{") || strings.Contains(s.Shell+s.WorkingDirectory, "${{") {
			t.Errorf("%s: an expression is in the script", s.Name)
		}
		if word := regexp.MustCompile(`(?m)(?:^|[;&|]) *(?:eval|source|\.|(?:ba)?sh -c) `).FindString(s.Run); word != "" {
			t.Errorf("%s: the script has %q", s.Name, word)
		}
	}
	for _, path := range workflows(t) {
		var w struct {
			Jobs map[string]struct {
				Steps []struct {
					Run string `yaml:"run"`
				} `yaml:"steps"`
			} `yaml:"jobs"`
		}
		if err := yaml.Unmarshal([]byte(readFile(t, path)), &w); err != nil {
			t.Fatal(err)
		}
		for name, job := range w.Jobs {
			for _, s := range job.Steps {
				if strings.Contains(s.Run, "${{") {
					t.Errorf("%s: job %s: an expression is in a script: %s", path, name, s.Run)
				}
			}
		}
	}
}

// TestEveryInputArrives checks that the program gets each input, and that scripts use each of their
// variables.
func TestEveryInputArrives(t *testing.T) {
	t.Parallel()
	m := metadata(t)
	run := m.Runs.Steps[len(m.Runs.Steps)-1]
	want := map[string]string{}
	for input := range m.Inputs {
		if input != "version" {
			want[action.Variable(input)] = "${{ inputs." + input + " }}"
		}
	}
	if !maps.Equal(want, run.Env) {
		t.Errorf("the variables are\n%v, want\n%v", run.Env, want)
	}
	for _, s := range m.Runs.Steps[:len(m.Runs.Steps)-1] {
		for name := range s.Env {
			if !strings.Contains(s.Run, "$"+name) {
				t.Errorf("%s: $%s is not used", s.Name, name)
			}
		}
	}
	read := map[string]bool{}
	if _, err := action.ReadInputs(func(name string) string { read[name] = true; return map[string]string{"INPUT_COMMAND": "diff"}[name] }); err != nil {
		t.Fatal(err)
	}
	for name := range want {
		if !read[name] {
			t.Errorf("the program does not read %s", name)
		}
	}
	for name := range read {
		if want[name] == "" {
			t.Errorf("the program reads %s, which nobody sets", name)
		}
	}
}

// TestScripts checks each script with bash, and with shellcheck if it is installed.
func TestScripts(t *testing.T) {
	t.Parallel()
	for _, s := range metadata(t).Runs.Steps {
		if s.Run == "" {
			continue
		}
		path := filepath.Join(t.TempDir(), "script.sh")
		writeFile(t, path, "#!/usr/bin/env bash\n"+s.Run)
		if out, err := exec.CommandContext(t.Context(), "bash", "-n", path).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", s.Name, err, out)
		}
		if tool := shellcheck(); tool != "" {
			if out, err := exec.CommandContext(t.Context(), tool, path).CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", s.Name, err, out)
			}
		}
		if lines := strings.Count(s.Run, "\n"); lines > 60 {
			t.Errorf("%s: %d lines: put it into the program", s.Name, lines)
		}
	}
}
