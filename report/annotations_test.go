package report

import (
	"slices"
	"strings"
	"testing"
)

// TestReadAnnotations tests both forms, and the errors with their lines.
func TestReadAnnotations(t *testing.T) {
	for _, c := range []struct{ name, in, wrong string }{
		{"map", "108290: {remark: a}\n'#109436':\n  text: b\n107091: short\n", ""},
		{"list", "- pr: 108290\n  remark: a\n- {pr: 109436, text: b}\n- {pr: https://github.com/kubernetes/kubernetes/pull/107091, remark: short}\n", ""},
		{"unknown key", "108290:\n  remark: a\n  remarks: b\n", `line 3: an annotation cannot contain "remarks", only remark and text`},
		{"not a pull request", "108290: a\nabc: b\n", `line 2: "abc" is not the number of a pull request`},
		{"twice", "1: a\n2: b\n1: c\n", "line 3: #1 has a second annotation; the first is on line 1"},
		{"empty", "1:\n  remark: ''\n", "line 1: the annotation of #1 has neither remark nor text"},
		{"a list in place of a text", "1:\n  remark: [a]\n", "line 2: remark must be a string"},
		{"no pr", "- remark: a\n", "line 1: the annotation has no pr"},
		{"a word", "hello\n", "line 1: annotations are keyed by pull request"},
		{"not YAML", "1: {\n", "the annotations are not YAML"},
		{"two documents", "1: a\n---\n2: b\n", "the annotations must be one YAML document"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ReadAnnotations([]byte(c.in))
			if c.wrong != "" {
				if err == nil || !strings.Contains(err.Error(), c.wrong) {
					t.Errorf("got %v, want %q", err, c.wrong)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Entries) != 3 || got.Entries[0].PR != 108290 || got.Entries[0].Remark != "a" || got.Entries[1].Text != "b" || got.Entries[2].Remark != "short" {
				t.Errorf("got %+v", got.Entries)
			}
		})
	}
	for _, empty := range []string{"", "\n# nothing\n", "null"} {
		if got, err := ReadAnnotations([]byte(empty)); err != nil || len(got.Entries) != 0 {
			t.Errorf("%q: %v %v", empty, got, err)
		}
	}
}

// FuzzReadAnnotations tests that the reader accepts or rejects any file.
func FuzzReadAnnotations(f *testing.F) {
	for _, s := range []string{"1: a", "- {pr: 1, text: b}", "a: &a {remark: *a}", "? [1]\n: x", "1: !!binary x"} {
		f.Add(s)
	}
	f.Fuzz(func(_ *testing.T, s string) { _, _ = ReadAnnotations([]byte(s)) })
}

// TestApply tests that annotations without an entry are returned.
func TestApply(t *testing.T) {
	a, err := ReadAnnotations([]byte("108290: a\n5: b\n4: c\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := samples()["notes-glance"]
	if unmatched := r.Apply(a); !slices.Equal(unmatched, []int{4, 5}) {
		t.Errorf("unmatched %v", unmatched)
	}
	if !strings.Contains(render(t, r, "md"), "\n  * Remark by the author of this report: a\n") {
		t.Error("the remark is not shown under the entry")
	}
}
