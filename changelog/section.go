package changelog

import "slices"

// Section is the part of the notes that an entry stands in, by the names that
// the release team's tool prints since 1.19. Older headings are mapped to them.
type Section string

// The sections.
const (
	Urgent        Section = "Urgent Upgrade Notes"
	Deprecation   Section = "Deprecation"
	APIChange     Section = "API Change"
	Feature       Section = "Feature"
	Design        Section = "Design"
	Documents     Section = "Documentation"
	FailingTest   Section = "Failing Test"
	Bug           Section = "Bug or Regression"
	Other         Section = "Other (Cleanup or Flake)"
	Dependency    Section = "Dependency"
	Uncategorized Section = "Uncategorized"
)

// SectionOrder lists the sections in the order in which notes print them.
func SectionOrder() []Section {
	return []Section{Urgent, Deprecation, APIChange, Feature, Design, Documents, FailingTest, Bug, Other, Dependency, Uncategorized}
}

// Rank is the place of the section in [SectionOrder]; unknown ones come last.
func (s Section) Rank() int {
	if i := slices.Index(SectionOrder(), s); i >= 0 {
		return i
	}
	return len(SectionOrder())
}

// SectionOf is where the release team's tool puts an entry with these kinds: the
// first of its order that is there. Source: kindPriority and kindMap in
// pkg/notes/document of kubernetes/release.
func SectionOf(kinds []string) Section {
	for _, place := range []struct {
		kind    string
		section Section
	}{
		{"deprecation", Deprecation}, {"api-change", APIChange}, {"feature", Feature}, {"design", Design},
		{"documentation", Documents}, {"failing-test", FailingTest}, {"bug", Bug}, {"regression", Bug},
		{"cleanup", Other}, {"flake", Other}, {"dependency", Dependency},
	} {
		if slices.Contains(kinds, place.kind) {
			return place.section
		}
	}
	return Uncategorized
}
