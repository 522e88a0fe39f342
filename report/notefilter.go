package report

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// NoteFilter selects entries of a report. An empty field selects all.
type NoteFilter struct {
	// SIGs are in any spelling: "network", "sig-network", "SIG Network". They also select changes.
	SIGs []string
	// Kinds are labels ("api-change") or sections ("API Change").
	Kinds []string
	Areas []string
	// Grep must match the text, or a name in the facts.
	Grep           *regexp.Regexp
	ActionRequired bool
	// MaxSIGs excludes entries with more SIGs; 0 for no limit.
	MaxSIGs int
}

// NoteNames are the names that a filter can contain.
type NoteNames struct {
	SIGs, Kinds, Areas []string
}

// Known returns the SIGs, kinds and areas of entries, sorted, so that the nearest one can be
// suggested for a misspelled name. Kinds are labels and sections.
func Known(notes []changelog.Note) NoteNames {
	k := NoteNames{Kinds: slice.Map(changelog.SectionOrder(), func(s changelog.Section) string { return string(s) })}
	for i := range notes {
		k.SIGs = append(k.SIGs, slice.Map(notes[i].SIGs, CanonicalSIG)...)
		k.Kinds = append(k.Kinds, notes[i].Kinds...)
		k.Areas = append(k.Areas, notes[i].Areas...)
	}
	for _, list := range []*[]string{&k.SIGs, &k.Kinds, &k.Areas} {
		*list = slice.Unique(*list)
	}
	return k
}

// Unknown returns the names of the filter that no entry has, as given.
func (k NoteNames) Unknown(f NoteFilter) (sigs, kinds, areas []string) {
	lacks := func(known []string, canonical func(string) string) func(string) bool {
		return func(word string) bool {
			return !slices.ContainsFunc(known, func(s string) bool { return canonical(s) == canonical(word) })
		}
	}
	return slice.Filter(f.SIGs, lacks(k.SIGs, CanonicalSIG)), slice.Filter(f.Kinds, lacks(k.Kinds, canonicalKind)), slice.Filter(f.Areas, lacks(k.Areas, strings.ToLower))
}

// canonicalKind returns the same text for a label and its section: "api-change" for "API Change"
// and "kind/api-change", "other" for "Other (Cleanup or Flake)".
func canonicalKind(kind string) string {
	kind = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(kind)), "kind/")
	kind, _, _ = strings.Cut(kind, "(")
	return strings.ReplaceAll(strings.TrimSpace(kind), " ", "-")
}

// Empty reports whether the filter selects all entries.
func (f NoteFilter) Empty() bool {
	return len(f.SIGs)+len(f.Kinds)+len(f.Areas) == 0 && f.Grep == nil && !f.ActionRequired && f.MaxSIGs == 0
}

func (f NoteFilter) sigs() []string { return each(f.SIGs, CanonicalSIG) }

func each(list []string, f func(string) string) []string {
	return slice.Add(nil, slice.Map(list, f)...)
}

// An entry without a known SIG may belong to any SIG, so it is selected.
func (f NoteFilter) admits(n *changelog.Note) bool {
	return (len(n.SIGs) == 0 || sharesSIG(f.sigs(), n.SIGs)) && f.admitsKind(n) && f.admitsArea(n) && f.admitsText(n) &&
		(!f.ActionRequired || actionRequired(n)) && (f.MaxSIGs == 0 || len(n.SIGs) <= f.MaxSIGs)
}

// sharesSIG reports whether one of the SIGs is selected. Without a selection, all are.
func sharesSIG(asked, sigs []string) bool {
	return len(asked) == 0 || slices.ContainsFunc(sigs, func(s string) bool { return slices.Contains(asked, CanonicalSIG(s)) })
}

func (f NoteFilter) admitsKind(n *changelog.Note) bool {
	if len(f.Kinds) == 0 {
		return true
	}
	has := each(n.Kinds, canonicalKind)
	for _, s := range append([]changelog.Section{n.Section}, n.Sections...) {
		has = append(has, canonicalKind(string(s)))
		has = append(has, strings.Split(canonicalKind(string(s)), "-or-")...) // Bug or Regression
	}
	return slices.ContainsFunc(f.Kinds, func(kind string) bool { return slices.Contains(has, canonicalKind(kind)) })
}

func (f NoteFilter) admitsArea(n *changelog.Note) bool {
	return len(f.Areas) == 0 || slices.ContainsFunc(n.Areas, func(area string) bool {
		return slices.ContainsFunc(f.Areas, func(asked string) bool { return strings.EqualFold(strings.TrimPrefix(asked, "area/"), area) })
	})
}

func (f NoteFilter) admitsText(n *changelog.Note) bool {
	return f.Grep == nil || slices.ContainsFunc(slices.Concat([]string{n.Text}, n.Gates, n.Flags, n.Metrics, n.GroupVersions, n.APIKinds, n.Fields), f.Grep.MatchString)
}

// Only about half of the labelled entries are among the urgent ones.
func actionRequired(n *changelog.Note) bool {
	return n.ActionRequired || n.Section == changelog.Urgent || slices.Contains(n.Sections, changelog.Urgent)
}

func (f NoteFilter) write(scope *NotesScope) {
	scope.SIGs = f.sigs()
	scope.Kinds, scope.Areas = slices.Clone(f.Kinds), slices.Clone(f.Areas)
	scope.ActionRequired, scope.MaxSIGs = f.ActionRequired, f.MaxSIGs
	if f.Grep != nil {
		scope.Grep = f.Grep.String()
	}
}
