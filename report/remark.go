package report

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/report/language"
)

// ink writes the parts of an entry for a format.
type ink struct {
	w language.Words
	// text escapes a text, name sets a name, pull links a pull request, prose is
	// what somebody wrote.
	text, name, prose func(string) string
	pull              func(repository string, pr int) string
	// kepLink is what an address of an enhancement begins with; "" for none.
	kepLink string
}

// remarks are what is said under an entry: what became of it, where else it is,
// and what is behind it.
func (r *Report) remarks(n *Note, in ink) (out []string) {
	add := func(s string) { out = append(out, s) }
	if n.ActionRequired && n.Section != changelog.Urgent {
		add(in.w.Text(language.ActionRequired))
	}
	switch {
	case n.RevertedBy != 0 && n.NotInRelease:
		add(in.w.Text(language.RevertedByNotIn, in.pull(n.Repository, n.RevertedBy), in.text(n.Release)))
	case n.RevertedBy != 0:
		add(in.w.Text(language.RevertedBy, in.pull(n.Repository, n.RevertedBy)))
	case n.NotInRelease:
		add(in.w.Text(language.NotIn, in.text(n.Release)))
	}
	if n.Reverts != 0 {
		add(in.w.Text(language.Reverts, in.pull(n.Repository, n.Reverts)))
	}
	if also := alsoIn(n, in); also != "" {
		add(in.w.Text(language.AlsoIn, also))
	}
	if shown := n.shownText(); shown != "" {
		out = append(out, in.named(r.unnamed(n, shown))...)
	}
	if apis := r.linkedAPIs(n, in); apis != "" {
		add(in.w.Text(language.LinkedAPI, apis))
	}
	if n.Broad {
		add(in.w.Text(language.Broad))
	}
	if n.Annotation != nil && n.Annotation.Remark != "" {
		add(in.w.Text(language.AuthorRemark, in.prose(n.Annotation.Remark)))
	}
	return out
}

// shownText is the text of the entry, or what the author puts in its place.
func (n *Note) shownText() string {
	if n.Annotation != nil && n.Annotation.Text != "" {
		return n.Annotation.Text
	}
	return n.Text
}

func alsoIn(n *Note, in ink) string {
	var parts []string
	for _, b := range n.AlsoIn {
		part := in.text(b.Release)
		if b.PR != 0 && b.PR != n.PR {
			part += " (" + in.pull(n.Repository, b.PR) + ")"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// identifiers are names that stand behind an entry.
type identifiers struct{ gates, flags, metrics, apis, fields []string }

// unnamed are the gates, flags and metrics behind an entry that its text, as it
// is shown, does not name.
func (r *Report) unnamed(n *Note, shown string) identifiers {
	gates := slices.Clone(n.Gates)
	for _, c := range r.introduced(n) {
		gates = append(gates, c.gates()...)
	}
	missing := func(list []string) (out []string) {
		for _, name := range list {
			if !strings.Contains(shown, name) && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
		return out
	}
	return identifiers{gates: missing(gates), flags: missing(n.Flags), metrics: missing(n.Metrics)}
}

// gates are those that a change of a field's stage names.
func (c *Change) gates() (out []string) {
	if c.Rule != "field-stage-changed" {
		return nil
	}
	for _, side := range []string{c.Old, c.New} {
		if _, gates, named := strings.Cut(side, " "); named {
			out = append(out, strings.Split(gates, ",")...)
		}
	}
	return out
}

// named writes names by what they are of.
func (in ink) named(ids identifiers) (out []string) {
	for _, part := range []struct {
		key  language.Key
		list []string
	}{
		{language.Gates, ids.gates}, {language.Flags, ids.flags}, {language.Metrics, ids.metrics},
		{language.NamedAPIs, ids.apis}, {language.NamedFields, ids.fields},
	} {
		if len(part.list) > 0 {
			out = append(out, in.w.List(part.key, len(part.list), in.list(part.list)))
		}
	}
	return out
}

// manyNames is how many names of a kind an entry shows.
const manyNames = 12

func (in ink) list(names []string) string {
	shown := each(names[:min(len(names), manyNames)], in.name)
	if more := len(names) - manyNames; more > 0 {
		shown = append(shown, in.w.Text(language.AndMore, more))
	}
	return strings.Join(shown, ", ")
}

// introduced are the API changes of the report that the entry surely stands for.
func (r *Report) introduced(n *Note) (out []*Change) {
	if len(n.LinkedChanges) == 0 {
		return nil
	}
	for i := range r.Changes {
		c := &r.Changes[i]
		if slices.Contains(n.LinkedChanges, c.Fingerprint) && slices.ContainsFunc(c.Notes, func(l NoteLink) bool {
			return l.PR == n.PR && l.Release == n.Release && l.Confidence == "introduced-by"
		}) {
			out = append(out, c)
		}
	}
	return out
}

// manyAPIs is how many API changes an entry shows.
const manyAPIs = 6

// linkedAPIs names the API changes of an entry.
func (r *Report) linkedAPIs(n *Note, in ink) string {
	var parts []string
	for _, c := range r.introduced(n) {
		part := in.name(c.name())
		if c.Schema == "" && c.Kind+c.Resource != "" {
			apiVersion, kind := c.api()
			part = in.name(apiVersion) + " " + in.text(kind)
		}
		if !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	if more := len(parts) - manyAPIs; more > 0 {
		parts = append(parts[:manyAPIs], in.w.Text(language.AndMore, more))
	}
	return strings.Join(parts, ", ")
}

// facts are what is known of an entry without its text.
func (n *Note) facts(in ink) (out []string) {
	if len(n.Kinds) > 0 {
		out = append(out, in.w.Text(language.Kinds, strings.Join(each(n.Kinds, in.text), ", ")))
	}
	out = append(out, in.named(identifiers{n.Gates, n.Flags, n.Metrics, slices.Concat(n.GroupVersions, n.APIKinds), n.Fields})...)
	if keps := enhancements(&n.Note); len(keps) > 0 {
		var names []string
		for _, kep := range keps {
			names = append(names, in.kep(kep))
		}
		out = append(out, strings.Join(names, ", "))
	}
	if n.RemovalPlanned != "" {
		out = append(out, in.planned(n.RemovalPlanned))
	}
	return out
}
