package checker_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// FuzzObject checks any object without a panic. Each finding names a rule and a place in the text,
// and a second check has the same findings.
func FuzzObject(f *testing.F) {
	files, _ := filepath.Glob(casesDir + "/*/*.txtar")
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range txtar.Parse(b).Files {
			if part.Name == "in.yaml" {
				f.Add(part.Data)
			}
		}
	}
	strict := target(f, "", "1.35")
	strict.Strict = true
	checkers := []*checker.Checker{compile(f, strict), compile(f, target(f, "1.20", "1.26"))}
	f.Fuzz(func(t *testing.T, data []byte) {
		lines := strings.Count(string(data), "\n") + strings.Count(string(data), "\r") + 1
		for _, j := range checkers {
			first, second := collect(j, data), collect(j, data)
			if len(first) != len(second) {
				t.Fatalf("%d findings, and then %d", len(first), len(second))
			}
			for i, f := range first {
				if !slices.ContainsFunc(checker.Rules(), func(r checker.Rule) bool { return r.ID == f.Rule }) {
					t.Errorf("there is no rule %q", f.Rule)
				}
				if f.Line < 1 || f.Line > lines+strings.Count(string(data), "\u2028")+strings.Count(string(data), "\u2029")+strings.Count(string(data), "\u0085") || f.Column < 1 {
					t.Errorf("%s at %d:%d of %d lines", f.Rule, f.Line, f.Column, lines)
				}
				if f.Fingerprint != second[i].Fingerprint || f.Message != second[i].Message {
					t.Errorf("%q, and then %q", f.Message, second[i].Message)
				}
			}
		}
	})
}

func collect(j *checker.Checker, data []byte) (all []finding.Finding) {
	var r reader.Reader
	r.Read("in.yaml", data, func(o *tree.Object) {
		j.Object(o, func(f finding.Finding) { all = append(all, f) })
	})
	return all
}
