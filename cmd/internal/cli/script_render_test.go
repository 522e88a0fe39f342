package cli_test

import (
	"errors"
	"os/exec"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// rendersSame: rendered CODE COMMAND... runs a command that writes a report, in JSON and
// in every format that it has, and wants `render` of the JSON to give the same bytes in
// each. Where the command line has a gate, render ends with CODE too, else with 0.
// COMMAND must leave out kubedelta and -o.
func rendersSame(ts *testscript.TestScript, _ bool, args []string) {
	formats := formatsOf(ts, args[1])
	ts.Check(ts.Exec("mkdir", "-p", "direct", "again"))
	into := func(folder string) (flags []string) {
		for _, f := range formats {
			flags = append(flags, "-o", f+"="+folder+"/"+f)
		}
		if slices.Contains(formats, "template") {
			flags = append(flags, "--template", "rendered.tmpl")
		}
		return flags
	}
	command := strings.Join(args[1:], " ")
	if code := codeOf(ts, append(args[1:], into("direct")...)...); code != args[0] {
		ts.Fatalf("%s exited with %s, want %s: %s", command, code, args[0], ts.ReadFile("stderr"))
	}
	want := "0"
	if slices.ContainsFunc(args, func(a string) bool { return a == "--fail-on" || a == "--allow-incomplete" }) {
		want = args[0]
	}
	if code := codeOf(ts, append([]string{"render", "direct/json"}, into("again")...)...); code != want {
		ts.Fatalf("%s: render exited with %s, want %s: %s", command, code, want, ts.ReadFile("stderr"))
	}
	for _, f := range formats {
		if direct, again := ts.ReadFile("direct/"+f), ts.ReadFile("again/"+f); direct != again {
			ts.Fatalf("%s: render -o %s differs from what the command wrote: %s", command, f, firstDifference(direct, again))
		}
	}
}

// joinsSame: joined CODE FOLDER COMMAND... wants render of a folder of reports to give, in
// every format, what a command writes that makes one report of all.
func joinsSame(ts *testscript.TestScript, _ bool, args []string) {
	into := ts.MkAbs("together.json")
	if code := codeOf(ts, append(args[2:], "-o", "json="+into)...); code != args[0] {
		ts.Fatalf("exited with %s, want %s: %s", code, args[0], ts.ReadFile("stderr"))
	}
	ts.Check(ts.Exec("mkdir", "-p", "direct", "again"))
	for _, source := range [][2]string{{into, "direct"}, {args[1], "again"}} {
		line := []string{"render", source[0], "--template", "rendered.tmpl"}
		for _, f := range formatsOf(ts, args[2]) {
			line = append(line, "-o", f+"="+source[1]+"/"+f)
		}
		if code := codeOf(ts, line...); code != "0" {
			ts.Fatalf("render exited with %s: %s", code, ts.ReadFile("stderr"))
		}
	}
	for _, f := range formatsOf(ts, args[2]) {
		if direct, again := ts.ReadFile("direct/"+f), ts.ReadFile("again/"+f); direct != again {
			ts.Fatalf("render %s -o %s differs from one report of all: %s", args[1], f, firstDifference(direct, again))
		}
	}
}

// formatsOf are the formats that a command says it has.
func formatsOf(ts *testscript.TestScript, command string) []string {
	line := []string{command, "-o", "no-such-format"}
	switch command {
	case "diff":
		line = append(line, "1.35", "1.36")
	case "changelog":
		line = append(line, "1.35")
	case "scan":
		line = append(line, ".")
	case "preflight":
		line = append(line, "--to", "1.36")
	}
	codeOf(ts, line...)
	_, list, ok := strings.Cut(strings.TrimSpace(ts.ReadFile("stderr")), "use one of ")
	formats := strings.Split(list, ", ")
	if !ok || !slices.Contains(formats, "json") || len(formats) < 5 {
		ts.Fatalf("%s does not tell its formats: %s", command, ts.ReadFile("stderr"))
	}
	return formats
}

// codeOf is the exit code of kubedelta.
func codeOf(ts *testscript.TestScript, args ...string) string {
	err := ts.Exec("kubedelta", args...)
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "0"
	case errors.As(err, &exit):
		return exit.ProcessState.String()[len("exit status "):]
	}
	ts.Fatalf("%v", err)
	return ""
}

// firstDifference is the first line in which two texts differ.
func firstDifference(a, b string) string {
	one, other := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(one), len(other)) {
		if one[i] != other[i] {
			return one[i] + " | " + other[i]
		}
	}
	return "one is longer"
}
