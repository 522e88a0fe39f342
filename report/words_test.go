package report

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/report/page"
)

func TestWordDiff(t *testing.T) {
	for _, tc := range []struct{ old, new, want string }{
		{"one two three", "one 2 three", "=one |-two|+2|= three"},
		{"", "all new", "+all new"},
		{"same text", "same text", "=same text"},
		{"beta field.", "stable field.", "-beta|+stable|= field."},
		{"<b>", "<i>", "=<|-b|+i|=>"},
	} {
		var got []string
		for _, r := range wordDiff(tc.old, tc.new) {
			got = append(got, map[page.Setting]string{page.AsText: "=", page.AsDeleted: "-", page.AsInserted: "+"}[r.Set]+r.Text)
		}
		if s := strings.Join(got, "|"); s != tc.want {
			t.Errorf("%q → %q: got %q, want %q", tc.old, tc.new, s, tc.want)
		}
	}
}

// FuzzWordDiff tests that the kept and deleted runs are the old text, and the kept and inserted
// runs the new text.
func FuzzWordDiff(f *testing.F) {
	f.Add("a b c", "a x c")
	f.Add("\x00\xff", "日本 語")
	f.Fuzz(func(t *testing.T, old, new string) {
		old, new = strings.ToValidUTF8(old, ""), strings.ToValidUTF8(new, "")
		var was, is strings.Builder
		runs := wordDiff(old, new)
		for _, r := range runs {
			if r.Set != page.AsInserted {
				was.WriteString(r.Text)
			}
			if r.Set != page.AsDeleted {
				is.WriteString(r.Text)
			}
		}
		if was.String() != old || is.String() != new {
			t.Errorf("%q → %q became %q → %q", old, new, was.String(), is.String())
		}
		shorten(runs)
	})
}
