package completion

import (
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
)

func TestListed(t *testing.T) {
	values := func() []string { return []string{"one\tthe first", "two", "twelve"} }
	for word, want := range map[string][]string{
		"":        {"one\tthe first", "two", "twelve"},
		"tw":      {"two", "twelve"},
		"one,":    {"one,two", "one,twelve"},
		"one,tw":  {"one,two", "one,twelve"},
		"x,o":     {"x,one\tthe first"},
		"two,two": nil,
	} {
		got, directive := Listed(values)(nil, nil, word)
		if diff := cmp.Diff(want, got); diff != "" || directive&cobra.ShellCompDirectiveNoFileComp == 0 {
			t.Errorf("%q, %d:\n%s", word, directive, diff)
		}
	}
}

// FuzzOffered checks that values are safe: a shell reads one value from each line with its
// description after a tab, and no value may contain these or move the cursor.
func FuzzOffered(f *testing.F) {
	f.Add("name\tabout", "na")
	f.Add("a\x1b[31mb", "")
	f.Add("a\nb\t\u202ec\td", "a")
	f.Fuzz(func(t *testing.T, value, word string) {
		for _, c := range offered([]string{value, value}, word) {
			name, about, _ := strings.Cut(c, "\t")
			if !strings.HasPrefix(name, word) || strings.IndexFunc(name+about, func(r rune) bool { return !unicode.IsPrint(r) }) >= 0 {
				t.Errorf("%q is offered for %q", c, word)
			}
		}
		if n := len(offered([]string{value, value}, word)); n > 1 {
			t.Errorf("%q is offered %d times", value, n)
		}
	})
}
