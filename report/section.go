package report

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/language"
)

// Section is a part of a report for people.
type Section struct {
	Title   string
	Changes []Change
	// Ended are versions that are no longer served and whose changes are in another section.
	Ended []Ended
	words language.Words
}

// The sections, in the order of their importance to readers.
const (
	removed = iota
	// changed has the breaking and risky changes that no other section has.
	changed
	deprecated
	graduated
	added
	other
	sectionCount
)

// Sections groups the changes, removed ones first. Every change is in exactly one section.
func (r *Report) Sections() []Section {
	out := make([]Section, sectionCount)
	w := r.words()
	for i, title := range []language.Key{"removed", "changed", "deprecated", "graduated", "added", "other-changes"} {
		out[i].Title, out[i].words = w.Text(title), w
	}
	for _, c := range r.Changes {
		i := sectionOf(c)
		out[i].Changes = append(out[i].Changes, c)
	}
	out[removed].Ended = ended(out[graduated].Changes, w)
	return out
}

func sectionOf(c Change) int {
	switch c.Rule {
	case rule.ResourceRemoved, rule.FieldRemoved:
		return removed
	case rule.APIDeprecated, rule.TypeDeprecated, rule.FieldDeprecated, rule.FieldBornDeprecated:
		return deprecated
	case rule.FieldStageChanged:
		if !c.stageUnknown() {
			return graduated
		}
	case rule.ResourceGraduated:
		return graduated
	case rule.ResourceAdded, rule.FieldAdded:
		return added
	}
	if c.Severity.Rank() <= rule.Risky.Rank() {
		return changed
	}
	return other
}

// mixed reports whether the changes of a section are of many rules, so that their lines name them.
func mixed(section int) bool { return section == changed || section == other }

func (c *Change) stageUnknown() bool {
	was, is := c.Stages()
	return was.Stage != is.Stage && (was.Stage == rule.Unmarked || is.Stage == rule.Unmarked)
}

// Lines returns the lines of the section, the most severe first. Lines about APIs come before lines
// about fields.
func (s Section) Lines() (lines []Line) {
	apis, fields := s.split()
	lines = append(foldGroupVersions(apis, s.words), foldFields(fields)...)
	order.Stably(lines, func(a, b Line) int { return cmp.Compare(a.Severity.Rank(), b.Severity.Rank()) })
	return lines
}

// split separates the changes of APIs, which go into a table, from those of fields.
func (s Section) split() (apis, fields []Change) {
	return slice.Filter(s.Changes, func(c Change) bool { return c.Schema == "" }), slice.Filter(s.Changes, func(c Change) bool { return c.Schema != "" })
}

// reach returns a kind through which users meet the field, with the shortest path, and how many
// more kinds it reaches. Versions of the same kind are joined: "example.com/v1, v1beta1".
func (c Change) reach() (apiVersion, kind, path string, more int) {
	if len(c.Reaches) == 0 {
		return "", "", "", 0
	}
	best := slices.MinFunc(c.Reaches, func(a, b rule.Reach) int { return cmp.Compare(len(a.String()), len(b.String())) })
	versions := []string{best.GroupVersion().String()}
	for _, r := range c.Reaches {
		switch {
		case r == best:
		case r.Group == best.Group && r.Kind == best.Kind && r.Path == best.Path:
			versions = append(versions, r.Version)
		default:
			more++
		}
	}
	return strings.Join(versions, ", "), best.Kind, best.Path, more
}

// Title names both sides: "Kubernetes 1.23 → 1.24: what changes in the API". For a report about
// notes it names the release: "Kubernetes v1.24.0: release notes".
func (r *Report) Title() string {
	w := r.words()
	if r.aboutNotes() {
		if len(r.NotesScope.SIGs) > 0 {
			return w.Text("title-notes-sig", r.NotesScope.span(), sigNames(r.NotesScope.SIGs, w))
		}
		return w.Text("title-notes", r.NotesScope.span())
	}
	what := language.Key("kubernetes")
	if r.Old.Source == discovery.SourceCRD && r.New.Source == discovery.SourceCRD {
		what = "custom-resources"
	}
	return w.Text("title-api", w.Text(what), r.Old.label(), r.New.label())
}

// label is the version of a side, or its name if it has none. For a path, it is the last element.
func (s Side) label() string {
	switch {
	case s.Source == discovery.SourceCatalog:
		return s.Name
	case s.Version != "":
		return s.Version
	case strings.Contains(s.Name, "://"):
		return s.Name
	default:
		return path.Base(filepath.ToSlash(s.Name))
	}
}

// Origin is where a side was read from: "catalog 1.23", "cluster context:prod".
func (s Side) Origin() string { return s.origin(language.Words{}) }

func (s Side) origin(w language.Words) string {
	return w.Said(string(s.Source)) + " " + s.Name + phrase.With(" (", s.Provenance, ")")
}

// Scope says what the report covers.
func (r *Report) Scope() string {
	w := r.words()
	view := language.Key("view-default")
	switch {
	case r.Old.Source == discovery.SourceCRD && r.New.Source == discovery.SourceCRD:
		view = "view-manifests"
	case r.Old.Fidelity.Disabled == discovery.None && r.New.Fidelity.Disabled == discovery.None:
		view = "view-both"
	case r.IncludeDisabled:
		view = "view-all"
	}
	parts := phrase.Parts{w.Text(view), r.Old.origin(w) + ", " + r.New.origin(w)}
	if s := r.notes(); len(s.SIGs) > 0 && s.APIDiff != APIDiffAll {
		parts = append(parts, w.Text("only-si-gs", sigNames(r.NotesScope.SIGs, w)))
	}
	parts.Add(r.LeftOut > 0, w.Count("left-out", r.LeftOut))
	if r.Uses != nil {
		parts = append(parts, w.Text("uses", w.Count("objects", r.Uses.Objects), r.Uses.Name, w.Count("changes", r.Uses.LeftOut)))
	}
	parts.Add(r.Filtered > 0, w.Count("filtered-out", r.Filtered))
	parts.Add(len(r.Severities) > 0, w.Text("severities-set", envelope.LevelsText(r.Severities)))
	return strings.Join(parts, " · ")
}

func (c Change) api() (apiVersion, kind string) {
	return c.GroupVersion().String(), cmp.Or(c.Kind, c.Resource)
}

// foldGroupVersions makes one line each of the added and the removed group-versions.
func foldGroupVersions(changes []Change, w language.Words) (lines []Line) {
	at := map[string]int{}
	for _, c := range changes {
		if c.Rule != rule.GroupVersionAdded && c.Rule != rule.GroupVersionRemoved {
			lines = append(lines, Line{Change: c})
			continue
		}
		i, open := at[c.Rule]
		if !open {
			i = len(lines)
			at[c.Rule] = i
			lines = append(lines, Line{Change: c})
		}
		lines[i].versions = append(lines[i].versions, c.GroupVersion().String())
	}
	for i, l := range lines {
		if l.versions != nil {
			text := map[string]language.Key{rule.GroupVersionAdded: "new-group-versions", rule.GroupVersionRemoved: "gone-group-versions"}[l.Rule]
			lines[i].About, lines[i].Message = "", w.Text(text, strings.Join(l.versions, ", "))
			lines[i].Notes, lines[i].SIGs = nil, nil // the resources have them
		}
	}
	return lines
}

// Line is a line about a change, or about the same change of several fields of one schema.
type Line struct {
	Change
	// Fields are the names of the fields, if there are several.
	Fields []string
	// versions are the group-versions of a line about several.
	versions []string
}

func (l Line) told(w language.Words) (name, text string) {
	if l.versions != nil {
		return "", l.Message
	}
	return l.Change.told(w)
}

func (l Line) sentence(w language.Words) string {
	if l.versions != nil {
		return l.Message
	}
	return l.Change.sentence(w)
}

// manyFields is the number of fields with the same change from which they share a line.
const manyFields = 4

// foldFields makes one line of many equal changes of fields of a schema, at the place of the first.
func foldFields(changes []Change) (lines []Line) {
	type alike struct {
		rule, severity, schema, text string
	}
	of := func(c Change) alike {
		_, text := c.Split()
		return alike{c.Rule, string(c.Severity), c.Schema, text}
	}
	counts := map[alike]int{}
	for _, c := range changes {
		counts[of(c)]++
	}
	at := map[alike]int{}
	for _, c := range changes {
		k := of(c)
		if counts[k] < manyFields || c.Field == "" || c.Rule == rule.DescriptionChanged {
			lines = append(lines, Line{Change: c})
			continue
		}
		i, open := at[k]
		if !open {
			i = len(lines)
			at[k] = i
			lines = append(lines, Line{Change: c})
		}
		lines[i].Fields = append(lines[i].Fields, c.Field)
		if open {
			lines[i].join(c)
		}
	}
	return lines
}

func (c Change) short() string { return c.Schema[strings.LastIndexByte(c.Schema, '.')+1:] }

func (l *Line) join(c Change) {
	notes := slices.Clone(l.Notes)
	for _, n := range c.Notes {
		if !slices.ContainsFunc(notes, func(other NoteLink) bool { return other.PR == n.PR && other.Release == n.Release }) {
			notes = append(notes, n)
		}
	}
	l.Notes, l.SIGs = notes, slice.Add(slices.Clone(l.SIGs), c.SIGs...)
}
