package report

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// gone lists what was removed, or what was deprecated.
func (r *Report) gone(removed bool) []Gone {
	items := r.items(func(n *Note) ([]*item, bool) { return n.gone(removed) }, func(c *Change) *item { return c.gone(removed) })
	items = withoutCovered(items)
	recognise(items)
	out := []Gone{}
	for _, it := range merge(items) {
		out = append(out, Gone{
			Name: it.name, What: it.what, Planned: it.planned, SIGs: filled(it.sigs), PRs: filled(it.prs), Changes: filled(it.changes),
		})
	}
	return out
}

// withoutCovered leaves out the group-versions that entries name where the API
// shows which of their resources went; the entries are behind those.
func withoutCovered(items []*item) []*item {
	resources := map[string][]*item{}
	for _, it := range items {
		if apiVersion, _, resource := strings.Cut(it.name, " "); resource && it.what == "api" && len(it.changes) > 0 {
			resources[apiVersion] = append(resources[apiVersion], it)
		}
	}
	return slices.DeleteFunc(items, func(it *item) bool {
		if it.what != "api" || len(it.changes) > 0 || resources[it.name] == nil {
			return false
		}
		for _, resource := range resources[it.name] {
			resource.prs, resource.keps = append(resource.prs, it.prs...), append(resource.keps, it.keps...)
			resource.sigs = append(resource.sigs, it.sigs...)
		}
		return true
	})
}

// gone are the things that the entry says it removes or deprecates.
func (n *Note) gone(removed bool) (items []*item, sole bool) {
	if !n.counts() || removed && !n.Removes || !removed && !n.Deprecates {
		return nil, false
	}
	for _, part := range []struct {
		what string
		list []string
	}{{"gate", n.Gates}, {"flag", n.Flags}, {"metric", n.Metrics}, {"api", n.GroupVersions}} {
		for _, name := range n.meant(part.list, removed) {
			if !n.isSuccessor(name) {
				items = append(items, n.item(name, part.what))
			}
		}
	}
	if len(items) == 0 {
		items = append(items, n.item(n.label(), "note"))
	}
	for _, it := range items {
		it.on = false
		if !removed && n.RemovalPlanned != "" {
			it.planned = plannedName(n.RemovalPlanned)
		}
	}
	if len(items) == 1 {
		items[0].keys = append(items[0].keys, soleKey(n.PR))
		return items, true
	}
	return items, false
}

// plannedName writes "1.32" as the release is called: "v1.32".
func plannedName(release string) string {
	if release != "" && release[0] >= '0' && release[0] <= '9' {
		return "v" + release
	}
	return release
}

var (
	sentenceEnd     = regexp.MustCompile(`[.;]\s+`)
	removalVerb     = regexp.MustCompile(`(?i)remov|dropp|delet|no longer|cannot be (set|specified)|can no`)
	deprecationVerb = regexp.MustCompile(`(?i)deprecat`)
)

// meant are the names of which a sentence with the verb speaks; all, where none
// does or there is no text.
func (n *Note) meant(names []string, removed bool) (out []string) {
	verb := deprecationVerb
	if removed {
		verb = removalVerb
	}
	for _, sentence := range sentenceEnd.Split(n.Text, -1) {
		if !verb.MatchString(sentence) {
			continue
		}
		for _, name := range names {
			if strings.Contains(sentence, name) && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	if len(out) == 0 {
		return names
	}
	slices.Sort(out)
	return out
}

// isSuccessor: the entry names it as what is to be used from now on.
func (n *Note) isSuccessor(name string) bool {
	for _, rename := range n.Renames {
		if rename.To == name {
			return true
		}
	}
	if n.outlives(name) {
		return true
	}
	at := strings.Index(n.Text, name)
	if at < 0 {
		return false
	}
	before := strings.ToLower(n.Text[max(0, at-48):at])
	for _, words := range []string{"in favor of", "in favour of", "replaced by", "replaced with", "migrate to", "switch to", "use the", "use ", "using "} {
		if i := strings.LastIndex(before, words); i >= 0 && !strings.ContainsAny(before[i+len(words):], ".;\n") &&
			!strings.Contains(before[i:], "instead of") && !strings.HasSuffix(before[:i], "no longer ") && len(strings.Fields(before[i+len(words):])) <= 4 {
			return true
		}
	}
	return false
}

// outlives: of the versions of a group that the entry names, this is a more
// stable one than another: the other goes.
func (n *Note) outlives(name string) bool {
	gv := discovery.ParseGroupVersion(name)
	return slices.ContainsFunc(n.GroupVersions, func(other string) bool {
		o := discovery.ParseGroupVersion(other)
		return slices.Contains(n.GroupVersions, name) && o.Group == gv.Group && discovery.StabilityOf(gv.Version).MoreStableThan(discovery.StabilityOf(o.Version))
	})
}

// gone is what a change shows to be removed or deprecated, if anything is.
func (c *Change) gone(removed bool) *item {
	what := "field"
	switch c.Rule {
	case "resource-removed", "resource-graduated", "api-deprecated":
		what = "api"
	case "field-removed", "field-deprecated", "type-deprecated":
	default:
		return nil
	}
	if removed != slices.Contains([]string{"resource-removed", "resource-graduated", "field-removed"}, c.Rule) {
		return nil
	}
	if c.Rule == "field-deprecated" && c.Severity == "info" {
		return nil
	}
	name := c.name()
	if c.Rule == "resource-graduated" {
		old := *c
		old.Version = c.Old
		name = old.name()
	}
	it := &item{name: name, what: what, keys: []string{"name:" + strings.ToLower(name)}}
	if !removed && c.Removed.Known() {
		it.planned = "v" + c.Removed.String()
	}
	return it
}
