package cli_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// outputsToShow returns the pages that must show output.
func outputsToShow() []struct{ page, begins string } {
	return []struct{ page, begins string }{
		{"README.md", "kubedelta diff 1.24 1.25"},
		{"README.md", "kubedelta changelog 1.24 --sig network"},
		{"README.md", "kubedelta scan docs/examples/manifests"},
		{"README.md", "kubedelta preflight --context prod"},
		{"README.md", "kubedelta diff before.tar.zst"},
		{"docs/changelog.md", "kubedelta changelog 1.24 --sig network"},
		{"docs/diff.md", "kubedelta diff crds-v1/ crds-v2/"},
		{"docs/matrix.md", "kubedelta matrix ingresses --from 1.16 --to 1.24"},
		{"docs/explain.md", "kubedelta explain policy/v1beta1/PodDisruptionBudget"},
	}
}

// outcome is the exit code of matching commands in these tests.
type outcome struct {
	// pattern is a regular expression for the complete command.
	pattern string
	code    int
	why     string
}

// outcomes returns the entries in the order in which they are tried. Other commands end with 0. An
// entry that matches no command of a page is an error.
func outcomes() []outcome {
	const findings = 3
	return []outcome{
		{`.* --baseline (?:plan|baseline)\.json.*`, 0, "what was found is in the baseline"},
		{`.*kubedelta scan .* --fix --backup`, 0, "all of it could be fixed"},
		{`.*kubedelta scan .* --fail-on never.*`, 0, "no gate is set"},
		{`.*kubedelta preflight .*--to.*`, findings, "the cluster prod is not ready for 1.33"},
		{`kubedelta scan context:prod --to 1\.33`, findings, "an object of the cluster was last written as what goes"},
		{`kubedelta scan (?:\./)?(?:manifests|docs/examples/manifests|chart|\.)(?: .*)? --to 1\.\d+.*`, findings, "the manifests use what goes"},
		{`kubedelta usage audit\.log .*`, findings, "the log has calls of what goes"},
		{`kubedelta diff (context:prod|--context prod) 1\.33 --fail-on breaking.*`, findings, "1.32 takes away what prod serves"},
		{`kubedelta diff crds-v1/ crds-v2/ --fail-on breaking.*`, findings, "the new definitions break users"},
	}
}

// outcomeOf returns the exit code of a command, and the entry that defines it.
func outcomeOf(text string) (code int, pattern string) {
	for _, o := range outcomes() {
		if whole(o.pattern, text) {
			return o.code, o.pattern
		}
	}
	return 0, ""
}

func whole(pattern, text string) bool {
	return regexp.MustCompile(`^(?:` + pattern + `)$`).MatchString(text)
}

// unrun describes commands on pages that the tests do not run.
type unrun struct {
	// pattern is a regular expression for the complete command.
	pattern, reason string
}

// unrunCommands returns all of these. An entry that matches no command of a page is an error.
func unrunCommands() []unrun {
	return []unrun{
		{`go test \./\.\.\.`, "it is what runs this test"},
		{`kubedelta data update.*`, "nothing is published yet; the script data does it with sets of its own"},
		{`go run \./cmd/catalog .*`, "it writes to the checkout; the tests of cmd/catalog do it"},
		{`brew install .*`, "it installs from the network, and nothing is published yet"},
		{`kubectl krew install .*`, "it installs from the network, and nothing is published yet"},
		{`go install \./cmd/kubedelta`, "the newcomer's path does it, TestNewcomer"},
		{`go install \S+@\S+`, "it installs from the network, and nothing is published yet"},
		{`go get \S+@\S+`, "it changes a module and needs the network, and nothing is published yet"},
		{`sudo (?:dpkg|rpm) .*`, "it installs a package, which a release makes"},
		{`docker run .*`, "it needs a container runtime and the network"},
		{`(?:sha256sum|cosign|gh attestation) .*`, "it needs the files of a release and who signed them"},
		{`git (?:clone|push) .*`, "it needs the network"},
		{`git tag .*`, "it signs with a person's key"},
		{`CGO_ENABLED=0 .* go build .*`, "the test of reproducible builds does it, fixtures/packages"},
		{`cmp rebuilt .*`, "the test of reproducible builds does it, fixtures/packages"},
		{`kubedelta diff git:main\.\.\.HEAD:config/crd`, "the world of these tests is not a repository; the script diff_git does it"},
		{`kubedelta scan \. .*--changed-since .*`, "the world of these tests is not a repository; the script scan_changed does it"},
		{`(?s)(?:aws|gcloud|az|oc|logcli|elasticdump|curl) .*`, "it reads a log service"},
		{`duckdb .*|kubedelta usage .*--from-result .*`, "DuckDB is not installed; fixtures/engines and the script usage_query do it"},
		{`kubedelta site public .*`, "it makes thousands of pages; the script site makes some"},
		{`kubectl create clusterrolebinding .*`, "it writes to a cluster"},
		{`kubedelta rehearse .*|kubedelta preflight .*--rehearse .*`, "it needs an API server that answers dry runs; the scripts rehearse_local and rehearse_named do it"},
	}
}

// harmless are the programs that commands of pages may call in tests: kubedelta, programs that the
// test replaces, and what a shell needs. Commands that call other programs are not run, because
// tests may run as root.
var harmless = []string{
	"kubedelta", "kubectl", "helm", "mkdir", "cat", "cp", "echo", "printf", "cd", "test", "head", "tail", "sort", "grep", "sed", "patch",
	"source", "export", "for", "do", "done", "if", "then", "else", "fi", "while", "set",
}

var (
	joints      = regexp.MustCompile(`\|\||&&|[|;\n]|<\(|\$\(`)
	assignments = regexp.MustCompile(`^(?:[A-Za-z_]+=\S* )*`)
)

// strange returns the first program of a command that is not harmless, or "".
func strange(text string) string {
	text = strings.ReplaceAll(text, "go run ./cmd/kubedelta", "kubedelta")
	for _, part := range joints.Split(text, -1) {
		words := strings.Fields(assignments.ReplaceAllString(strings.TrimSpace(part), ""))
		for len(words) > 1 && slices.Contains([]string{"do", "then", "else", "if", "while", "!"}, words[0]) {
			words = words[1:]
		}
		if len(words) > 0 && !slices.Contains(harmless, words[0]) {
			return words[0]
		}
	}
	return ""
}

func TestStrange(t *testing.T) {
	for text, want := range map[string]string{
		"kubedelta diff 1.23 1.24": "", "A=b kubedelta x | head -3": "", "source <(kubedelta completion bash)": "",
		"kubectl apply -f - && rm -rf x": "rm", "sudo kubedelta x": "sudo", "kubedelta x $(curl y)": "curl",
		"for c in a b; do kubedelta x $c; done": "", "go run ./cmd/kubedelta x": "", "go run ./other": "go",
	} {
		if got := strange(text); got != want {
			t.Errorf("%q calls %q, want %q", text, got, want)
		}
	}
}

// unrunCommand returns the entry that matches a command.
func unrunCommand(text string) (pattern string, left bool) {
	for _, u := range unrunCommands() {
		if whole(u.pattern, text) {
			return u.pattern, true
		}
	}
	return "", false
}
