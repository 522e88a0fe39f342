package rule

import (
	"cmp"
	"slices"
	"strings"
)

func celRuleDetailsChanged() Rule {
	return Rule{
		ID: "cel-rule-details-changed", Title: "The message, reason or condition of a CEL validation rule changed", Severity: Info,
		Varies: "breaking if `optionalOldSelf` was set, because the rule then also applies to new objects; risky for that in a status", Since: "0.4.0",
		Doc: "The expression of a rule is the same. Its message, `messageExpression`, `reason` or `fieldPath` changed, which clients that read the cause of an " +
			"error may notice, or its `optionalOldSelf` changed. `old` and `new` list what differs.",
		Example: "A CRD's release adds `reason: FieldValueForbidden` to a rule.",
		Needs:   constraintKnowledge, Aspect: "validations",
		Field: inBoth(func(f Field) (changes []Change) {
			for _, d := range f.celDetails() {
				severity, message := Info, "has the rule "+d.new.Rule+" with another "+strings.Join(d.parts, ", ")
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
		}),
	}
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
