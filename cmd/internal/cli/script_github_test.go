package cli_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kubedelta/kubedelta/fixtures/github"
)

// githubKey is where a script keeps its GitHub.
type githubKey struct{}

// startGitHub: github FOLDER [option...] serves owner/name/path below the folder
// as GitHub does, and sets $GITHUB to its address. Options are token=WORD and
// PATH=FAULT, a word of fixtures/github.Named with commas for spaces, *TIMES
// behind it.
func startGitHub(t *testing.T) func(ts *testscript.TestScript, neg bool, args []string) {
	return func(ts *testscript.TestScript, _ bool, args []string) {
		s := github.New(t)
		ts.Check(s.Publish(os.DirFS(ts.MkAbs(args[0]))))
		for _, option := range args[1:] {
			key, value, _ := strings.Cut(option, "=")
			if key == "token" {
				s.RequireToken(value)
				continue
			}
			words, count, limited := strings.Cut(value, "*")
			times := -1
			if limited {
				var err error
				times, err = strconv.Atoi(count)
				ts.Check(err)
			}
			fault, err := github.Named(strings.Split(words, ",")...)
			ts.Check(err)
			s.Fail(key, times, fault)
		}
		ts.Setenv("GITHUB", s.URL)
		*ts.Value(githubKey{}).(**github.Server) = s
	}
}

// asked STATUS COUNT PATH wants that many requests so far for paths with that
// text that were answered so; "any" is any status.
func asked(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	got := 0
	for _, r := range (*ts.Value(githubKey{}).(**github.Server)).Requests() {
		if strings.Contains(r.Path, args[2]) && (args[0] == "any" || args[0] == strconv.Itoa(r.Status)) {
			got++
		}
	}
	if got != want {
		ts.Fatalf("%d requests for %s were answered with %s, want %d", got, args[2], args[0], want)
	}
}
