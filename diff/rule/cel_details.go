package rule

import (
	"slices"
	"strings"
)

func celRuleDetailsChanged(f Field) (changes []Change) {
	for _, pair := range f.sameRules() {
		r := pair[1]
		parts, was, is := differences(pair[0], r)
		if len(parts) == 0 {
			continue
		}
		severity, message := Info, "has the rule "+r.Rule+" with a different "+strings.Join(parts, ", ")
		if slices.Contains(parts, "optionalOldSelf") {
			when := ", which runs for updates only"
			if r.runsOnCreate() {
				severity, when = f.severity(Breaking, f.enforced(Risky, Info)), ", which runs for new objects too"
			}
			message += when
		}
		changes = append(changes, f.change(severity, message).between(strings.Join(was, "; "), strings.Join(is, "; ")).detailed(r.key()))
	}
	return changes
}

// runsOnCreate reports that a rule about the old value also runs for new objects; see
// ValidationRule of apiextensions/v1.
func (r celRule) runsOnCreate() bool { return r.OptionalOldSelf != nil && *r.OptionalOldSelf }
