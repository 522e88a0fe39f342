package rule

import (
	"slices"
)

// celDetail is a rule whose expression stays, with what differs around it.
type celDetail struct {
	old, new celRule
	// parts names what differs: "message", "reason".
	parts []string
}

// runsOnCreate: a rule about the old value runs where there is none too; see
// ValidationRule of apiextensions/v1.
func (r celRule) runsOnCreate() bool { return r.OptionalOldSelf != nil && *r.OptionalOldSelf }

// reason is FieldValueInvalid unless it is told; see there.
func (r celRule) reason() string {
	if r.Reason == "" {
		return "FieldValueInvalid"
	}
	return r.Reason
}

// celDetails pairs the rules of both sides that have the same expression: first
// those that are equal, so that rules that stand twice do not change places.
func (f Field) celDetails() (out []celDetail) {
	if !f.Both() {
		return nil
	}
	was, is := celRules(f.Old), celRules(f.New)
	for _, same := range []func(a, b celRule) bool{
		func(a, b celRule) bool { return len(celParts(a, b)) == 0 },
		func(a, b celRule) bool { return a.FieldPath == b.FieldPath },
		func(celRule, celRule) bool { return true },
	} {
		for i := 0; i < len(was); {
			j := slices.IndexFunc(is, func(r celRule) bool { return r.text == was[i].text && same(was[i], r) })
			if j < 0 {
				i++
				continue
			}
			if parts := celParts(was[i], is[j]); len(parts) > 0 {
				out = append(out, celDetail{was[i], is[j], parts})
			}
			was, is = slices.Delete(was, i, i+1), slices.Delete(is, j, j+1)
		}
	}
	return out
}

// celParts names what differs around the expressions of two rules.
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
