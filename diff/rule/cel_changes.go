package rule

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

func celRuleAdded(f Field) (changes []Change) {
	_, _, added := f.celChanges()
	for _, r := range added {
		severity, proved, reason := f.celSeverity(r)
		message := "must satisfy the new rule " + r.Rule
		if proved {
			message += ", as does every object that was valid"
		}
		changes = append(changes, f.change(severity, message).unproven(reason).between("", r.Rule).detailed(r.key()))
	}
	return changes
}

func celRuleChanged(f Field) (changes []Change) {
	changed, _, _ := f.celChanges()
	for _, pair := range changed {
		severity, proved, reason := f.celSeverity(pair[1])
		message := "must satisfy the rule " + pair[1].Rule + ", was " + pair[0].Rule
		if proved {
			message += "; every object that was valid satisfies it"
		}
		changes = append(changes, f.change(severity, message).unproven(reason).between(pair[0].Rule, pair[1].Rule).detailed(pair[1].key()))
	}
	for _, r := range f.celDefaults() {
		c := f.change(f.severity(Breaking, f.enforced(Risky, Info)), "must satisfy the rule "+r.Rule+"; "+f.because(r.celRule)).unproven(r.reason)
		changes = append(changes, c.between(r.Rule, r.Rule).detailed("defaults "+r.key()))
	}
	return changes
}

func celRuleRemoved(f Field) []Change {
	_, removed, _ := f.celChanges()
	return slice.Map(removed, func(r celRule) Change {
		return f.change(f.severity(Info, Risky), "no longer has to satisfy the rule "+r.Rule).between(r.Rule, "").detailed(r.key())
	})
}

// differences returns the parts in which two rules with the same expression differ, and the values of
// both sides: "reason: FieldValueForbidden".
func differences(a, b celRule) (parts, was, is []string) {
	others := b.details()
	for i, d := range a.details() {
		if o := others[i]; d.means != o.means {
			parts = append(parts, d.part)
			was, is = append(was, d.part+": "+cmp.Or(d.written, "none")), append(is, d.part+": "+cmp.Or(o.written, "none"))
		}
	}
	return parts, was, is
}

// detail is a part of a rule beside its expression, as written and in canonical form.
type detail struct{ part, written, means string }

func (r celRule) details() []detail {
	plain := func(part, value string) detail { return detail{part, value, value} }
	return []detail{
		plain("fieldPath", r.FieldPath), plain("message", r.Message), {"messageExpression", r.MessageExpression, r.said},
		plain("optionalOldSelf", strconv.FormatBool(r.runsOnCreate())),
		plain("reason", cmp.Or(r.Reason, "FieldValueInvalid")), // the default; see ValidationRule of apiextensions/v1
	}
}

// sameRules pairs the rules of both sides that have the same expression. Rules that are equal are paired
// first, so that the order of duplicates does not matter.
func (f Field) sameRules() (out [][2]celRule) {
	was, is := f.rules(f.Old), f.rules(f.New)
	for _, key := range []func(r celRule) string{
		func(r celRule) string {
			return strings.Join(append(slice.Map(r.details(), func(d detail) string { return d.means }), r.text), "\x00")
		},
		celRule.key,
		func(r celRule) string { return "rule " + r.text },
	} {
		var both [][2]celRule
		both, was, is = pairs(was, is, key)
		out = append(out, both...)
	}
	return out
}
