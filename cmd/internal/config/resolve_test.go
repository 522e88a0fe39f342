package config_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/config"
)

// resolve runs Resolve for one command of the small spec.
func resolve(t *testing.T, command string, given map[string][]string, env []string, text string) config.Resolved {
	t.Helper()
	var file *config.File
	if text != "" {
		var err error
		if file, err = read(text); err != nil {
			t.Fatal(err)
		}
	}
	c, _ := spec().Command(command)
	r, err := config.Resolve(c, given, config.NewEnvironment(env), file)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPrecedence tests every set of levels: the highest one applies.
func TestPrecedence(t *testing.T) {
	levels := []string{"file", "section", "variable", "own variable", "flag"}
	for set := range 1 << len(levels) {
		want, from := "", "default"
		text, env, given := "version: 1\n", []string{"OTHER=x"}, map[string][]string{}
		for i, level := range levels {
			if set&(1<<i) == 0 {
				continue
			}
			want = level
			switch level {
			case "file":
				text += "fail-on: file\n"
				from = "conf/k.yaml:2:10"
			case "section":
				text += "scan:\n  fail-on: section\n"
				from = fmt.Sprintf("conf/k.yaml:%d:12", strings.Count(text, "\n"))
			case "variable":
				env = append(env, "KUBEDELTA_FAIL_ON=variable")
				from = "KUBEDELTA_FAIL_ON"
			case "own variable":
				env = append(env, "KUBEDELTA_SCAN_FAIL_ON=own variable")
				from = "KUBEDELTA_SCAN_FAIL_ON"
			case "flag":
				given["fail-on"] = []string{"flag"}
				from = "--fail-on"
			}
		}
		setting, ok := resolve(t, "scan", given, env, text).Settings["fail-on"]
		if ok != (want != "") || strings.Join(setting.Values, "") != want || setting.From.String() != from {
			t.Errorf("%05b: %q by %s, want %q by %s", set, setting.Values, setting.From, want, from)
		}
	}
}

// TestOtherSection checks that the section of a command does not apply to another one.
func TestOtherSection(t *testing.T) {
	r := resolve(t, "diff", nil, []string{"KUBEDELTA_SCAN_OFFLINE=true", "KUBEDELTA_OUTPUT=json"}, "version: 1\nscan: {fail-on: a}")
	if got := shown(r.Settings); got != "output=json (KUBEDELTA_OUTPUT)" {
		t.Errorf("diff has %s", got)
	}
	r = resolve(t, "snapshot", nil, []string{"KUBEDELTA_OUTPUT=json"}, "version: 1\noutput: json")
	if len(r.Settings) != 0 {
		t.Errorf("what is a format to others is a folder to snapshot: %v", r.Settings)
	}
	if r = resolve(t, "snapshot", nil, []string{"KUBEDELTA_SNAPSHOT_OUTPUT=dir"}, ""); shown(r.Settings) != "output=dir (KUBEDELTA_SNAPSHOT_OUTPUT)" {
		t.Errorf("snapshot has %v", r.Settings)
	}
}

// TestListsAreNotJoined checks that a list replaces one of a lower level, also if it is empty.
func TestListsAreNotJoined(t *testing.T) {
	const text = "version: 1\nkind: [a, b]"
	if r := resolve(t, "scan", map[string][]string{"kind": {"c"}}, nil, text); shown(r.Settings) != "kind=c (--kind)" {
		t.Error(shown(r.Settings))
	}
	if r := resolve(t, "scan", nil, nil, text+"\nscan: {kind: []}"); len(r.Settings["kind"].Values) != 0 {
		t.Error(shown(r.Settings))
	}
	if r := resolve(t, "scan", nil, []string{"KUBEDELTA_KIND="}, text); shown(r.Settings) != "kind=a|b (conf/k.yaml:2:7)" {
		t.Error("an empty variable says something: " + shown(r.Settings))
	}
}

// TestClashes checks that of two flags that exclude each other the one with the higher level
// applies. On the same level none is dropped, and false or empty values exclude nothing.
func TestClashes(t *testing.T) {
	for name, tc := range map[string]struct {
		command string
		given   map[string][]string
		env     []string
		text    string
		want    string
	}{
		"flag over file": {"diff", map[string][]string{"no-notes": {"true"}}, nil, "version: 1\ndiff: {with-notes: true, notes-from: [a]}",
			"no-notes=true (--no-notes)"},
		"flag over file, the other way": {"diff", map[string][]string{"with-notes": {"true"}}, nil, "version: 1\ndiff: {no-notes: true}",
			"with-notes=true (--with-notes)"},
		"a flag that is false": {"diff", map[string][]string{"no-notes": {"false"}}, nil, "version: 1\ndiff: {with-notes: true}",
			"no-notes=false (--no-notes) with-notes=true (conf/k.yaml:2:20)"},
		"an empty list": {"diff", map[string][]string{"notes-from": {}}, nil, "version: 1\ndiff: {no-notes: true}",
			"no-notes=true (conf/k.yaml:2:18) notes-from= (--notes-from)"},
		"variable over file": {"diff", nil, []string{"KUBEDELTA_NO_NOTES=1"}, "version: 1\ndiff: {with-notes: true}",
			"no-notes=true (KUBEDELTA_NO_NOTES)"},
		"section over top": {"diff", nil, nil, "version: 1\nwith-notes: true\ndiff: {no-notes: true}",
			"no-notes=true (conf/k.yaml:3:18)"},
		"two of the same section": {"diff", nil, nil, "version: 1\ndiff: {with-notes: true, no-notes: true}",
			"no-notes=true (conf/k.yaml:2:36) with-notes=true (conf/k.yaml:2:20)"},
		"two flags": {"diff", map[string][]string{"no-notes": {"true"}, "with-notes": {"true"}}, nil, "",
			"no-notes=true (--no-notes) with-notes=true (--with-notes)"},
		"what is dropped drops nothing": {"diff", map[string][]string{"with-notes": {"true"}}, []string{"KUBEDELTA_NO_NOTES=1"}, "version: 1\ndiff: {notes-from: [a]}",
			"notes-from=conf/a (conf/k.yaml:2:20) with-notes=true (--with-notes)"},
		"an argument": {"diff", map[string][]string{"OLD": {"https://h"}}, []string{"KUBEDELTA_KUBECONFIG=k"}, "",
			"new-kubeconfig=k (KUBEDELTA_KUBECONFIG)"},
		"another argument": {"diff", map[string][]string{"OLD": {"1.30"}}, []string{"KUBEDELTA_KUBECONFIG=k"}, "",
			"kubeconfig=k (KUBEDELTA_KUBECONFIG)"},
		"an argument, and the place is taken": {"diff", map[string][]string{"OLD": {"https://h"}, "new-kubeconfig": {"n"}}, []string{"KUBEDELTA_KUBECONFIG=k"}, "",
			"new-kubeconfig=n (--new-kubeconfig)"},
		"an argument and a flag":       {"diff", map[string][]string{"OLD": {"https://h"}, "kubeconfig": {"k"}}, nil, "", "kubeconfig=k (--kubeconfig)"},
		"needs what is not there":      {"scan", nil, nil, "version: 1\nscan: {backup: true}", ""},
		"needs what is off":            {"scan", map[string][]string{"fix": {"false"}}, nil, "version: 1\nscan: {backup: true, fix: true}", "fix=false (--fix)"},
		"needs what is there":          {"scan", map[string][]string{"fix": {"true"}}, nil, "version: 1\nscan: {backup: true}", "backup=true (conf/k.yaml:2:16) fix=true (--fix)"},
		"is typed and needs":           {"scan", map[string][]string{"backup": {"true"}}, nil, "", "backup=true (--backup)"},
		"another tool's variable":      {"scan", nil, []string{"NO_COLOR=1"}, "version: 1\ncolor: always", ""},
		"another tool's, empty":        {"scan", nil, []string{"NO_COLOR="}, "version: 1\ncolor: always", "color=always (conf/k.yaml:2:8)"},
		"another tool's, and our own":  {"scan", nil, []string{"NO_COLOR=1", "KUBEDELTA_COLOR=always"}, "version: 1\ncolor: never", "color=always (KUBEDELTA_COLOR)"},
		"another tool's, and the flag": {"scan", map[string][]string{"color": {"always"}}, []string{"NO_COLOR=1"}, "", "color=always (--color)"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := shown(resolve(t, tc.command, tc.given, tc.env, tc.text).Settings); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

// TestDroppedIsTold checks that dropped settings are kept with the reason, for config view.
func TestDroppedIsTold(t *testing.T) {
	r := resolve(t, "diff", map[string][]string{"no-notes": {"true"}}, []string{"NO_COLOR=1"}, "version: 1\ncolor: always\ndiff: {with-notes: true}")
	for name, want := range map[string]string{"with-notes": "conf/k.yaml:3:20 for --no-notes", "color": "conf/k.yaml:2:8 for NO_COLOR"} {
		d := r.Dropped[name]
		if got := d.Setting.From.String() + " for " + d.For; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// shown returns settings as one line, by name.
func shown(settings map[string]config.Setting) string {
	var parts []string
	for name, s := range settings {
		parts = append(parts, fmt.Sprintf("%s=%s (%s)", name, strings.Join(s.Values, "|"), s.From))
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}

// TestEnvironmentValues tests how the text of a variable is read.
func TestEnvironmentValues(t *testing.T) {
	for line, want := range map[string]string{
		"KUBEDELTA_OFFLINE=1": "true", "KUBEDELTA_OFFLINE=false": "false", "KUBEDELTA_OFFLINE=T": "true",
		"KUBEDELTA_TIMEOUT=5s": "5s", "KUBEDELTA_PARALLEL=3": "3", "KUBEDELTA_FAIL_ON=a=b": "a=b",
		"KUBEDELTA_KIND=a,b": "a|b", "KUBEDELTA_KIND=a\n\nb,c\r\n": "a|b|c", "KUBEDELTA_KIND=\"a,b\",c": "a,b|c",
		"KUBEDELTA_NOTES_FROM=a,b\nc": "a,b|c", "KUBEDELTA_SCAN_PATHS=../a\n/b": "../a|/b", "KUBEDELTA_KUBECONFIG=kc": "kc",
	} {
		r := resolve(t, "scan", nil, []string{line}, "")
		variable, _, _ := strings.Cut(line, "=")
		for _, s := range r.Settings {
			if got := strings.Join(s.Values, "|"); got != want || s.From.String() != variable {
				t.Errorf("%q is read as %q by %s, want %q", line, got, s.From, want)
			}
		}
		if len(r.Settings) != 1 {
			t.Errorf("%q sets %d flags", line, len(r.Settings))
		}
	}
	c, _ := spec().Command("scan")
	for line, want := range map[string]string{
		"KUBEDELTA_OFFLINE=yes":         `the environment variable KUBEDELTA_OFFLINE cannot be used: it takes true or false, not "yes"`,
		"KUBEDELTA_SCAN_PARALLEL=a\x1b": `the environment variable KUBEDELTA_SCAN_PARALLEL cannot be used: it takes a whole number, not "a\x1b"`,
		"KUBEDELTA_TIMEOUT=30":          `the environment variable KUBEDELTA_TIMEOUT cannot be used: it takes a time above 0 with a unit, such as 30s or 2m, not "30"`,
		"KUBEDELTA_KIND=\"a":            `the environment variable KUBEDELTA_KIND cannot be used: "\"a" is not a valid list: its quotes do not match`,
	} {
		if _, err := config.Resolve(c, nil, config.NewEnvironment([]string{line}), nil); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", line, err, want)
		}
	}
}

func TestMisspelt(t *testing.T) {
	env := config.NewEnvironment([]string{
		"KUBEDELTA_FAILON=a", "KUBEDELTA_SCAN_FAIL_NO=b", "KUBEDELTA_CONFIGS=c", "KUBEDELTA_OFLINE=",
		"KUBEDELTA_FAIL_ON=a", "KUBEDELTA_CONFIG=a", "KUBEDELTA_SCAN_PATHS=a", "KUBEDELTA_SERVICE_HOST=10.0.0.1", "KUBEDELTA_PORT=tcp://10.0.0.1:443",
		"KUBEDELTA_DATA=a", "KUBEDELTA_REQUIRE_DATA=1", "KUBEDELTA_PAGER=less", "KUBEDELTA_VERSION=v1", "OFFLIN=1",
	})
	want := []string{
		"the environment variable KUBEDELTA_CONFIGS is not read; did you mean KUBEDELTA_CONFIG?",
		"the environment variable KUBEDELTA_FAILON is not read; did you mean KUBEDELTA_FAIL_ON?",
		"the environment variable KUBEDELTA_SCAN_FAIL_NO is not read; did you mean KUBEDELTA_SCAN_FAIL_ON?",
	}
	if got := env.Misspelt(spec()); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
