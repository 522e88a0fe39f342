package report

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// remarks are the lines below an entry: what became of it, where else it is, what it introduced.
func (r *Report) remarks(n *Note, w wording) (out []page.Line) {
	add := func(key language.Key, args ...any) { out = append(out, w.line(key, args...)) }
	if n.ActionRequired && n.Section != changelog.Urgent {
		add("action-required")
	}
	out = append(out, Became(&n.Note, w.Words)...)
	if n.Reverts != 0 {
		add("reverts", Pull(n.Repository, n.Reverts))
	}
	if also := alsoIn(n); len(also) > 0 {
		add("also-in", also)
	}
	if shown := n.shownText(); shown != "" {
		out = append(out, w.named(r.unnamed(n, shown))...)
	}
	if apis := r.linkedAPIs(n, w); len(apis) > 0 {
		add("linked-api", apis)
	}
	if len(n.SIGs) >= changelog.BroadSIGs {
		add("broad")
	}
	if n.Annotation != nil && n.Annotation.Remark != "" {
		add("author-remark", page.Run{Text: n.Annotation.Remark, Set: page.AsProse})
	}
	return out
}

// Became returns what became of an entry: it was reverted, or a later entry of the release says
// something else.
func Became(n *changelog.Note, words language.Words) (out []page.Line) {
	w := wording{words}
	add := func(key language.Key, args ...any) { out = append(out, w.line(key, args...)) }
	switch {
	case n.RevertedBy != 0 && n.NotInRelease:
		add("reverted-by-not-in", Pull(n.Repository, n.RevertedBy), n.Release)
	case n.RevertedBy != 0:
		add("reverted-by", Pull(n.Repository, n.RevertedBy))
	case n.NotInRelease:
		add("not-in", n.Release)
	}
	for _, o := range n.OverriddenBy {
		by, gate := Pull(n.Repository, o.PR), page.Code(o.Gate)
		switch o.Now {
		case "on":
			add("overridden-on", n.Release, by, gate)
		case "off":
			add("overridden-off", n.Release, by, gate)
		default:
			add("overridden-stage", n.Release, by, gate, o.Now)
		}
	}
	return out
}

func (n *Note) shownText() string {
	if n.Annotation != nil && n.Annotation.Text != "" {
		return n.Annotation.Text
	}
	return n.Text
}

func alsoIn(n *Note) page.Line {
	var parts []page.Line
	for _, b := range n.AlsoIn {
		part := page.Plain(b.Release)
		if b.PR != 0 && b.PR != n.PR {
			part = append(part, page.Text(" ("), Pull(n.Repository, b.PR), page.Text(")"))
		}
		parts = append(parts, part)
	}
	return page.Join(parts, ", ")
}

// identifiers are names of an entry.
type identifiers struct{ gates, flags, metrics, apis, fields []string }

// unnamed are the gates, flags and metrics of an entry that the shown text does not contain.
func (r *Report) unnamed(n *Note, shown string) identifiers {
	gates := slices.Clone(n.Gates)
	for _, c := range r.introduced(n) {
		was, is := c.Stages()
		gates = slices.Concat(gates, was.Gates, is.Gates)
	}
	missing := func(list []string) []string {
		return slice.Add(nil, slice.Filter(list, func(name string) bool { return !strings.Contains(shown, name) })...)
	}
	return identifiers{gates: missing(gates), flags: missing(n.Flags), metrics: missing(n.Metrics)}
}

func (c *Change) gates() []string {
	was, is := c.Stages()
	return slice.Unique(slices.Concat(was.Gates, is.Gates))
}

func (w wording) named(ids identifiers) (out []page.Line) {
	for _, part := range []struct {
		key  language.Key
		list []string
	}{
		{"gates", ids.gates}, {"flags", ids.flags}, {"metrics", ids.metrics},
		{"named-ap-is", ids.apis}, {"named-fields", ids.fields},
	} {
		if len(part.list) > 0 {
			out = append(out, w.list(part.key, len(part.list), w.first(page.Cells(slice.Map(part.list, page.Code)...), manyNames)))
		}
	}
	return out
}

// manyNames is the most names in such a line.
const manyNames = 12

func (r *Report) introduced(n *Note) (out []*Change) {
	if len(n.LinkedChanges) == 0 {
		return nil
	}
	for c := range slice.Each(r.Changes) {
		if slices.Contains(n.LinkedChanges, c.Fingerprint) && slices.ContainsFunc(c.Notes, func(l NoteLink) bool {
			return l.PR == n.PR && l.Release == n.Release && l.Confidence == "introduced-by"
		}) {
			out = append(out, c)
		}
	}
	return out
}

// manyAPIs is the most API changes that an entry shows.
const manyAPIs = 6

func (r *Report) linkedAPIs(n *Note, w wording) page.Line {
	var parts []page.Line
	for _, c := range r.introduced(n) {
		part := page.Line{page.Code(c.name())}
		if c.Schema == "" && c.Kind+c.Resource != "" {
			part = apiLine(c.api())
		}
		part[0].To = "#" + c.Fingerprint
		if !slices.ContainsFunc(parts, func(other page.Line) bool { return other.Plain() == part.Plain() }) {
			parts = append(parts, part)
		}
	}
	return w.first(parts, manyAPIs)
}

func (n *Note) facts(w wording) (out []page.Line) {
	if len(n.Kinds) > 0 {
		out = append(out, w.line("kinds", strings.Join(n.Kinds, ", ")))
	}
	out = append(out, w.named(identifiers{n.Gates, n.Flags, n.Metrics, slices.Concat(n.GroupVersions, n.APIKinds), n.Fields})...)
	if keps := n.KEPs; len(keps) > 0 {
		out = append(out, page.Join(page.Cells(slice.Map(keps, KEP)...), ", "))
	}
	if n.RemovalPlanned != "" {
		out = append(out, w.planned(n.RemovalPlanned))
	}
	return out
}
