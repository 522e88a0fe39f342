package engine

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"text/template"
)

// program is a compiled regular expression with the number of its instructions.
type program struct {
	*regexp.Regexp
	size int
}

// maxSteps bounds the work of one match, which is linear in text and program.
const maxSteps = 1 << 28

// compile compiles once, and refuses work without end.
func (r *renderer) compile(pattern, text string) (*program, error) {
	p := r.programs[pattern]
	if p == nil {
		r.meter.allow(product(len(pattern), 1000))
		parsed, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			return nil, err
		}
		compiled, err := syntax.Compile(parsed.Simplify())
		if err != nil {
			return nil, err
		}
		re, err := regexp.Compile(pattern)
		if err != nil {
			return nil, err
		}
		p = &program{re, len(compiled.Inst)}
		if len(r.programs) < 1000 {
			r.programs[pattern] = p
		}
	}
	if p.size > 0 && len(text) > maxSteps/p.size {
		panic(limitError{"the template matches a text that is too long against a regular expression that is too large"})
	}
	r.meter.charge(len(text) * p.size / 8)
	return p, nil
}

func (r *renderer) regularExpressions() template.FuncMap {
	all := template.FuncMap{"regexQuoteMeta": regexp.QuoteMeta}
	all["regexMatch"] = func(pattern, s string) bool {
		p, err := r.compile(pattern, s)
		return err == nil && p.MatchString(s)
	}
	all["mustRegexMatch"] = func(pattern, s string) (bool, error) {
		p, err := r.compile(pattern, s)
		return err == nil && p.MatchString(s), err
	}
	must(all, "regexFind", func(pattern, s string) (string, error) {
		p, err := r.compile(pattern, s)
		if err != nil {
			return "", err
		}
		return p.FindString(s), nil
	})
	must(all, "regexFindAll", func(pattern, s string, n int) ([]string, error) {
		p, err := r.compile(pattern, s)
		if err != nil {
			return nil, err
		}
		return p.FindAllString(s, n), nil
	})
	must(all, "regexSplit", func(pattern, s string, n int) ([]string, error) {
		p, err := r.compile(pattern, s)
		if err != nil {
			return nil, err
		}
		return p.Split(s, n), nil
	})
	must(all, "regexReplaceAll", func(pattern, s, with string) (string, error) {
		p, err := r.compile(pattern, s)
		if err != nil {
			return "", err
		}
		r.meter.allow(product(len(p.FindAllStringIndex(s, -1)), len(with)) + product(strings.Count(with, "$")+1, len(s)))
		return p.ReplaceAllString(s, with), nil
	})
	must(all, "regexReplaceAllLiteral", func(pattern, s, with string) (string, error) {
		p, err := r.compile(pattern, s)
		if err != nil {
			return "", err
		}
		r.meter.allow(product(len(p.FindAllStringIndex(s, -1)), len(with)) + len(s))
		return p.ReplaceAllLiteralString(s, with), nil
	})
	return all
}
