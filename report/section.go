package report

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// Section is a part of a report for people.
type Section struct {
	Title   string
	Changes []Change
}

// The sections, in the order in which a reader wants to know.
const (
	removed = iota
	deprecated
	graduated
	added
	other
	sectionCount
)

// Sections sorts the changes into the parts of a report for people: what is
// gone first. Every change is in exactly one of them.
func (r *Report) Sections() []Section {
	out := make([]Section, sectionCount)
	for i, title := range []string{"Removed", "Deprecated", "Graduated", "Added", "Other changes"} {
		out[i].Title = title
	}
	for _, c := range r.Changes {
		i := sectionOf(c)
		out[i].Changes = append(out[i].Changes, c)
	}
	return out
}

func sectionOf(c Change) int {
	switch c.Rule {
	case "resource-removed", "field-removed":
		return removed
	case "api-deprecated", "type-deprecated", "field-deprecated", "field-born-deprecated":
		return deprecated
	case "resource-graduated", "field-stage-changed":
		return graduated
	case "resource-added", "field-added":
		return added
	default:
		return other
	}
}

// Lines are what the section says, a line a bullet, strongest first: those of
// APIs before those of fields.
func (s Section) Lines() (lines []Line) {
	apis, fields := s.split()
	for _, c := range foldGroupVersions(apis) {
		lines = append(lines, Line{Change: c})
	}
	lines = append(lines, foldFields(fields)...)
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(a.Severity.Rank(), b.Severity.Rank()) })
	return lines
}

// split takes the changes of APIs, which fill a table, apart from those of
// fields, which fill a list.
func (s Section) split() (apis, fields []Change) {
	for _, c := range s.Changes {
		if c.Schema == "" {
			apis = append(apis, c)
		} else {
			fields = append(fields, c)
		}
	}
	return apis, fields
}

// reach says where users meet a field: its path in one kind, the one with the
// shortest path, and how many more kinds it reaches.
func (c Change) reach() (apiVersion, kind, path string, more int) {
	if len(c.Reaches) == 0 {
		return "", "", "", 0
	}
	best := c.Reaches[0]
	for _, r := range c.Reaches[1:] {
		if len(r) < len(best) {
			best = r
		}
	}
	apiVersion, rest, _ := strings.Cut(best, " ")
	kind, path, _ = strings.Cut(rest, " ")
	return apiVersion, kind, path, len(c.Reaches) - 1
}

// subject splits the message into the field's name and what is said of it.
func (c Change) subject() (name, text string) {
	name = c.short()
	if c.Field != "" {
		name += "." + c.Field
	}
	text, ok := strings.CutPrefix(c.Message, name+" ")
	if !ok {
		return "", c.Message
	}
	return name, text
}

// Title names both sides: "Kubernetes 1.23 → 1.24: what changes in the API".
func (r *Report) Title() string {
	what := "Kubernetes"
	if r.Old.Source == discovery.SourceCRD && r.New.Source == discovery.SourceCRD {
		what = "Custom resources"
	}
	return fmt.Sprintf("%s %s → %s: what changes in the API", what, r.Old.label(), r.New.label())
}

// label is the version of a side, or its name where it has no version: of a
// path, the last part.
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

// Origin says where a side was read: "catalog 1.23", "cluster context:prod".
func (s Side) Origin() string {
	origin := string(s.Source) + " " + s.Name
	if s.Provenance != "" {
		origin += " (" + s.Provenance + ")"
	}
	return origin
}

// Scope says in a line what the report speaks about.
func (r *Report) Scope() string {
	view := "As a default cluster serves it"
	switch {
	case r.Old.Source == discovery.SourceCRD && r.New.Source == discovery.SourceCRD:
		view = "As the manifests define it"
	case r.Old.Fidelity.Disabled == discovery.None && r.New.Fidelity.Disabled == discovery.None:
		view = "As both sides serve it"
	case r.IncludeDisabled:
		view = "All that the releases have, off by default or not"
	}
	parts := []string{view, r.Old.Origin() + ", " + r.New.Origin()}
	if r.LeftOut > 0 {
		parts = append(parts, fmt.Sprintf("%s of APIs that are off by default left out (--include-disabled)", rule.Count(r.LeftOut, "change")))
	}
	if r.Uses != nil {
		parts = append(parts, fmt.Sprintf("what %s in %s use; %s concern none of them and are left out", rule.Count(r.Uses.Objects, "object"), r.Uses.Name, rule.Count(r.Uses.LeftOut, "change")))
	}
	if r.Filtered > 0 {
		parts = append(parts, rule.Count(r.Filtered, "change")+" filtered out")
	}
	return strings.Join(parts, " · ")
}

// api is the API that a change is about: its apiVersion and its kind.
func (c Change) api() (apiVersion, kind string) {
	kind = c.Kind
	if kind == "" {
		kind = c.Resource
	}
	return c.GroupVersion().String(), kind
}

// foldGroupVersions makes one line of the group-versions that came, and one of
// those that went: their resources have told the rest.
func foldGroupVersions(changes []Change) []Change {
	lines := map[string]int{}
	var out []Change
	for _, c := range changes {
		text, folds := map[string]string{
			"group-version-added":   "new group-versions: ",
			"group-version-removed": "group-versions no longer served: ",
		}[c.Rule]
		if !folds {
			out = append(out, c)
			continue
		}
		if i, open := lines[c.Rule]; open {
			out[i].Message += ", " + c.GroupVersion().String()
			continue
		}
		c.Message = text + c.GroupVersion().String()
		lines[c.Rule] = len(out)
		out = append(out, c)
	}
	return out
}

// Line is what is said of one field, or of several of one schema alike.
type Line struct {
	Change
	// Fields are the names of the fields that the line is about.
	Fields []string
}

// manyFields is from how many fields on, of one schema and told alike, a line
// stands for all of them.
const manyFields = 4

// foldFields makes a line of each change, and one of many that say the same of
// fields of the same schema, in the place of the first.
func foldFields(changes []Change) (lines []Line) {
	type alike struct {
		rule, severity, schema, text string
	}
	of := func(c Change) alike {
		_, text := c.subject()
		return alike{c.Rule, string(c.Severity), c.Schema, text}
	}
	counts := map[alike]int{}
	for _, c := range changes {
		counts[of(c)]++
	}
	at := map[alike]int{}
	for _, c := range changes {
		k := of(c)
		if counts[k] < manyFields || c.Field == "" || c.Rule == "description-changed" {
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
	}
	return lines
}

// short is a schema's name without its package.
func (c Change) short() string { return c.Schema[strings.LastIndexByte(c.Schema, '.')+1:] }
