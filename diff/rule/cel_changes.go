package rule

import "github.com/kubedelta/kubedelta/discovery/slice"

func celRuleAdded(f Field) (changes []Change) {
	for _, r := range f.celChanges().added {
		severity, proved := f.celSeverity(r)
		message := "must satisfy the new rule " + r.Rule
		if proved {
			message += ", as does every object that was valid"
		}
		changes = append(changes, f.change(severity, message).between("", r.Rule).detailed(r.key()))
	}
	return changes
}

func celRuleChanged(f Field) (changes []Change) {
	for _, pair := range f.celChanges().changed {
		severity, proved := f.celSeverity(pair[1])
		message := "must satisfy the rule " + pair[1].Rule + ", was " + pair[0].Rule
		if proved {
			message += "; every object that was valid satisfies it"
		}
		changes = append(changes, f.change(severity, message).between(pair[0].Rule, pair[1].Rule).detailed(pair[1].key()))
	}
	for _, r := range f.celDefaults() {
		c := f.change(f.severity(Breaking, f.enforced(Risky, Info)), "must satisfy the rule "+r.Rule+"; "+f.because(r))
		changes = append(changes, c.between(r.Rule, r.Rule).detailed("defaults "+r.key()))
	}
	return changes
}

func celRuleRemoved(f Field) []Change {
	return slice.Map(f.celChanges().removed, func(r celRule) Change {
		return f.change(f.severity(Info, Risky), "no longer has to satisfy the rule "+r.Rule).between(r.Rule, "").detailed(r.key())
	})
}
