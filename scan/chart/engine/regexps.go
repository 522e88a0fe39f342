package engine

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// program is a compiled regular expression with the number of its instructions.
type program struct {
	*regexp.Regexp
	size int
}

const (
	// maxSteps limits one match, whose work is the length of the text times that of the program.
	maxSteps = 1 << 28
	// compileWork is the work that is counted for a compiled instruction.
	compileWork = 32
)

// compile compiles each expression once, and panics if a match of the text would exceed a limit.
// sprig compiles at each call, so that compiling is counted each time. It returns nil if the
// pattern is not a valid expression.
func (r *renderer) compile(pattern, text string) *program {
	p := r.programs[pattern]
	if p == nil {
		r.meter.allow(product(len(pattern), 1000))
		p = compiled(pattern)
		if p == nil {
			return nil
		}
		if len(r.programs) < 1000 {
			r.programs[pattern] = p
		}
	}
	if p.size > 0 && len(text) > maxSteps/p.size {
		panic(limitError{"the template matches a text that is too long against a regular expression that is too large"})
	}
	r.meter.charge(len(text)*p.size/8 + p.size*compileWork)
	return p
}

func compiled(pattern string) *program {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	code, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil
	}
	return &program{regexp.MustCompile(pattern), len(code.Inst)}
}

func (r *renderer) regexpBounds(all map[string]any) {
	match := func(pattern, s string) { r.compile(pattern, s) }
	find := func(pattern, s string, _ int) { r.compile(pattern, s) }
	replace := func(references int) func(pattern, s, with string) {
		return func(pattern, s, with string) {
			if p := r.compile(pattern, s); p != nil {
				r.meter.allow(product(len(p.FindAllStringIndex(s, -1)), len(with)) + product(references*strings.Count(with, "$")+1, len(s)))
			}
		}
	}
	for name, bound := range map[string]any{
		"Match": match, "Find": match, "FindAll": find, "Split": find, "ReplaceAll": replace(1), "ReplaceAllLiteral": replace(0),
	} {
		all["regex"+name], all["mustRegex"+name] = bound, bound
	}
}
