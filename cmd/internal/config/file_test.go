package config_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/config"
	"github.com/kubedelta/kubedelta/fixtures/growth"
)

// TestProblems has every message about an invalid file, with its place.
func TestProblems(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "1:1: the file is empty: begin it with version: 1",
		"# only this\n---\n":            "1:1: the file is empty: begin it with version: 1",
		"a":                             `1:1: the file must contain keys with values, beginning with version: 1, not the string "a"`,
		"- a":                           "1:1: the file must contain keys with values, beginning with version: 1, not a list",
		"fail-on: never":                "1:1: the version is missing: begin the file with version: 1",
		"nope: 1\nversion: 2":           "2:10: the file has version 2, but this version of kubedelta reads version 1: install a newer kubedelta",
		"version: 0":                    "1:10: version 0 does not exist: write version: 1",
		"version: '1'":                  `1:10: version must be the number 1, without quotes, not the string "1"`,
		"version: 1.0":                  "1:10: version must be the number 1, without quotes, not 1.0",
		"version:":                      "1:9: version must be the number 1, without quotes, not nothing",
		"version: 99999999999999999999": "1:10: version must be the number 1, without quotes, not 99999999999999999999",
		"version: 1\nversion: 1":        `2:1: the key "version" is repeated; the first is on line 1`,

		"version: 1\nfail_on: never":                        `2:1: unknown key "fail_on"; did you mean "fail-on"?`,
		"version: 1\nscann: {}":                             `2:1: unknown key "scann"; did you mean "scan"?`,
		"version: 1\nzebra: 1":                              `2:1: unknown key "zebra"; docs/config.md lists all keys`,
		"version: 1\nscan:\n  with-notes: true":             `3:3: unknown key "with-notes" of scan; use one of diff`,
		"version: 1\nscan:\n  fail-on: a\n  ofline: true":   `4:3: unknown key "ofline" of scan; did you mean "offline"?`,
		"version: 1\npaths: [a]":                            `2:1: unknown key "paths": it belongs under scan`,
		"version: 1\ngithub-token: a":                       `2:1: unknown key "github-token": secrets are not allowed in this file; use a kubeconfig or --token-file for clusters, and GITHUB_TOKEN for GitHub`,
		"version: 1\nscan: {password: a}":                   `2:8: unknown key "password" of scan: secrets are not allowed in this file; use a kubeconfig or --token-file for clusters, and GITHUB_TOKEN for GitHub`,
		"version: 1\nscan: true":                            "2:7: scan is a command: its value must be a map of its flags, as in {fail-on: breaking}, not true",
		"version: 1\nscan: [a]":                             "2:7: scan is a command: its value must be a map of its flags, as in {fail-on: breaking}, not a list",
		"version: 1\n? [a]\n: b":                            "2:3: a key must be the name of a command or flag, not a list",
		"version: 1\nnope: 1\nalso: 2":                      `2:1: unknown key "nope"; docs/config.md lists all keys (and 1 more error)`,
		"version: 1\nnope: 1\nalso: 2\nscan: 4":             `2:1: unknown key "nope"; docs/config.md lists all keys (and 2 more errors)`,
		"version: 1\nscan: {offline: true, offline: false}": `2:23: the key "offline" is repeated; the first is on line 2`,
		"version: 1\n\"a\\e[31m\\nb\": 1":                   `2:1: unknown key "a\x1b[31m\nb"; docs/config.md lists all keys`,
		"version: 1\n" + strings.Repeat("x", 1000) + ": 1":  `2:1: unknown key "` + strings.Repeat("x", 60) + `…"; docs/config.md lists all keys`,
		"version: 1\nfail-on:":                              "2:9: fail-on has no value: set one, or remove the key",
		"version: 1\nfail-on: ~":                            "2:10: fail-on has no value: set one, or remove the key",
		"version: 1\nfail-on: true":                         `2:10: fail-on takes a string, not true: write "true" in quotes if you mean a string`,
		"version: 1\nfail-on: [a]":                          "2:10: fail-on takes a string, not a list",
		"version: 1\nignore-file: [a]":                      "2:14: ignore-file takes a path, not a list",
		"version: 1\nnotes-from: {a: b}":                    "2:13: notes-from takes a path or a list of paths, not a mapping",
		"version: 1\noffline: yes":                          `2:10: offline takes true or false, not the string "yes"`,
		"version: 1\noffline: 'true'":                       `2:10: offline takes true or false, not the string "true"`,
		"version: 1\noffline: 1":                            "2:10: offline takes true or false, not 1",
		"version: 1\ntimeout: 30":                           "2:10: timeout takes a time above 0 with a unit, such as 30s or 2m, not 30",
		"version: 1\ntimeout: '0'":                          `2:10: timeout takes a time above 0 with a unit, such as 30s or 2m, not the string "0"`,
		"version: 1\ntimeout: -1ms":                         `2:10: timeout takes a time above 0 with a unit, such as 30s or 2m, not the string "-1ms"`,
		"version: 1\ntimeout: soon":                         `2:10: timeout takes a time above 0 with a unit, such as 30s or 2m, not the string "soon"`,
		"version: 1\nscan: {parallel: many}":                `2:18: parallel takes a whole number, not the string "many"`,
		"version: 1\nscan: {parallel: 1.5}":                 "2:18: parallel takes a whole number, not 1.5",
		"version: 1\nkind: {a: b}":                          "2:7: kind takes a string or a list of strings, not a mapping",
		"version: 1\nkind: [a, [b]]":                        "2:11: kind takes a list of strings, but this is a list",
		"version: 1\nkind:\n- a\n-":                         "4:2: kind takes a list of strings, but this is nothing",
		"version: 1\nkind: [a, true]":                       `2:11: kind takes a string or a list of strings, not true: write "true" in quotes if you mean a string`,
		"version: 1\nkind: 'a,\"b'":                         `2:7: kind: "a,\"b" is not a valid list: its quotes do not match`,
		"version: 1\nnotes-from: [~/a]":                     "2:14: notes-from: ~ is not expanded: write an absolute path, or a path relative to the folder of this file",
		"version: 1\nnotes-from: '-'":                       "2:13: notes-from: standard input (-) is allowed only on the command line",
		"version: 1\nproxy-url: http://me:secret@h":         "2:12: proxy-url contains a password: secrets are not allowed in this file; set it on the command line or in KUBEDELTA_PROXY_URL",
		"version: 1\nproxy-url: \"a\\0b\"":                  "2:12: proxy-url contains a zero byte",
		"version: 1\nfail-on: !!str never":                  "2:10: tags (!!str) are not supported: write the value without a tag",
		"version: 1\nscan: !x {a: b}":                       "2:7: tags (!x) are not supported: write the value without a tag",
		"version: 1\nkind: &a [b]\nnotes-from: *a":          "3:13: aliases (*a) are not supported: write the value out",
		"version: 1\ndiff: &a {}\nscan: *a":                 "3:7: aliases (*a) are not supported: write the value out",
		"version: 1\ndiff: &a {}\nscan:\n  <<: *a":          "4:3: merge keys (<<) are not supported: write the keys out",
		"version: 1\n---\nversion: 1":                       "2:1: a second document begins here: the file must be one document, without ---",
		"version: 1\nscan:\n\toffline: true":                "3: the line is indented with a tab: YAML needs spaces",
		"version: 1\nscan: [":                               "2: not valid YAML: did not find expected node content",
		"version: 1\nfail-on: *nope":                        "1: not valid YAML: unknown anchor 'nope' referenced",
		"version: 1\nfail-on: a\xff":                        "2: the line is not UTF-8: save the file as UTF-8",
		"version: 1\nfail-on: a\x00":                        "2: the line contains a zero byte: is it a text file?",
		"\xff\xfev\x00e\x00":                                " the file is written in UTF-16: save it as UTF-8",
		"version: 1\n#" + strings.Repeat("x", 1<<20):        " the file is larger than 1 MiB: is it the right file?",
	} {
		_, err := read(text)
		if err == nil {
			t.Errorf("%q is taken", text[:min(len(text), 80)])
		} else if got, _ := strings.CutPrefix(err.Error(), "conf/k.yaml:"); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text[:min(len(text), 80)], got, want)
		}
	}
}

// TestValues tests how valid values are read.
func TestValues(t *testing.T) {
	for line, want := range map[string]string{
		"fail-on: never": "never", "fail-on: ''": "", "fail-on: 1.30": "1.30", "fail-on: 010": "010", "fail-on: 2026-01-31": "2026-01-31",
		"fail-on: |-\n    a\n    b": "a\nb", "fail-on: off": "off", "fail-on: null-ish": "null-ish",
		"offline: true": "true", "offline: FALSE": "false", "timeout: 1m30s": "1m30s",
		"kind: a": "a", "kind: a,b": "a|b", "kind: [a, 'b,c', 1.30]": "a|b,c|1.30", "kind: []": "", "kind: ''": "", "kind: 'a,\"b,c\"'": "a|b,c",
		"notes-from: a,b": "conf/a,b", "notes-from: [a, ../b, /c, ./d/]": "conf/a|b|/c|conf/d",
		"ignore-file: a.yaml": "conf/a.yaml", "kubeconfig: ''": "", "proxy-url: http://h:80": "http://h:80", "proxy-url: http://h/@": "http://h/@",
		"parallel: 3": "3", "parallel: 0x10": "16", "timeout: +1h": "+1h", "to: 1.30": "1.30", "to: context:prod": "context:prod", "to: ./crds": "./conf/crds", "to: ../x.json": "./x.json",
		"to: ../../x.json": "../x.json", "to: /x": "/x", "to: file:1.30": "./conf/1.30", "to: nope": "nope", "to: github:v1.30.0": "github:v1.30.0",
		"to: https://h:6443": "https://h:6443", "paths: [a, b/../c]": "conf/a|conf/c", "output: [json=a.json, markdown, text=-]": "json=conf/a.json|markdown|text=-",
		"set: [a=1, 'b=2,c=3']": "a=1|b=2,c=3",
	} {
		file, err := read("version: 1\nscan:\n  " + line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		key, _, _ := strings.Cut(line, ":")
		if got := strings.Join(file.Commands["scan"][key].Values, "|"); got != want {
			t.Errorf("%s is read as %q, want %q", line, got, want)
		}
	}
}

// TestTaken tests complete valid files.
func TestTaken(t *testing.T) {
	for _, text := range []string{
		"version: 1", "---\nversion: 1\n...\n", "\ufeffversion: 1\nfail-on: a\n", "version: 1\r\nfail-on: a\r\n", "{version: 1, scan: {}}",
		"version: 1\nscan:\n  # nothing yet\n", "# first\nscan: {offline: true}\nversion: 1", "version: 1\nkind: &unused [a]",
		"version: 1\nfail-on: \"a\tb\" # \tx", "\"version\": 1",
	} {
		if _, err := read(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestBombs checks that small files that expand to large ones are refused quickly.
func TestBombs(t *testing.T) {
	// Fully expanded, this has 10^25 items.
	aliases := "version: 1\na: &a [x,x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c < 'z'; c++ {
		aliases += string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+string(c-1)+",", 10) + "]\n"
	}
	refused(t, "aliases", aliases)
	growth.Texts(t, 200_000, func(n int) map[string]string {
		return map[string]string{
			"depth":  "version: 1\nkind: " + strings.Repeat("[", n),
			"braces": "version: 1\nkind: " + strings.Repeat("{a: ", n/4),
			"keys":   "version: 1\n" + strings.Repeat("zzzzzzzz: 1\n", n/12),
			"others": "version: 1\n" + manyKeys(n/10),
			"key":    "version: 1\n" + strings.Repeat("z", n) + ": 1",
			"list":   "version: 1\nkind: [" + strings.Repeat("a,", n/2) + "a]",
		}
	}, func(name, text string) { refused(t, name, text) })
}

// refused checks that a text is refused with one short line. Only long lists are accepted.
func refused(t *testing.T, name, text string) {
	t.Helper()
	_, err := read(text)
	if err == nil && name != "list" {
		t.Errorf("%s is taken", name)
	}
	if err != nil && (len(err.Error()) > 500 || strings.Contains(err.Error(), "\n")) {
		t.Errorf("%s: the error has %d characters", name, len(err.Error()))
	}
}

func manyKeys(n int) string {
	var b bytes.Buffer
	for i := range n {
		b.WriteString("k")
		for ; i > 0; i /= 10 {
			b.WriteByte(byte('0' + i%10))
		}
		b.WriteString("-: 1\n")
	}
	return b.String()
}

// FuzzRead checks that any text is accepted, or refused in one line with a place in the file, with
// the same result each time; and that the paths of a found file stay in its folder and that it
// names no cluster, program or file to write.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		minimal, "version: 1\nscan:\n  paths: [a, ../b]\n  to: context:x\n", "version: 1\nkind: [a, b]\ntimeout: 1s", "version: 1\n<<: *a", "\xef\xbb\xbfversion: 1",
		"version: 1\noutput: [json=a]\nuses: a\nignore-file: ../../x\nkubeconfig: y", "version: 1\n---\n", "? a\n: b", "version: 1\nscan: {<<: {a: b}, set: [x]}", "version: 1\n\tx",
	} {
		f.Add(text)
	}
	s := spec()
	f.Fuzz(func(t *testing.T, text string) {
		where := config.Place{File: "/r/s/.kubedelta.yaml", Shown: ".kubedelta.yaml", Folder: "/r/s", Work: "/r/s", Found: true, Root: "/r/s"}
		file, err := config.Read(where, []byte(text), s)
		again, errAgain := config.Read(where, []byte(text), s)
		if (err == nil) != (errAgain == nil) || err != nil && err.Error() != errAgain.Error() {
			t.Fatalf("%v, then %v", err, errAgain)
		}
		if err != nil {
			checkError(t, text, err)
			return
		}
		for _, sections := range []map[string]map[string]config.Setting{file.General, file.Commands} {
			for command, settings := range sections {
				for name, setting := range settings {
					checkSetting(t, command, name, setting)
					if other := again.General[command][name]; sections[command] == nil && other.From != setting.From {
						t.Fatalf("%s is %v, then %v", name, setting, other)
					}
				}
			}
		}
	})
}

func checkError(t *testing.T, text string, err error) {
	t.Helper()
	message := err.Error()
	for _, r := range message {
		if r < ' ' || r == 0x7f {
			t.Fatalf("the message %q holds a control character", message)
		}
	}
	if len(message) > 1000 {
		t.Fatalf("the message has %d characters", len(message))
	}
	problem := err.(*config.Error).Problems[0] //nolint:errorlint // no other error is expected
	if lines := strings.Count(text, "\n") + strings.Count(text, "\r") + strings.Count(text, "\u0085") + strings.Count(text, "\u2028") + strings.Count(text, "\u2029"); problem.Line < 0 || problem.Line > lines+2 {
		t.Fatalf("line %d of %d: %s", problem.Line, lines+1, message)
	}
}

func checkSetting(t *testing.T, command, name string, setting config.Setting) {
	t.Helper()
	c, _ := spec().Command(command)
	flag, ok := c.Flag(name)
	if !ok || flag.Guard != "" {
		t.Fatalf("%s of %s is set", name, command)
	}
	for _, v := range setting.Values {
		switch flag.Means {
		case config.Words, config.Glob:
		case config.Path:
			if v == ".." || strings.HasPrefix(v, "../") || filepath.IsAbs(v) && v != "/r/s" && !strings.HasPrefix(filepath.Clean(v), "/r/s/") {
				t.Fatalf("%s leads out of the folder: %s", name, v)
			}
		case config.Source, config.PathOrContext:
			if strings.HasPrefix(v, "context:") || strings.Contains(v, "://") && !strings.HasPrefix(v, ".") && !strings.HasPrefix(v, "/r/s") && !strings.Contains(v, ":/") {
				t.Fatalf("%s names a cluster: %s", name, v)
			}
		case config.FormatAndPath:
			if _, path, to := strings.Cut(v, "="); to && path != "" && path != "-" {
				t.Fatalf("%s writes to %s", name, path)
			}
		}
	}
}
