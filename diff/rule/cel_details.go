package rule

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

func celRuleDetailsChanged(f Field) (changes []Change) {
	for _, d := range f.celDetails() {
		severity, message := Info, "has the rule "+d.new.Rule+" with a different "+strings.Join(d.parts, ", ")
		if slices.Contains(d.parts, "optionalOldSelf") {
			when := ", which runs for updates only"
			if d.new.runsOnCreate() {
				severity, when = f.severity(Breaking, f.enforced(Risky, Info)), ", which runs for new objects too"
			}
			message += when
		}
		changes = append(changes, f.change(severity, message).between(d.old.values(d.parts), d.new.values(d.parts)).detailed(d.new.key()))
	}
	return changes
}

// values writes parts as "reason: FieldValueForbidden; message: must be set".
func (r celRule) values(parts []string) string {
	var texts []string
	for _, p := range parts {
		value := map[string]string{
			"fieldPath": r.FieldPath, "message": r.Message, "messageExpression": r.MessageExpression, "reason": r.reason(), "optionalOldSelf": "false",
		}[p]
		if p == "optionalOldSelf" && r.runsOnCreate() {
			value = "true"
		}
		texts = append(texts, p+": "+cmp.Or(value, "none"))
	}
	return strings.Join(texts, "; ")
}

// celDetail is a rule whose expression did not change, with the parts that did.
type celDetail struct {
	old, new celRule
	// parts names the parts that differ, such as "message" or "reason".
	parts []string
}

// runsOnCreate reports that a rule about the old value also runs for new objects; see
// ValidationRule of apiextensions/v1.
func (r celRule) runsOnCreate() bool { return r.OptionalOldSelf != nil && *r.OptionalOldSelf }

// reason returns the reason of the error. The default is FieldValueInvalid; see ValidationRule.
func (r celRule) reason() string { return cmp.Or(r.Reason, "FieldValueInvalid") }

// celDetails pairs the rules of both sides that have the same expression. Rules that are equal are
// paired first, so that the order of duplicates does not matter.
func (f Field) celDetails() (out []celDetail) {
	was, is := slices.Clone(f.rules(f.Old)), slices.Clone(f.rules(f.New))
	for _, key := range []func(r celRule) string{
		func(r celRule) string {
			return strings.Join([]string{r.key(), r.Message, r.said, r.reason(), strconv.FormatBool(r.runsOnCreate())}, "\x00")
		},
		celRule.key,
		func(r celRule) string { return r.text },
	} {
		alike := map[string][]int{}
		for j, r := range is {
			alike[key(r)] = append(alike[key(r)], j)
		}
		paired := map[int]bool{}
		was = slices.DeleteFunc(was, func(r celRule) bool {
			these := alike[key(r)]
			if len(these) == 0 {
				return false
			}
			j := these[0]
			if parts := celParts(r, is[j]); len(parts) > 0 {
				out = append(out, celDetail{r, is[j], parts})
			}
			paired[j], alike[key(r)] = true, these[1:]
			return true
		})
		rest := is
		is = nil
		for j, r := range rest {
			if !paired[j] {
				is = append(is, r)
			}
		}
	}
	return out
}

// celParts names the parts that differ between two rules with the same expression.
func celParts(a, b celRule) (parts []string) {
	for _, p := range []struct {
		name   string
		differ bool
	}{
		{"fieldPath", a.FieldPath != b.FieldPath}, {"message", a.Message != b.Message},
		{"messageExpression", a.said != b.said},
		{"optionalOldSelf", a.runsOnCreate() != b.runsOnCreate()}, {"reason", a.reason() != b.reason()},
	} {
		if p.differ {
			parts = append(parts, p.name)
		}
	}
	return parts
}
