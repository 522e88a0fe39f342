package scan

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/waiver"
)

// Merge makes one result of those of several targets, with the names in the same order. Findings of
// only some of the targets name them.
func Merge(names []string, results []Result) Result {
	all := results[0]
	if len(results) == 1 {
		return all
	}
	m := merging{at: map[string]int{}}
	for i := range results {
		m.add(names[i], &results[i])
	}
	for f := range slice.Each(m.findings) {
		if len(f.Targets) == len(names) {
			f.Targets = nil
		} else {
			f.Message += " (for " + strings.Join(f.Targets, ", ") + ")"
		}
	}
	all.Findings = m.findings
	unused := unusedInAll(results)
	for i := range results[1:] {
		all.also(&results[i+1])
	}
	all.Warnings = append(slices.DeleteFunc(all.Warnings, func(w finding.Warning) bool { return w.Unused != "" }), unused...)
	return all
}

// unusedInAll returns the warnings about comments that waive no finding of any target. A comment
// that one target needs must not be removed.
func unusedInAll(results []Result) (list []finding.Warning) {
	for _, w := range results[0].Warnings {
		if w.Unused == "" {
			continue
		}
		rules := strings.Split(w.Unused, ", ")
		for _, other := range results[1:] {
			rules = slices.DeleteFunc(rules, func(rule string) bool {
				return !slices.ContainsFunc(other.Warnings, func(o finding.Warning) bool {
					return o.File == w.File && o.Line == w.Line && slices.Contains(strings.Split(o.Unused, ", "), rule)
				})
			})
		}
		if len(rules) > 0 {
			said := waiver.Unused(rules)
			said.File, said.Line = w.File, w.Line
			list = append(list, said)
		}
	}
	return list
}

// Add adds another result.
func (r *Result) Add(other Result) {
	r.Findings = append(r.Findings, other.Findings...)
	r.Waived, r.Warnings = append(r.Waived, other.Waived...), append(r.Warnings, other.Warnings...)
	r.Account.Add(other.Account)
	r.Kustomizations = append(r.Kustomizations, other.Kustomizations...)
	r.Read.add(other.Read)
}

// merging has the findings of several targets by fingerprint.
type merging struct {
	at       map[string]int
	findings []finding.Finding
}

func (m *merging) add(name string, r *Result) {
	for _, f := range r.Findings {
		i, known := m.at[f.Fingerprint]
		if !known {
			f.Targets = []string{name}
			m.at[f.Fingerprint] = len(m.findings)
			m.findings = append(m.findings, f)
			continue
		}
		has := &m.findings[i]
		targets := slices.Concat(has.Targets, []string{name})
		if f.Severity.Rank() < has.Severity.Rank() {
			*has = f
		}
		has.Targets = targets
	}
}

// also adds what only another target has. The files are the same, but charts may render more
// objects for one target than for another.
func (r *Result) also(other *Result) {
	for w := range slice.Each(other.Waived) {
		if !slices.ContainsFunc(r.Waived, func(had finding.Waived) bool { return had.Fingerprint == w.Fingerprint }) {
			r.Waived = append(r.Waived, *w)
		}
	}
	r.Warnings = slice.Add(r.Warnings, other.Warnings...)
	r.Read.add(other.Read)
	a, b := &r.Account, other.Account
	a.Documents, a.Objects, a.InText = max(a.Documents, b.Documents), max(a.Objects, b.Objects), max(a.InText, b.InText)
	a.Filtered, a.FilteredInside = max(a.Filtered, b.Filtered), max(a.FilteredInside, b.FilteredInside)
	a.CarriedNotValidated = most(a.CarriedNotValidated, b.CarriedNotValidated)
	a.NotValidated = most(a.NotValidated, b.NotValidated)
	a.NotChecked, a.FieldsNotChecked = most(a.NotChecked, b.NotChecked), most(a.FieldsNotChecked, b.FieldsNotChecked)
	a.Unreadable = slice.Add(a.Unreadable, b.Unreadable...)
}

// most is the greater of two counts of each thing.
func most(a, b map[string]int) map[string]int {
	if a == nil && len(b) > 0 {
		a = map[string]int{}
	}
	for what, n := range b {
		a[what] = max(a[what], n)
	}
	return a
}
