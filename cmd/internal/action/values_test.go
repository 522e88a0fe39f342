package action_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/action"
	runner "github.com/kubedelta/kubedelta/fixtures/action"
)

// madeUp looks up the flags of a made-up command: --on needs no value.
func madeUp(name string) (takesValue, known bool) {
	switch name {
	case "on":
		return false, true
	case "values", "fail-on", "output", "quiet", "kubeconfig":
		return true, true
	}
	return false, false
}

func inputs(text ...string) func(string) string {
	env := map[string]string{}
	for _, t := range text {
		name, value, _ := strings.Cut(t, "=")
		env[action.Variable(name)] = value
	}
	return func(name string) string { return env[name] }
}

func TestArguments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		inputs []string
		want   []string
		err    string
	}{
		{[]string{"command=diff", "old=1.23", "new=--output=x", "sig=node, auth\nnetwork", "fail-on=risky"}, []string{"diff", "--sig=node", "--sig=auth", "--sig=network", "--fail-on=risky", "--", "1.23", "--output=x"}, ""},
		{[]string{"command=diff", "from=1.23", "to=1.24", "args=--on\n\n --values=a b \n"}, []string{"diff", "--on", "--values=a b", "--", "1.23", "1.24"}, ""},
		{[]string{"command=diff", "old=1.23", "from=1.23", "new=1.24"}, []string{"diff", "--", "1.23", "1.24"}, ""},
		{[]string{"command=scan"}, []string{"scan", "--", "."}, ""},
		{[]string{"command=scan", "paths=a b\n-x\n", "to=1.33", "from=1.30"}, []string{"scan", "--from=1.30", "--to=1.33", "--", "a b", "-x"}, ""},
		{[]string{"command=preflight", "to=1.33", "context=prod-*\nb", "kubeconfig=k"}, []string{"preflight", "--context=prod-*", "--context=b", "--kubeconfig=k", "--to=1.33"}, ""},
		{[]string{"command=changelog", "new=1.33", "sig=node"}, []string{"changelog", "--sig=node", "--", "1.33"}, ""},
		{[]string{"command=changelog", "from=1.30", "to=1.33"}, []string{"changelog", "--", "1.30", "1.33"}, ""},

		{[]string{}, nil, `the input command: unknown command ""; use one of diff, scan, preflight, changelog`},
		{[]string{"command=render"}, nil, `the input command: unknown command "render"`},
		{[]string{"command=diff", "old=1.23", "from=1.22", "new=1.24"}, nil, "the input old: from has the same meaning but a different value"},
		{[]string{"command=diff", "new=1.24"}, nil, "the input old: it is missing; diff needs"},
		{[]string{"command=diff", "old=1.24"}, nil, "the input new: it is missing; diff needs"},
		{[]string{"command=diff", "old=1.24", "new=1.25", "paths=a"}, nil, "the input paths: it cannot be used with diff; only scan reads files"},
		{[]string{"command=diff", "old=1.24", "new=1.25", "context=a"}, nil, "the input context: it cannot be used with diff; use context:NAME for a cluster"},
		{[]string{"command=diff", "old=1.24\n1.25", "new=1.25"}, nil, "the input old: it must be one line"},
		{[]string{"command=diff", "old=1.24", "new=1.25", "summary=yes"}, nil, `the input summary: it must be true or false, not "yes"`},
		{[]string{"command=scan", "sig=node"}, nil, "the input sig: it cannot be used with scan; only release notes have SIGs"},
		{[]string{"command=scan", "paths=a\n-"}, nil, "the input paths: - is standard input"},
		{[]string{"command=scan", "paths=a\x1bb"}, nil, "the input paths: a line has control characters"},
		{[]string{"command=preflight"}, nil, "the input new: it is missing; preflight needs a version"},
		{[]string{"command=preflight", "to=1.3", "from=1.2"}, nil, "the input from: it cannot be used with preflight; the old side is the version of the cluster"},
		{[]string{"command=changelog", "to=1.3", "fail-on=risky"}, nil, "the input fail-on: it cannot be used with changelog; changelog has no gate"},
		{[]string{"command=changelog", "to=1.3", "kubeconfig=k"}, nil, "the input kubeconfig: it cannot be used with changelog"},
		{[]string{"command=scan", "args=x"}, nil, `the input args: "x" is not a flag`},
		{[]string{"command=scan", "args=-q"}, nil, `the input args: "-q" is not a flag`},
		{[]string{"command=scan", "args=--"}, nil, `the input args: "--" is not a flag`},
		{[]string{"command=scan", "args=--values x"}, nil, `the input args: "--values x": write a flag and its value as --flag=value`},
		{[]string{"command=scan", "args=--values"}, nil, "the input args: --values needs a value: --values=…"},
		{[]string{"command=scan", "args=--off"}, nil, "the input args: scan has no flag --off"},
		{[]string{"command=scan", "args=--fail-on=never"}, nil, "the input args: --fail-on: use the input fail-on"},
		{[]string{"command=scan", "args=--output=json"}, nil, "the input args: --output: use the input format"},
		{[]string{"command=scan", "args=--quiet"}, nil, "the input args: --quiet: it does not affect the report"},
	} {
		in, err := action.ReadInputs(inputs(c.inputs...))
		var got []string
		if err == nil {
			got, err = action.Arguments(in, madeUp)
		}
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) || !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, %v; want %q, %s", c.inputs, got, err, c.want, c.err)
		}
	}
}

func TestOutputs(t *testing.T) {
	t.Parallel()
	got := action.Outputs([]action.Output{{"a", "1"}, {"b", ""}, {"c", "x\nKUBEDELTA_END_0\r\ny=1"}, {"d", "x\r"}})
	want := "a=1\nb=\nc<<KUBEDELTA_END_1\nx\nKUBEDELTA_END_0\r\ny=1\nKUBEDELTA_END_1\nd<<KUBEDELTA_END_0\nx\r\nKUBEDELTA_END_0\n"
	if got != want {
		t.Errorf("%q", got)
	}
}

func TestPullRequest(t *testing.T) {
	t.Parallel()
	for payload, want := range map[string]int{
		``: 0, `{}`: 0, `{"pull_request":{"number":7}}`: 7, `{"issue":{"number":8,"pull_request":{"url":"x"}}}`: 8, `{"issue":{"number":8}}`: 0,
		`{"pull_request":{"number":-1}}`: 0, `{"number":5}`: 0,
	} {
		if got, err := action.PullRequest([]byte(payload)); got != want || err != nil {
			t.Errorf("%s: %d, %v", payload, got, err)
		}
	}
	for _, payload := range []string{"x", `{"pull_request":{"number":"7"}}`, `{"pull_request":7}`} {
		if _, err := action.PullRequest([]byte(payload)); err == nil {
			t.Errorf("%s was taken", payload)
		}
	}
}

func TestRunURL(t *testing.T) {
	t.Parallel()
	env := func(server, repository, id string) func(string) string {
		return func(name string) string {
			return map[string]string{"GITHUB_SERVER_URL": server, "GITHUB_REPOSITORY": repository, "GITHUB_RUN_ID": id}[name]
		}
	}
	if got := action.RunURL(env("https://ghes.example/", "o/r", "42")); got != "https://ghes.example/o/r/actions/runs/42" {
		t.Error(got)
	}
	for _, e := range [][3]string{{"", "o/r", "4"}, {"http://x", "o/r", "4"}, {"https://x", "o", "4"}, {"https://x", "o/r", "4)"}, {"https://x/)", "o/r", "4"}} {
		if got := action.RunURL(env(e[0], e[1], e[2])); got != "" {
			t.Errorf("%q gives %s", e, got)
		}
	}
	if got := action.RunURL(env("https://x", "o/r)](y", "4")); strings.ContainsAny(got, "()[] ") {
		t.Error(got)
	}
}

func TestPlace(t *testing.T) {
	t.Parallel()
	workspace := filepath.FromSlash("/w/r")
	place := action.Place(workspace, filepath.Join(workspace, "deploy"))
	for file, want := range map[string]string{"a.yaml": "deploy/a.yaml", "../b.yaml": "b.yaml", "../../c.yaml": "../../c.yaml", "": "", "-": "-", "..x/y": "deploy/..x/y"} {
		if got := place(file); got != want {
			t.Errorf("%s is %s", file, got)
		}
	}
	if got := place(filepath.Join(workspace, "x", "d.yaml")); got != "x/d.yaml" {
		t.Error(got)
	}
	if got := action.Place("", "/w")("a"); got != "a" {
		t.Error(got)
	}
}

// TestKey checks that the inputs identify a comment, unless a key does.
func TestKey(t *testing.T) {
	t.Parallel()
	key := func(text ...string) string {
		in, err := action.ReadInputs(inputs(text...))
		if err != nil {
			t.Fatal(err)
		}
		return in.Key()
	}
	all := map[string]bool{}
	for _, c := range [][]string{
		{"command=scan"}, {"command=scan", "to=1"}, {"command=scan", "paths=a\nb"}, {"command=scan", "paths=a"}, {"command=diff"}, {"command=scan", "comment-key=a"},
		{"command=scan", "comment-key=b"}, {"command=diff", "comment-key=a"}, {"command=scan", "working-directory=a"}, {"command=scan", "args=a"}, {"command=diff", "sig=a"},
	} {
		all[key(c...)] = true
	}
	if len(all) != 11 {
		t.Errorf("%d keys of 11 uses", len(all))
	}
	if key("command=scan", "comment-key=a", "to=1") != key("command=scan", "comment-key=a", "to=2", "fail-on=never") || key("command=scan", "format=html") != key("command=scan") {
		t.Error("a key does not hold")
	}
}

// FuzzOutputs checks that the runner reads back each value unchanged, and nothing else.
func FuzzOutputs(f *testing.F) {
	for _, text := range []string{"", "a", "x\nKUBEDELTA_END_0\ny=1", "a<<KUBEDELTA_END_0\n", "\r\n", "KUBEDELTA_END_0\r"} {
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		got, err := runner.ReadValues(action.Outputs([]action.Output{{"a", a}, {"b", b}}))
		if err != nil || len(got) != 2 || got["a"] != a || got["b"] != b {
			t.Errorf("%q and %q are read as %q, %v", a, b, got, err)
		}
	})
}

// FuzzInputs checks that no text of an input becomes another flag of the command.
func FuzzInputs(f *testing.F) {
	f.Add("diff", "1.23", "1.24", "a\n-b", "--on\n--values=x")
	f.Add("scan", "", "--", "--\n-", "--fail-on=never")
	f.Fuzz(func(t *testing.T, command, old, new, paths, args string) {
		in, err := action.ReadInputs(inputs("command="+command, "old="+old, "new="+new, "paths="+paths, "args="+args))
		if err != nil {
			return
		}
		list, err := action.Arguments(in, madeUp)
		if err != nil {
			return
		}
		for _, arg := range list[1:] {
			if arg == "--" {
				break
			}
			name, _, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
			if !strings.HasPrefix(arg, "--") || !slices.Contains([]string{"on", "values", "from", "to"}, name) {
				t.Errorf("%q", list)
			}
		}
	})
}
