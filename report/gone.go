package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

func (r *Report) gone(removed bool) (out []Gone) {
	shown := map[string]bool{}
	for i := range r.Changes {
		shown[r.Changes[i].Fingerprint] = r.Changes[i].gone(removed) != nil
	}
	items := r.items(func(n *Note) []*item { return n.gone(removed, shown) }, func(c *Change) *item { return c.gone(removed) })
	items = r.settled(items,
		func(w *witness, items []*item) []*item { return w.correctGone(items, removed) },
		func(w *witness, name string) (is, on bool) { return w.gone(name, removed), false })
	for _, it := range items {
		out = append(out, Gone{
			Name: it.name, What: it.what, Planned: it.planned, SIGs: it.sigs, PRs: it.prs, Changes: it.changes,
		})
	}
	return out
}

// gone returns the things that the entry says it removes or deprecates. shown are the fingerprints
// of changes that show the same in the API.
func (n *Note) gone(removed bool, shown map[string]bool) (items []*item) {
	if removed && !n.Removes || !removed && !n.Deprecates {
		return nil
	}
	items = n.goneNames(removed, slices.ContainsFunc(n.LinkedChanges, func(c string) bool { return shown[c] }))
	if len(items) == 0 {
		items = append(items, n.item(n.goneLabel(removed), "note"))
	}
	for _, it := range items {
		it.on = false
		if !removed && n.RemovalPlanned != "" {
			it.planned = plannedName(n.RemovalPlanned)
		}
	}
	return items
}

// tellsRemoval and tellsDeprecation match the sentence because of which an entry is listed.
var (
	tellsRemoval     = lazy.Regexp(`(?i)\b(remov|drop|delet|no longer|discontinu|retire)`)
	tellsDeprecation = lazy.Regexp(`(?i)\bdeprecat`)
)

// goneLabel is the name of an item whose entry names nothing: the beginning of the sentence about the removal or the
// deprecation, after the beginning of the entry if that is another sentence.
func (n *Note) goneLabel(removed bool) string {
	tells := tellsDeprecation
	if removed {
		tells = tellsRemoval
	}
	first := ""
	for _, sentence := range sentences(n.shownText()) {
		first = cmp.Or(first, sentence)
		if tells().MatchString(sentence) && sentence == first {
			return shortened(sentence, enoughWords)
		}
		if tells().MatchString(sentence) {
			return shortened(first, enoughWords/2) + " – " + shortened(sentence, enoughWords)
		}
	}
	return n.label()
}

// sentences returns the sentences of a markdown text. A sentence may continue on the next line.
func sentences(text string) (list []string) {
	for _, part := range newPart().Split(text, -1) {
		part = strings.Join(strings.Fields(part), " ")
		for sentence := range strings.SplitSeq(part, ". ") {
			if sentence = strings.TrimRight(strings.TrimLeft(sentence, "-*# "), "."); sentence != "" {
				list = append(list, sentence)
			}
		}
	}
	return list
}

// newPart matches the beginning of a paragraph, a list item or a heading.
var newPart = lazy.Regexp(`\n\s*\n|\n\s*[-*#]+ `)

// goneNames returns the names that the entry says are removed or deprecated. Names of APIs are left
// out if changes show them, and names of fields if the entry is linked to changes: a field that a
// new version lacks is still in the old version.
func (n *Note) goneNames(removed, shown bool) (items []*item) {
	names := n.DeprecatedNames
	if removed {
		names = n.RemovedNames
	}
	fields := n.Fields
	if len(n.LinkedChanges) > 0 {
		fields = nil
	}
	for _, part := range []struct {
		what string
		list []string
	}{{"gate", n.Gates}, {"flag", n.Flags}, {"metric", n.Metrics}, {"field", fields}} {
		for _, name := range part.list {
			if !slices.Contains(names, name) {
				continue
			}
			if part.what == "flag" {
				name = strings.TrimSpace(fact.Subcommand(n.Text, name) + " " + name)
			}
			items = append(items, n.item(name, part.what))
		}
	}
	if shown {
		return items
	}
	return append(items, slice.Map(n.goneAPIs(names), func(api string) *item { return n.item(api, "api") })...)
}

// goneAPIs returns the APIs among the names: a group-version with its kinds, or only one of these.
func (n *Note) goneAPIs(names []string) (apis []string) {
	among := func(list []string) []string {
		return slice.Filter(list, func(s string) bool { return slices.Contains(names, s) })
	}
	versions, kinds := among(n.GroupVersions), among(n.APIKinds)
	for _, name := range names { // group-versions of configurations are in no API
		if strings.Contains(name, "/v") && !strings.HasPrefix(name, "--") && !slices.Contains(n.Metrics, name) {
			versions = slice.Add(versions, name)
		}
	}
	switch {
	case len(versions) == 0:
		return kinds
	case len(versions) > 1 || len(kinds) == 0:
		return versions
	}
	return slice.Map(kinds, func(kind string) string { return versions[0] + " " + kind })
}

// plannedName writes "1.32" as "v1.32".
func plannedName(release string) string {
	if release != "" && release[0] >= '0' && release[0] <= '9' {
		return "v" + release
	}
	return release
}

func (c *Change) gone(removed bool) *item {
	what := "field"
	switch c.Rule {
	case rule.ResourceRemoved, rule.ResourceGraduated, rule.APIDeprecated:
		what = "api"
	case rule.FieldRemoved, rule.FieldDeprecated:
	default:
		return nil // a type is neither an API nor a field; its fields have changes of their own
	}
	if removed != slices.Contains([]string{rule.ResourceRemoved, rule.ResourceGraduated, rule.FieldRemoved}, c.Rule) {
		return nil
	}
	if c.Variant == rule.Mentions {
		return nil
	}
	name := c.name()
	if c.Rule == rule.ResourceGraduated {
		old := *c
		old.Version = c.Old
		name = old.name()
	}
	it := &item{name: name, what: what, keys: []string{nameKey(name)}}
	if !removed && c.Removed.Known() {
		it.planned = "v" + c.Removed.String()
	}
	return it
}
