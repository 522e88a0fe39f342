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
}

// about tells which check a rule is, so that a rewritten rule is one change.
func (r celRule) about() string { return r.FieldPath + "\x00" + r.Message }

// key tells a rule apart: the expression decides, however it is written, and the field is
// what it is about.
func (r celRule) key() string { return normal(r.Rule) + "\x00" + r.FieldPath }

// normal writes an expression in one way; one that cannot be read as it stands.
func normal(expression string) string {
	if e, err := cel.Parse(expression); err == nil {
		return e.String()
	}
	return expression
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
			e, err := cel.Parse(r.Rule)
			return err != nil || slices.Contains(out.added, r) || !f.appears() && cel.Unchanged(e, f.shape()) || f.keeps(r)
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
		if !slices.ContainsFunc(others, func(o celRule) bool { return normal(o.Rule) == normal(r.Rule) }) {
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
		return []celRule{{Rule: text}}
	}
	return rules
}
