package changelog

import "slices"

// Section is a section of the notes, with the name that the release team's tool has printed since
// 1.19. Older headings are mapped to these.
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

// SectionOrder returns the sections in the order of the notes.
func SectionOrder() []Section {
	return []Section{Urgent, Deprecation, APIChange, Feature, Design, Documents, FailingTest, Bug, Other, Dependency, Uncategorized}
}

// Rank returns the index in [SectionOrder]. Unknown sections come last.
func (s Section) Rank() int {
	if i := slices.Index(SectionOrder(), s); i >= 0 {
		return i
	}
	return len(SectionOrder())
}

// SectionOf returns the section in which the release team's tool prints an entry with these kinds:
// the first one in its order. Source: kindPriority and kindMap in pkg/notes/document of
// kubernetes/release.
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
