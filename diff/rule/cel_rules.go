package rule

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// celRule is one x-kubernetes-validations entry (KEP-2876).
type celRule struct {
	Rule              string `json:"rule"`
	Message           string `json:"message"`
	MessageExpression string `json:"messageExpression"`
	FieldPath         string `json:"fieldPath"`
	Reason            string `json:"reason"`
	OptionalOldSelf   *bool  `json:"optionalOldSelf"`
	// expr is the parsed rule; nil if it cannot be parsed. text and said are the rule and the
	// messageExpression in canonical form.
	expr       *cel.Expr
	text, said string
	// names are the fields that the rule selects. updates: it reads the old value.
	names   []string
	updates bool
}

// about identifies the check that a rule makes, so that a rewritten rule is one change; "" for a rule
// without a message.
func (r celRule) about() string { return phrase.With(r.FieldPath+"\x00", r.Message) }

// key identifies a rule by its canonical expression and its fieldPath.
func (r celRule) key() string { return r.text + "\x00" + r.FieldPath }

// normal parses an expression of a place and returns it with its canonical text. An expression that
// cannot be parsed is returned unchanged.
func normal(expression string, s *discovery.Schema) (*cel.Expr, string) {
	e, err := cel.Parse(expression)
	if err != nil {
		return nil, expression
	}
	e, _ = withEscapes(e, map[string]*discovery.Schema{"self": s, "oldSelf": s})
	return e, e.String()
}

// celChanges returns the rules whose expressions only one side has. Two are a changed one if they have
// the same message and fieldPath.
func (f Field) celChanges() (changed [][2]celRule, removed, added []celRule) {
	was, is := f.rules(f.Old), f.rules(f.New)
	return pairs(without(was, is), without(is, was), celRule.about)
}

// pairs pairs rules that have the same key, in their order. The rest are those without a partner.
func pairs(was, is []celRule, key func(celRule) string) (both [][2]celRule, gone, came []celRule) {
	alike := map[string][]int{}
	for i, r := range is {
		alike[key(r)] = append(alike[key(r)], i)
	}
	paired := make([]bool, len(is))
	for _, r := range was {
		k := key(r)
		if these := alike[k]; k != "" && len(these) > 0 {
			both = append(both, [2]celRule{r, is[these[0]]})
			paired[these[0]], alike[k] = true, these[1:]
		} else {
			gone = append(gone, r)
		}
	}
	for i, r := range is {
		if !paired[i] {
			came = append(came, r)
		}
	}
	return both, gone, came
}

// celDefaults returns the rules that both sides have and that can reject an object because of a
// default that is new or changed, or because they read a value as another type.
func (f Field) celDefaults() (changed []unkept) {
	if !f.appears() { // rules of a value do not run for null
		f = f.withoutNull()
	}
	if !f.Enforced || stable(f.Old, f.New) && sameInRules(f.Old, f.New) {
		return nil
	}
	was := expressions(f.rules(f.Old))
	for _, r := range f.rules(f.New) {
		if r.expr == nil || !was[r.text] || !f.appears() && cel.Unchanged(r.expr, f.shape()) {
			continue
		}
		if ok, reason := f.attempt(func() bool { return f.keeps(r) }); !ok {
			changed = append(changed, unkept{r, reason})
		}
	}
	return changed
}

// unkept is a rule without a proof that every object satisfies it, and the reason; see
// [Field.attempt].
type unkept struct {
	celRule
	reason string
}

func expressions(rules []celRule) map[string]bool {
	return slice.Set(slice.Map(rules, func(r celRule) string { return r.text }))
}

// without returns the rules whose expression is not among others, sorted.
func without(rules, others []celRule) []celRule {
	has := expressions(others)
	out := slice.Filter(rules, func(r celRule) bool { return !has[r.text] })
	order.By(out, func(a, b celRule) int { return strings.Compare(a.key(), b.key()) })
	return out
}

// celSeverity returns the severity of a rule that must now be satisfied: breaking, or info if every
// object that the old side accepted satisfies it. reason is why there is no proof, as in
// [Field.attempt].
func (f Field) celSeverity(r celRule) (severity Severity, proved bool, reason string) {
	if proved, reason = f.attempt(func() bool { return f.keeps(r) }); proved {
		return Info, true, ""
	}
	return f.severity(Breaking, f.enforced(Risky, Info)), false, reason
}

// Expressions are the parsed rules (x-kubernetes-validations) of schemas.
type Expressions map[*discovery.Schema][]celRule

// rules returns the parsed rules of a schema. Callers must not change them.
func (s Surfaces) rules(of *discovery.Schema) []celRule {
	text := of.Extension("x-kubernetes-validations")
	if text == "" {
		return nil
	}
	rules, ok := s.Expressions[of]
	if !ok {
		rules = celRules(text, of)
		if s.Expressions != nil {
			s.Expressions[of] = rules
		}
	}
	return rules
}

// mostRules is how many rules of a place a proof looks at. Published definitions have at most 60.
const mostRules = 200

// bearing returns the rules of a schema that can help in a proof about some fields: those that select
// one of them, or none. Of a few rules it returns all.
func (s Surfaces) bearing(of *discovery.Schema, names []string) []celRule {
	rules := s.rules(of)
	if len(rules) <= mostRules {
		return rules
	}
	var out []celRule
	for _, r := range rules {
		if len(names) == 0 || len(r.names) == 0 || slices.ContainsFunc(r.names, func(n string) bool { return slices.Contains(names, n) }) {
			if out = append(out, r); len(out) == mostRules {
				break
			}
		}
	}
	return out
}

func celRules(text string, s *discovery.Schema) (rules []celRule) {
	if err := json.Unmarshal([]byte(text), &rules); err != nil {
		rules = []celRule{{Rule: text}}
	}
	for i := range rules {
		r := &rules[i]
		if r.expr, r.text = normal(r.Rule, s); r.expr != nil {
			r.names, r.updates = r.expr.Names(), r.expr.Uses("oldSelf")
		}
		_, r.said = normal(r.MessageExpression, s)
	}
	return rules
}
