package rule

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// celRule is one x-kubernetes-validations entry (KEP-2876).
type celRule struct {
	Rule              string `json:"rule"`
	Message           string `json:"message"`
	MessageExpression string `json:"messageExpression"`
	FieldPath         string `json:"fieldPath"`
	Reason            string `json:"reason"`
	OptionalOldSelf   *bool  `json:"optionalOldSelf"`
	// expr is the parsed rule; nil if it cannot be read. text and said are the rule and the
	// expression of its message, written in one way.
	expr       *cel.Expr
	text, said string
}

// about tells which check a rule is, so that a rewritten rule is one change.
func (r celRule) about() string { return r.FieldPath + "\x00" + r.Message }

// key tells a rule apart: the expression decides, however it is written, and the field is
// what it is about.
func (r celRule) key() string { return r.text + "\x00" + r.FieldPath }

// normal reads an expression of a place, and writes it in one way; one that cannot be read
// as it stands.
func normal(expression string, s *discovery.Schema) (*cel.Expr, string) {
	e, err := cel.Parse(expression)
	if err != nil {
		return nil, expression
	}
	e, _ = withEscapes(e, map[string]*discovery.Schema{"self": s, "oldSelf": s})
	return e, e.String()
}

// celChanges pairs the rules of both sides by their expressions; those that are
// left are pairs again where they are about the same.
type celChanges struct {
	added, removed []celRule
	changed        [][2]celRule
	// defaults are rules of the same expression that a new default can make refuse an
	// object.
	defaults []celRule
}

func (f Field) celChanges() (out celChanges) {
	if !f.Both() {
		return out
	}
	was, is := celRules(f.Old), celRules(f.New)
	out.removed = without(was, is)
	out.added = without(is, was)
	if f.Enforced && !stable(f.Old, f.New) {
		out.defaults = slices.DeleteFunc(slices.Clone(is), func(r celRule) bool {
			return r.expr == nil || slices.Contains(out.added, r) || !f.appears() && cel.Unchanged(r.expr, f.shape()) || f.keeps(r)
		})
	}
	for i := 0; i < len(out.removed); {
		j := slices.IndexFunc(out.added, func(r celRule) bool {
			return r.Message != "" && r.about() == out.removed[i].about()
		})
		if j < 0 {
			i++
			continue
		}
		out.changed = append(out.changed, [2]celRule{out.removed[i], out.added[j]})
		out.removed = slices.Delete(out.removed, i, i+1)
		out.added = slices.Delete(out.added, j, j+1)
	}
	return out
}

// without lists the rules whose expression is not among others, sorted.
func without(rules, others []celRule) (out []celRule) {
	for _, r := range rules {
		if !slices.ContainsFunc(others, func(o celRule) bool { return o.text == r.text }) {
			out = append(out, r)
		}
	}
	order.By(out, func(a, b celRule) int { return strings.Compare(a.key(), b.key()) })
	return out
}

// celSeverity is that of a rule that must hold now: breaking, unless it holds for every
// object that the old side took.
func (f Field) celSeverity(r celRule) (severity Severity, proved bool) {
	if f.keeps(r) {
		return Info, true
	}
	return f.severity(Breaking, f.enforced(Risky, Info)), false
}

func celRules(s *discovery.Schema) (rules []celRule) {
	text := s.Extension("x-kubernetes-validations")
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), &rules); err != nil {
		rules = []celRule{{Rule: text}}
	}
	for i := range rules {
		r := &rules[i]
		r.expr, r.text = normal(r.Rule, s)
		_, r.said = normal(r.MessageExpression, s)
	}
	return rules
}
