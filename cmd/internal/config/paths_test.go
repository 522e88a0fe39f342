package config_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/config"
)

// TestFoundFile tests what a found file may contain: paths in its repository, but no clusters,
// programs or files to write.
func TestFoundFile(t *testing.T) {
	top := t.TempDir()
	repo, work := filepath.Join(top, "repo"), filepath.Join(top, "repo", "a", "b")
	mkdir(t, repo, ".git")
	mkdir(t, work)
	write(t, "secret", top, "secret")
	write(t, "x", repo, "own")
	mkdir(t, top, "elsewhere")
	link(t, "../../secret", filepath.Join(repo, "a", "leak"))
	link(t, "../own", filepath.Join(repo, "a", "fine"))
	link(t, "../elsewhere", filepath.Join(repo, "out"))
	link(t, "nothing", filepath.Join(repo, "a", "dangling"))
	link(t, "circle", filepath.Join(repo, "a", "circle"))
	for line, want := range map[string]string{
		"ignore-file: w.yaml":           "../w.yaml",
		"ignore-file: ../own":           "../../own",
		"ignore-file: b/w.yaml":         "w.yaml",
		"ignore-file: " + repo + "/own": repo + "/own",
		"ignore-file: fine":             "../fine",
		"ignore-file: own/below":        "../own/below",
		"ignore-file: ''":               "",
		"notes-from: [x, '..']":         "../x|../..",
		"uses: b":                       ".",
		"to: 1.30":                      "1.30",
		"to: ./b":                       "./.",
		"to: b":                         "./.",
		"to: github:v1.30.0":            "github:v1.30.0",
		"output: [json, text]":          "json|text",
		"output: [text=-]":              "text=-",
		"ignore-file: ../../secret":     `! ignore-file "../../secret", outside of the file's repository, is not allowed in a file that kubedelta found`,
		"ignore-file: /etc/passwd":      `! ignore-file "/etc/passwd", outside of the file's repository, is not allowed in a file that kubedelta found`,
		"ignore-file: leak":             `! ignore-file "leak", outside of the file's repository, is not allowed in a file that kubedelta found`,
		"ignore-file: dangling":         `! ignore-file "dangling", outside of the file's repository, is not allowed in a file that kubedelta found`,
		"ignore-file: circle":           `! ignore-file "circle", outside of the file's repository, is not allowed in a file that kubedelta found`,
		"ignore-file: ../out/new":       `! ignore-file "../out/new", outside of the file's repository, is not allowed in a file that kubedelta found`,
		"ignore-file: ../out/new/deep":  `! ignore-file "../out/new/deep", outside of the file's repository, is not allowed in a file that kubedelta found`,
		"notes-from: [x, ../../secret]": `! notes-from "../../secret", outside of the file's repository, is not allowed in a file that kubedelta found`,
		"paths: [x, leak]":              `! paths "leak", outside of the file's repository, is not allowed in a file that kubedelta found`,
		"to: leak":                      `! to "leak", outside of the file's repository, is not allowed in a file that kubedelta found`,
		"to: file:leak":                 `! to "leak", outside of the file's repository, is not allowed in a file that kubedelta found`,
		"exclude: 'b/old/**'":           "{b/old/**,old/**}",
		"exclude: '[a-c]/**/x.yaml'":    "{[a-c]/**/x.yaml,**/x.yaml}",
		"exclude: old/x.yaml":           "{old/x.yaml,../old/x.yaml}",
		"exclude: '**/old'":             "**/old",
		"exclude: ['*.yaml', b]":        "*.yaml|**",
		"exclude: 'b/**'":               "{b/**,**}",
		"to: context:prod":              "! a cluster in to is not allowed in a file that kubedelta found",
		"to: 'context:'":                "! a cluster in to is not allowed in a file that kubedelta found",
		"to: https://h:6443":            "! a cluster in to is not allowed in a file that kubedelta found",
		"uses: context:prod":            "! a cluster in uses is not allowed in a file that kubedelta found",
		"output: [json=report.json]":    "! a path to write in output is not allowed in a file that kubedelta found",
		"output: text=/home/me/.bashrc": "! a path to write in output is not allowed in a file that kubedelta found",
		"kubeconfig: kc":                "! kubeconfig is not allowed in a file that kubedelta found",
		"kubeconfig: ''":                "! kubeconfig is not allowed in a file that kubedelta found",
	} {
		key, _, _ := strings.Cut(line, ":")
		command := "scan"
		if key == "uses" {
			command = "diff"
		}
		place, ok, err := config.Find(place(t, repo, command, line), "")
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		place.Work = work
		file, err := config.Read(place, []byte("version: 1\n"+command+":\n  "+line), spec())
		var got string
		if err != nil {
			got = "! " + strings.SplitN(err.Error(), ": ", 2)[1]
		} else {
			got = strings.Join(file.Commands[command][key].Values, "|")
		}
		if refused := strings.HasPrefix(want, "!"); refused && !strings.HasPrefix(got, want) || !refused && got != want {
			t.Errorf("%s:\n got %s\nwant %s", line, got, want)
		}
	}
}

// place writes the file of a case into the repository, and returns its folder.
func place(t *testing.T, repo, command, line string) string {
	t.Helper()
	return filepath.Dir(write(t, fmt.Sprintf("version: 1\n%s:\n  %s\n", command, line), repo, "a", ".kubedelta.yaml"))
}

// TestTopIsTakenByEachCommand checks that a general key of a found file is refused if it names a
// cluster for one of the commands.
func TestTopIsTakenByEachCommand(t *testing.T) {
	where := config.Place{File: "/r/.kubedelta.yaml", Shown: ".kubedelta.yaml", Folder: "/r", Work: "/r/w", Found: true, Root: "/r"}
	if _, err := config.Read(where, []byte("version: 1\nto: context:prod"), spec()); err == nil {
		t.Error("the top names a cluster")
	}
	file, err := config.Read(where, []byte("version: 1\nto: ./x"), spec())
	if err != nil {
		t.Fatal(err)
	}
	if word, path := file.General["diff"]["to"].Values[0], file.General["scan"]["to"].Values[0]; word != "./x" || path != "../x" {
		t.Errorf("to is %s and %s", word, path)
	}
}

// TestShown checks that no secret is printed.
func TestShown(t *testing.T) {
	set := config.Flag{Name: "set", Secret: true}
	for value, want := range map[string]string{"db.password=x=y": "db.password=***", "word": "***"} {
		if got := set.Shown(value); got != want {
			t.Errorf("%s is shown as %s", value, got)
		}
	}
	url := config.Flag{Name: "proxy-url"}
	for value, want := range map[string]string{
		"http://me:secret@h:80/x": "http://xxxxx@h:80/x", "https://token@h": "https://xxxxx@h", "http://h": "http://h", "": "", "a@b": "a@b",
	} {
		if got := url.Shown(value); got != want {
			t.Errorf("%s is shown as %s", value, got)
		}
	}
}
