package tsv_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/tsv"
)

// TestBelow: rows are read without the header, and errors name the line.
func TestBelow(t *testing.T) {
	for text, want := range map[string]string{
		"a\tb\n1\t-\n2\tx,y\n": "[1 -][2 x,y]",
		"a\tb\n":               "",
		"":                     `the table of things begins with "", not with its columns`,
		"a\n":                  `the table of things begins with "a", not with its columns`,
		"a\tb\n1\n":            `line 2 of the table of things: "1" has 1 columns, not 2`,
		"a\tb\n1\t2":           "line 2 of the table of things: it does not end with a line break: the table is cut off",
		"a\tb\nbad\t2\n":       "line 2 of the table of things: it is bad",
	} {
		got := ""
		err := tsv.Below(text, "things", "a\tb", func(f []string) error {
			if f[0] == "bad" {
				return errors.New("it is bad")
			}
			got += fmt.Sprint(f)
			return nil
		})
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestFields(t *testing.T) {
	if got := fmt.Sprintf("%q %q %q %q", tsv.List("a,b"), tsv.List("-"), tsv.List(""), tsv.Known("-")); got != `["a" "b"] [] [] ""` {
		t.Error(got)
	}
	var first, last discovery.Release
	if err := tsv.Releases([]string{"1.30", "-"}, &first, &last); err != nil || first.Minor != 30 || last.Known() {
		t.Errorf("%v and %v, %v", first, last, err)
	}
	for _, fields := range [][]string{{"x"}, {}, {"1.30", "1.31"}} {
		if err := tsv.Releases(fields, &first); err == nil {
			t.Errorf("%q are a release", fields)
		}
	}
}
