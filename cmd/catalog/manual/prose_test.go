package main

import (
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

func TestReadBlocks(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []block
	}{
		{"paragraphs", "a\nb\n\nc", []block{{paragraph: "a b"}, {paragraph: "c"}}},
		{"terms", "is one of\n  a      first\n  b, c   second\nend", []block{
			{paragraph: "is one of"}, {terms: []term{{"a", "first"}, {"b, c", "second"}}}, {paragraph: "end"},
		}},
		{"a long term, its text below", "  a      first\n  much too long\n         second", []block{{terms: []term{{"a", "first"}, {"much too long", "second"}}}}},
		{"a term that fills its column", "  a      first\n  FILE.j an only", []block{{terms: []term{{"a", "first"}, {"FILE.j", "an only"}}}}},
		{"a text of two lines", "  a      first\n         goes on\n  b      second", []block{{terms: []term{{"a", "first goes on"}, {"b", "second"}}}}},
		{"a line with a gap", "  echo  'a  b'", []block{{literal: []string{"echo  'a  b'"}}}},
		{"lines that stand", "  kubectl get x\n    -o yaml", []block{{literal: []string{"kubectl get x", "  -o yaml"}}}},
		{"texts that part", "  a      first\n  b  second", []block{{literal: []string{"a      first", "b  second"}}}},
		{"a term without a text", "  a      first\n  b", []block{{literal: []string{"a      first", "b"}}}},
		{"tabs", "\techo a", []block{{literal: []string{"echo a"}}}},
		{"nothing", " \n\n", nil},
	} {
		if diff := cmp.Diff(c.want, readBlocks(c.text), cmp.AllowUnexported(block{}, term{})); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// FuzzReadBlocks: the blocks contain the complete text in its order.
func FuzzReadBlocks(f *testing.F) {
	f.Add("a\n  b   c\n  d\n      e\n\nf")
	f.Add("  a      first\n  FILE.j an only\n")
	f.Fuzz(func(t *testing.T, text string) {
		var all strings.Builder
		for _, b := range readBlocks(text) {
			all.WriteString(" " + b.paragraph + strings.Join(b.literal, " "))
			for _, term := range b.terms {
				all.WriteString(" " + term.name + " " + term.text)
			}
		}
		if got, want := letters(all.String()), letters(text); got != want {
			t.Errorf("%q became %q", want, got)
		}
	})
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// FuzzRoff: no text becomes a request or an escape.
func FuzzRoff(f *testing.F) {
	f.Add(".TH a\\fBb\n'br")
	f.Fuzz(func(t *testing.T, text string) {
		got := manProse(text)
		known(t, "fuzz", got)
		if strings.Contains(got, "\n") {
			t.Errorf("%q became more than a line: %q", text, got)
		}
	})
}
