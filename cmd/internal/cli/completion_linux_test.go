package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/needs"
	"github.com/kubedelta/kubedelta/fixtures/pty"
	"github.com/kubedelta/kubedelta/fixtures/scripts"
)

// bashCompletion is the package that the completion script for bash needs.
const bashCompletion = "/usr/share/bash-completion/bash_completion"

// interactiveShells are the shells in which completion is tested interactively, in a terminal.
var interactiveShells = map[string]struct {
	args []string
	// rc is the startup file.
	rc string
}{
	"bash": {[]string{"--noprofile", "--rcfile", "rc", "-i"}, "PS1='$ '\nbind 'set bell-style none'\n. " + bashCompletion + "\n. ./completion\necho ready\n"},
	"zsh":  {[]string{"-i"}, "PS1='$ '\nautoload -Uz compinit\ncompinit -u -d ./dump\n. ./completion\necho ready\n"},
	"fish": {[]string{"--no-config", "-i", "-C", "source ./rc"}, "function fish_prompt; echo '$ '; end\nset -U fish_greeting\nsource ./completion\necho ready\n"},
}

// TestShells types the beginning of a word, and Tab.
func TestShells(t *testing.T) {
	newest := scripts.MinorFromNewest(0)
	for name, s := range interactiveShells {
		t.Run(name, func(t *testing.T) {
			dir := world(t, name, s.rc)
			for _, tc := range []struct{ typed, want string }{
				{"kubedelta dif", "diff"},
				{"kubedelta diff 1.24 context:pr", "diff|1.24|context:prod"},
				{"kubedelta diff github:v" + newest, "diff|github:v" + newest + ".0"},
				{"kubedelta diff catalog:" + newest, "diff|catalog:" + newest},
				{"kubedelta diff 1.24 manif", "diff|1.24|manifests"},
				{"kubedelta diff 1.24 1.25 --group netw", "diff|1.24|1.25|--group|networking.k8s.io"},
				{"kubedelta diff 1.24 1.25 --kind=PodDisr", "diff|1.24|1.25|--kind=PodDisruptionBudget"},
				{"kubedelta diff 1.24 1.25 --severity breaking,dep", "diff|1.24|1.25|--severity|breaking,deprecation"},
				{"kubedelta diff 1.24 1.25 -o markdown=ou", "diff|1.24|1.25|-o|markdown=out.md"},
				{"kubedelta diff 1.24 1.25 -o json=manifests/s", "diff|1.24|1.25|-o|json=manifests/service.yaml"},
				{"kubedelta diff --kubeconfig other con", "diff|--kubeconfig|other|context:elsewhere"},
				{"kubedelta diff context:", "diff|context:"},
				{"kubedelta diff --kubeconfig evil con", "diff|--kubeconfig|evil|context:$(touch executed)"},
				{"kubedelta preflight --context pr", "preflight|--context|prod"},
				{"kubedelta explain ingressc", "explain|ingressclasses"},
				{"kubedelta explain resource-rem", "explain|resource-removed"},
				{"kubedelta explain policy/v1/P", "explain|policy/v1/PodDisruptionBudget"},
				{"kubedelta render repo", "render|report.json"},
				{"kubedelta scan manifests/se", "scan|manifests/service.yaml"},
				{"kubedelta scan manifests --fail-on nev", "scan|manifests|--fail-on|never"},
				{"kubedelta --col", "--color"},
			} {
				got := tabbed(t, name, s.args, dir, tc.typed)
				// zsh removes the slash when the line is entered.
				if got = strings.TrimSuffix(strings.TrimPrefix(got, "kubedelta|"), "/"); got != tc.want {
					t.Errorf("%s<Tab> became %q, want %q", tc.typed, got, tc.want)
				}
			}
			if _, err := os.Stat(filepath.Join(dir, "executed")); err == nil {
				t.Error("the name of a context was executed")
			}
		})
	}
}

// world returns a folder with files for completion, and the first commands of the shell.
func world(t *testing.T, shell, rc string) string {
	t.Helper()
	needs.Program(t, shell)
	if _, err := os.Stat(bashCompletion); shell == "bash" && err != nil {
		needs.Missing(t, "bash-completion is not installed")
	}
	dir := t.TempDir()
	completion, err := exec.Command("kubedelta", "completion", shell).Output()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"rc": rc, ".zshrc": rc, "completion": string(completion),
		"kubeconfig": kubeconfigWith("prod", "stage", "$(touch executed)", "`touch executed`", ";touch executed", "a\\tb", "e\\u001b[31mvil"),
		"other":      kubeconfigWith("elsewhere"),
		"evil":       kubeconfigWith("$(touch executed)"),
		"out.md":     "", "report.json": "", "manifests/service.yaml": "",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// kubeconfigWith returns a kubeconfig with contexts of these names. Their credentials would run a
// program.
func kubeconfigWith(names ...string) string {
	var b strings.Builder
	b.WriteString("apiVersion: v1\nkind: Config\nusers:\n- {name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: touch, args: [executed], interactiveMode: Never}}}\n" +
		"clusters:\n- {name: c, cluster: {server: 'https://127.0.0.1:1'}}\ncontexts:\n")
	for _, name := range names {
		b.WriteString(`- {name: "` + name + `", context: {cluster: c, user: u}}` + "\n")
	}
	return b.String()
}

// TestPluginCompletion tests the program that kubectl runs for the completion of "kubectl
// api-delta". kubectl reads its output in cobra's format.
func TestPluginCompletion(t *testing.T) {
	script, err := filepath.Abs("../../../docs/completion/kubectl_complete-api_delta")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "kubectl-api_delta"), []byte("#!/bin/sh\nexec kubedelta \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(script, "diff", "1.24", "catalog:1.3")
	cmd.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if text := string(out); !strings.HasPrefix(text, "catalog:"+scripts.MinorFromNewest(0)+"\t") || !strings.HasSuffix(text, "\n:36\n") {
		t.Errorf("%q", text)
	}
}

var completed = regexp.MustCompile(`(?s)<(kubedelta[^>\n]*(?:><[^>\n]*)*)>END`)

// tabbed types a line and Tab, and returns the resulting words.
func tabbed(t *testing.T, shell string, args []string, dir, line string) string {
	t.Helper()
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "ZDOTDIR=" + dir, "KUBECONFIG=" + filepath.Join(dir, "kubeconfig"), "TERM=xterm", "LC_ALL=C.UTF-8"}
	p, err := pty.Start(t.Context(), 200, 50, env, dir, nil, shell, args...)
	if err != nil {
		t.Fatal(err)
	}
	const home, end = "\x01", "\x05" // Ctrl-A, Ctrl-E
	for _, step := range []struct{ await, keys string }{
		{"ready", line + "\t" + home + "printf '<%s>' " + end + "; echo END\r"}, {">END", "exit\r"},
	} {
		if err := p.Await(step.await); err != nil {
			t.Fatal(err)
		}
		if err := p.Type(step.keys); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := p.Wait(); err != nil {
		t.Fatal(err)
	}
	m := completed.FindStringSubmatch(strings.ReplaceAll(p.Raw(), "\r", ""))
	if m == nil {
		t.Fatalf("%s: there is no answer in %q", line, p.Raw())
	}
	return strings.ReplaceAll(m[1], "><", "|")
}
