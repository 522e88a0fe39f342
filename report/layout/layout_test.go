package layout

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/fixtures/growth"
	"github.com/kubedelta/kubedelta/report/escape"
)

func TestFold(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		width      int
		want       []string
	}{
		{"one line", "short", 20, []string{"short"}},
		{"nothing", "", 20, []string{""}},
		{"at spaces", "the quick brown fox jumps", 16, []string{"the quick brown", "fox jumps"}},
		{"to the last column", "exactly sixteen! then", 16, []string{"exactly sixteen!", "then"}},
		{"spaces within a line stay", "a  b   c", 20, []string{"a  b   c"}},
		{"spaces at a break go", "exactly sixteen!    then", 16, []string{"exactly sixteen!", "then"}},
		{"a long name at its stops", "flowcontrol.apiserver.k8s.io/v1beta3", 20, []string{"flowcontrol.", "apiserver.k8s.io/", "v1beta3"}},
		{"a long word without stops", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b", 20, []string{"aaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaa b"}},
		{"a long word begins its own line", "see aaaaaaaaaaaaaaaaaaaaaaaa", 20, []string{"see", "aaaaaaaaaaaaaaaaaaaa", "aaaa"}},
		{"Japanese has no spaces", "対応するリリースノートが見つからない", 16, []string{"対応するリリース", "ノートが見つから", "ない"}},
		{"a stop begins no line", "これはとても長いこ、そして", 18, []string{"これはとても長い", "こ、そして"}},
		{"a bracket ends no line", "これはとても長い（移行先）", 18, []string{"これはとても長い", "（移行先）"}},
		{"Latin within Japanese stays whole", "移行先はnetworking.k8s.io", 20, []string{"移行先は", "networking.k8s.io"}},
		{"marks stay on their letter", "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301", 16, []string{strings.Repeat("e\u0301", 16), "e\u0301"}},
		{"no width is below the least", "the quick brown fox", 1, []string{"the quick brown", "fox"}},
		{"a colour begins anew", "\x1b[31mthe quick brown fox\x1b[0m jumps", 16, []string{"\x1b[31mthe quick brown\x1b[0m", "\x1b[31mfox\x1b[0m jumps"}},
		{"a colour that ended does not", "\x1b[31mthe quick brown\x1b[0m fox", 16, []string{"\x1b[31mthe quick brown\x1b[0m", "fox"}},
	} {
		if diff := cmp.Diff(tc.want, Fold(tc.text, tc.width)); diff != "" {
			t.Errorf("%s:\n%s", tc.name, diff)
		}
	}
}

func TestHang(t *testing.T) {
	for _, tc := range []struct {
		name              string
		width             int
		first, rest, text string
		want              string
	}{
		{"a pipe", 0, "  breaking     ", "               ", "a text of many words", "  breaking     a text of many words\n"},
		{"wide enough", 80, "  breaking     ", "               ", "a text of many words", "  breaking     a text of many words\n"},
		{"continued", 43, "  breaking     ", "               ", "a text of many words that goes on", "  breaking     a text of many words that\n               goes on\n"},
		{"below its label", 40, "  breaking     ", "               ", "a text of many words that goes on", "  breaking\n    a text of many words that goes on\n"},
		{"what belongs to it", 40, "               ", "                 ", "a text of many words that goes on and on", "    a text of many words that goes on\n      and on\n"},
		{"a bullet stays", 36, "           → ", "             ", "a text of many words that goes on", "    → a text of many words that goes\n      on\n"},
		{"nothing", 80, "  breaking     ", "               ", "", "  breaking\n"},
	} {
		if diff := cmp.Diff(tc.want, Style{Width: tc.width}.Hang(tc.first, tc.rest, tc.text)); diff != "" {
			t.Errorf("%s:\n%s", tc.name, diff)
		}
	}
}

func TestColumns(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 3, "名前": 4, "é": 1, "e\u0301": 1, "→…─": 3, "\x1b[1;31mab\x1b[0m": 2, "🚀": 2, "\x1b[": 2, "\xff": 1,
	} {
		if got := Columns(text); got != want {
			t.Errorf("%q: %d, not %d", text, got, want)
		}
	}
	if got := Pad("名前", 6) + "|" + Pad("名前", 3); got != "名前  |名前" {
		t.Errorf("%q", got)
	}
}

func TestCut(t *testing.T) {
	for _, tc := range []struct {
		text  string
		width int
		want  string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"名前です", 6, "名前…"},
		{"名前です", 5, "名前…"},
		{"abc", 1, "…"},
		{"abc", 0, ""},
		{"", 0, ""},
	} {
		if got := Cut(tc.text, tc.width); got != tc.want || Columns(got) > tc.width {
			t.Errorf("%q in %d: %q", tc.text, tc.width, got)
		}
	}
}

// TestColours tests that each severity has its own colour, and that without colours there are none.
func TestColours(t *testing.T) {
	seen := map[string]rule.Severity{}
	for _, s := range rule.Severities() {
		painted := Style{Colour: true}.Paint(ColourOf(s), "x")
		if other, twice := seen[painted]; twice {
			t.Errorf("%s and %s look the same", s, other)
		}
		seen[painted] = s
		if got := (Style{}).Paint(ColourOf(s), "x"); got != "x" {
			t.Errorf("%q", got)
		}
	}
}

// TestFoldIsLinear tests that the time for a long text, which a hostile server can send, is linear.
func TestFoldIsLinear(t *testing.T) {
	for _, one := range []string{"a", "名", "\u0301", "a ", " ", ".", "\x1b[31ma\x1b[0m"} {
		growth.Repeated(t, one, 1<<18, func(text string) { Style{Width: 80}.Hang("  ", "    ", text) })
	}
}

// FuzzFold tests that only spaces at breaks are lost, that no line is wider than the width, and
// that no line leaves a colour on.
func FuzzFold(f *testing.F) {
	for _, s := range []string{"a b", "対応する、リリース（ノート）", "aaaaaaaaaaaaaaaaaaaaaaaaa", "\x1b[31ma b\x1b[0m c", "   x", "e\u0301 🚀", "\u0301\u0301"} {
		f.Add(s, 20)
	}
	f.Fuzz(func(t *testing.T, text string, width int) {
		text = escape.Plain(text)
		painted := Style{Colour: true}.Paint(Red, text)
		width = max(width, 0) % 200
		bare := strings.NewReplacer("\x1b[31m", "", reset, "", " ", "")
		for _, s := range []string{text, painted, painted + " " + text} {
			lines := Fold(s, width)
			if got, want := bare.Replace(strings.Join(lines, "")), bare.Replace(s); got != want {
				t.Fatalf("%q became %q", want, got)
			}
			for _, line := range lines {
				if Columns(line) > max(width, narrowest) {
					t.Errorf("%q is wider than %d", line, width)
				}
				if strings.LastIndex(line, "\x1b[31m") > strings.LastIndex(line, reset) {
					t.Errorf("%q leaves its colour on", line)
				}
				if utf8.ValidString(s) && !utf8.ValidString(line) {
					t.Errorf("%q is no UTF-8", line)
				}
			}
		}
	})
}
