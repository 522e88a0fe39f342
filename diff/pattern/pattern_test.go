package pattern

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

func all(pattern string) Texts { return Texts{Patterns: []string{pattern}, Max: -1} }

func TestWithin(t *testing.T) {
	for _, c := range []struct {
		given, other string
		want         Answer
	}{
		{`^[a-z]+$`, `^[a-z0-9]+$`, Yes},
		{`^[a-z0-9]+$`, `^[a-z]+$`, No},
		{`^a{0,61}$`, `^a{0,63}$`, Yes},
		{`^a{0,63}$`, `^a{0,61}$`, No},
		{`^(?:a|b)$`, `^[ab]$`, Yes},
		{`^[ab]$`, `^(a|b|c)$`, Yes},
		{`^a\.b$`, `^a[.]b$`, Yes},
		{`^a.b$`, `^a[.]b$`, No},
		{`^$`, `^`, Yes},
		{`abc`, `b`, Yes},
		{`b`, `abc`, No},
		{`^a`, `a$`, No},
		{`^a$`, `a`, Yes},
		{`^(([0-9]+(s|m|h))+)|(Never)$`, `^(([0-9]+(s|m|h))+|Never)$`, No},
		{`^(([0-9]+(s|m|h))+|Never)$`, `^(([0-9]+(s|m|h))+)|(Never)$`, Yes},
		{`^[a-zA-Z0-9]([-a-zSA-Z0-9]*[a-zA-Z0-9])?$`, `^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?$`, Yes},
		{`(?i)^abc$`, `^[aA][bB][cC]$`, Yes},
		{`(?i)^k$`, `^[kK]$`, No}, // the Kelvin sign
		{`^.*$`, ``, Yes},
		{``, `^.*$`, No}, // a line feed
		{``, `^(?s:.*)$`, Yes},
		{`^a\b$`, `^a$`, Unknown},
		{`(?m)^a$`, `a`, Unknown},
		{`(`, `a`, Unknown},
		{`^[^\x00-\x{10FFFF}]$`, `x`, Yes}, // nothing matches
		{`^$|a`, `a|^$`, Yes},
		{`^` + strings.Repeat(`a?`, 2000) + `$`, `^` + strings.Repeat(`a?`, 1999) + `$`, Unknown}, // too much work
	} {
		if got := all(c.given).Within(all(c.other)); got != c.want {
			t.Errorf("%s within %s: %v, want %v", c.given, c.other, got, c.want)
		}
	}
}

func TestWithinLengths(t *testing.T) {
	for _, c := range []struct {
		given, other Texts
		want         Answer
	}{
		{Texts{[]string{`^[a-z]{1,63}$`}, 0, -1}, Texts{nil, 1, 63}, Yes},
		{Texts{[]string{`^[a-z]{1,63}$`}, 0, -1}, Texts{nil, 2, 63}, No},
		{Texts{[]string{`^[a-z]*$`}, 1, -1}, all(`^[a-z]+$`), Yes},
		{Texts{[]string{`^[a-z]*$`}, 0, 3}, all(`^[a-z]{0,3}$`), Yes},
		{Texts{[]string{`^[a-z]*$`}, 0, 4}, all(`^[a-z]{0,3}$`), No},
		{Texts{nil, 0, 5}, Texts{nil, 0, 6}, Yes},
		{Texts{nil, 0, 6}, Texts{nil, 0, 5}, No},
		{Texts{nil, 0, -1}, Texts{nil, 0, 5}, No},
		{Texts{nil, 5, 4}, Texts{nil, 9, 9}, Yes}, // no text is that long
		{Texts{[]string{`^é$`}, 0, -1}, Texts{nil, 1, 1}, Yes},
		{Texts{[]string{`a`, `^[a-c]$`}, 0, -1}, all(`^a$`), Yes},
	} {
		if got := c.given.Within(c.other); got != c.want {
			t.Errorf("%v within %v: %v, want %v", c.given, c.other, got, c.want)
		}
	}
}

// TestRandomPatterns compares answers with Go's regexp. A Yes has no counterexample among all short
// texts. A No has one, if the texts of both patterns are short.
func TestRandomPatterns(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	texts := []string{""}
	for from := 0; len(texts[from]) < 4; from++ {
		for _, c := range "abB\n-x" { // x represents all runes that no pattern names
			texts = append(texts, texts[from]+string(c))
		}
	}
	answers := map[Answer]int{}
	for range thorough.Size(t, 20000, 2000) {
		given := Texts{[]string{random(rnd, 3)}, rnd.IntN(2), rnd.IntN(4) - 1}
		other := Texts{[]string{random(rnd, 3)}, rnd.IntN(2), rnd.IntN(4) - 1}
		answer := given.Within(other)
		answers[answer]++
		counter := ""
		inGiven, inOther := member(given), member(other)
		for _, text := range texts {
			if inGiven(text) && !inOther(text) {
				counter = text + "."
				break
			}
		}
		if answer == Yes && counter != "" || answer == No && counter == "" && given.Max >= 0 {
			t.Fatalf("%+v within %+v is %v, counter-example %q", given, other, answer, counter)
		}
	}
	if answers[Yes] < 100 || answers[No] < 100 {
		t.Errorf("too few answers of a kind: %v", answers)
	}
}

func member(set Texts) func(string) bool {
	re := regexp.MustCompile(set.Patterns[0])
	return func(text string) bool {
		n := utf8.RuneCountInString(text)
		return re.MatchString(text) && n >= set.Min && (set.Max < 0 || n <= set.Max)
	}
}

func random(rnd *rand.Rand, depth int) string {
	pick := func(list ...string) string { return list[rnd.IntN(len(list))] }
	if depth == 0 {
		return pick("a", "b", "[ab]", "[^a]", ".", "-", "", "^", "$", `\n`, "(?i:B)")
	}
	switch rnd.IntN(4) {
	case 0:
		return "(" + random(rnd, depth-1) + ")" + pick("*", "+", "?", "{0,2}", "{1,3}", "*?")
	case 1:
		return "(?:" + random(rnd, depth-1) + "|" + random(rnd, depth-1) + ")"
	case 2:
		return "^" + strings.Trim(random(rnd, depth-1), "^$") + "$"
	default:
		return random(rnd, depth-1) + random(rnd, depth-1)
	}
}
