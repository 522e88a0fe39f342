package cel

import (
	"fmt"
	"maps"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/pattern"
)

// maxQuestions is the maximum number of questions about patterns in a proof.
const maxQuestions = 40

// ofPatterns and ofPattern are how many expressions a comparison of patterns and the compilation of one
// count as.
const (
	ofPatterns = 1_000
	ofPattern  = 50
)

// said is a statement that a text matches a pattern.
type said struct{ title, pattern string }

// expressed returns the pattern with the meaning of a string method; not ok for other methods.
func expressed(method, of string) (string, bool) {
	switch method {
	case "startsWith":
		return "^" + regexp.QuoteMeta(of), true
	case "endsWith":
		return regexp.QuoteMeta(of) + "$", true
	case "contains":
		return regexp.QuoteMeta(of), true
	case "matches":
		_, err := syntax.Parse(of, syntax.Perl)
		return of, err == nil
	default:
		return "", false
	}
}

// matched evaluates whether a text matches a pattern. It uses the schema and the assumptions about
// the same text, and otherwise makes an assumption.
func (p *prover) matched(of symbol, expression, label string) symbol {
	if b, ok := p.assumed[label]; ok {
		return truth(b)
	}
	if of.from != nil {
		if rest, ok := anchored(expression); ok {
			return p.matched(*of.from, fmt.Sprintf("^(?s:.{%d})(?:%s)", of.skipped, rest), label)
		}
	}
	if text, ok := p.constantOf(of); ok {
		re, err := regexp.Compile(expression)
		if err == nil {
			return truth(re.MatchString(text))
		}
	}
	p.said[label] = said{of.title(), expression}
	given, refused := p.texts(of)
	if p.within(given, append(refused, expression)) {
		return truth(true)
	}
	given.Patterns = append(given.Patterns, expression)
	if p.within(given, refused) {
		return truth(false)
	}
	return p.assume(label)
}

// sized reports that the patterns of a text prove that its size is at most, or at least, a number.
func (p *prover) sized(op string, a, b symbol) bool {
	of, form, n, off := a.sizeOf, `^(?s:.{0,%d})$`, b, -1.0
	if a.kind == number {
		of, form, n, off = b.sizeOf, `^(?s:.{%d})`, a, 1
	}
	if op == "<" {
		n.num += off
	}
	if of == nil || n.kind != number || n.num < 0 || n.num > 1000 {
		return false
	}
	if of.shape != nil && len(of.shape.Listed()) > 0 {
		return false // the shape has the sizes of listed texts
	}
	given, refused := p.texts(*of)
	return len(given.Patterns) > 0 && p.within(given, append(refused, fmt.Sprintf(form, int(n.num))))
}

// anchored returns the rest of a pattern that begins with ^ in all cases.
func anchored(expression string) (rest string, ok bool) {
	re, err := syntax.Parse(expression, syntax.Perl)
	return strings.TrimPrefix(expression, "^"), err == nil && strings.HasPrefix(expression, "^") && re.Op == syntax.OpConcat && re.Sub[0].Op == syntax.OpBeginText
}

// texts returns the possible texts of a value, and the patterns that it does not match, from its
// schema and the assumptions.
func (p *prover) texts(of symbol) (given pattern.Texts, refused []string) {
	given = pattern.Texts{Max: -1}
	if of.shape != nil {
		given = of.shape.Texts()
	}
	p.left -= 4 * len(p.said)
	for _, label := range slices.Sorted(maps.Keys(p.said)) {
		if p.said[label].title != of.title() {
			continue
		}
		if b, ok := p.assumed[label]; ok && b {
			given.Patterns = append(slices.Clip(given.Patterns), p.said[label].pattern)
		} else if ok {
			refused = append(refused, p.said[label].pattern)
		}
	}
	if len(given.Patterns) > 0 {
		refused = append(refused, p.unequal(of)...)
	}
	return given, refused
}

// unequal returns patterns of the texts that a value is assumed not to be.
func (p *prover) unequal(of symbol) (patterns []string) {
	prefix := constantPrefix(of)
	p.left -= len(p.assumed) / 4
	for name, yes := range p.assumed {
		if rest, ok := strings.CutPrefix(name, prefix); ok && !yes {
			if text, err := strconv.Unquote(strings.TrimSuffix(rest, ")")); err == nil {
				patterns = append(patterns, "^"+regexp.QuoteMeta(text)+"$")
			}
		}
	}
	slices.Sort(patterns)
	return patterns
}

// constantPrefix begins the names of assumptions that a value is equal to a constant.
func constantPrefix(of symbol) string { return "constant ==(" + of.title() + ", " }

// within reports whether all texts match one of some patterns. It caches the results.
func (p *prover) within(given pattern.Texts, some []string) bool {
	wanted := `[^\x00-\x{10FFFF}]` // nothing matches it
	if len(some) > 0 {
		wanted = "(?:" + strings.Join(some, ")|(?:") + ")"
	}
	key := fmt.Sprintf("%q %d %d %q", given.Patterns, given.Min, given.Max, wanted)
	p.left -= len(key) / 4
	known, ok := p.answers[key]
	switch {
	case ok:
	case len(p.answers) >= maxQuestions:
		p.cut = true
	default:
		p.left -= ofPatterns
		known = given.Within(pattern.Texts{Patterns: []string{wanted}, Max: -1}) == pattern.Yes
		p.answers[key] = known
	}
	return known
}

// constantOf returns the text that a value is assumed to be equal to.
func (p *prover) constantOf(of symbol) (string, bool) {
	prefix := constantPrefix(of)
	for name, yes := range p.assumed {
		if rest, ok := strings.CutPrefix(name, prefix); ok && yes {
			text, err := strconv.Unquote(strings.TrimSuffix(rest, ")"))
			return text, err == nil
		}
	}
	return "", false
}

// contradicts reports whether a value cannot be a text under the assumptions.
func (p *prover) contradicts(of symbol, text string) bool {
	for label, s := range p.said {
		if b, ok := p.assumed[label]; ok && s.title == of.title() {
			p.left -= ofPattern
			if re, err := regexp.Compile(s.pattern); err == nil && re.MatchString(text) != b {
				return true
			}
		}
	}
	return false
}

// substring evaluates a text without its first runes. It is an error if the text is shorter.
func (p *prover) substring(of, from symbol, label string) symbol {
	v := unknown(label, nil)
	v.sure, v.from, v.skipped = true, &of, int(from.num)
	given, refused := p.texts(of)
	if p.within(given, append(refused, fmt.Sprintf("^(?s:.{%d})", v.skipped))) {
		return v
	}
	return p.can(v)
}
