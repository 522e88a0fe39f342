package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/escape"
)

// htmlFacet is a property to filter by: its name in the URL, and the values that occur on the page.
type htmlFacet struct {
	Name, Label string
	Values      []*htmlValue
	byName      map[string]*htmlValue
	// rank sorts values before their names do, and text is the text of a value; nil for none.
	rank func(value string) int
	text func(value string) string
}

// htmlValue is a value of a facet. N counts the changes that have it.
type htmlValue struct {
	Name, Text string
	N, number  int
}

// The facets, in the order in which values are written.
const (
	facetSeverity = iota
	facetSIG
	facetGroup
	facetKind
	facetStability
	facetNoteKind
	facetCount
)

// facetValues are the values of a change or an entry, by facet.
type facetValues [facetCount][]string

func (v *facetValues) add(facet int, values ...string) {
	for _, s := range values {
		if s = escape.Plain(s); s != "" {
			v[facet] = slice.Add(v[facet], s)
		}
	}
}

func (v *facetValues) join(other facetValues) {
	for facet := range other {
		v.add(facet, other[facet]...)
	}
}

// htmlIndex numbers the values, so that a change that reaches 70 kinds does not contain their
// names.
type htmlIndex struct {
	facets [facetCount]htmlFacet
	// changes are the values of the changes, by fingerprint.
	changes map[string]facetValues
}

func newHTMLIndex(h *htmlWriter) *htmlIndex {
	x := &htmlIndex{changes: map[string]facetValues{}, facets: [facetCount]htmlFacet{
		facetSeverity: {
			Name: "severity", Label: h.w.Text("column-severity"), rank: func(s string) int { return rule.Severity(s).Rank() },
			text: func(s string) string { return severityName(rule.Severity(s), h.w) },
		},
		facetSIG:   {Name: "sig", Label: h.w.Text("page-sig"), text: SIGName},
		facetGroup: {Name: "group", Label: h.w.Text("page-group")},
		facetKind:  {Name: "kind", Label: h.w.Text("page-kind")},
		facetStability: {
			Name: "stability", Label: h.w.Text("column-stability"), rank: func(s string) int { return slices.Index([]string{"stable", "beta", "alpha"}, s) },
			text: func(s string) string { return StageName(s, h.w) },
		},
		facetNoteKind: {Name: "note", Label: h.w.Text("page-note-kind")},
	}}
	for i := range h.r.Changes {
		v := changeValues(&h.r.Changes[i])
		x.changes[h.r.Changes[i].Fingerprint] = v
		x.take(v, 1)
	}
	for i := range h.r.Waived {
		x.take(changeValues(&h.r.Waived[i].Change), 0)
	}
	if h.r.printsEntries() {
		for i := range h.r.Notes {
			x.take(x.noteValues(&h.r.Notes[i]), 0)
		}
	}
	for f := range slice.Each(x.facets[:]) {
		order.By(f.Values, f.compare)
		for i, value := range f.Values {
			value.number = i
		}
	}
	return x
}

func (x *htmlIndex) take(v facetValues, n int) {
	for facet, values := range v {
		for _, value := range values {
			x.facets[facet].value(value).N += n
		}
	}
}

// value returns a value of the facet, which it adds if it is new.
func (f *htmlFacet) value(name string) *htmlValue {
	one := f.byName[name]
	if one == nil {
		one = &htmlValue{Name: name, Text: name}
		if f.text != nil {
			one.Text = f.text(name)
		}
		if f.byName == nil {
			f.byName = map[string]*htmlValue{}
		}
		f.byName[name] = one
		f.Values = append(f.Values, one)
	}
	return one
}

// compare sorts values by rank, then by name.
func (f *htmlFacet) compare(a, b *htmlValue) int {
	byRank := 0
	if f.rank != nil {
		byRank = f.rank(a.Name) - f.rank(b.Name)
	}
	return cmp.Or(byRank, cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.Name, b.Name))
}

// changeValues returns the values of a change: those of its API, and of the APIs that it reaches.
func changeValues(c *Change) (v facetValues) {
	v.add(facetSeverity, string(c.Severity))
	v.add(facetSIG, each(c.SIGs, CanonicalSIG)...)
	v.add(facetStability, string(c.Stability))
	if !unattributed(c.Change) {
		v.add(facetGroup, groupName(c.Group))
	}
	v.add(facetKind, c.Kind)
	for _, r := range c.Reaches {
		v.add(facetGroup, groupName(r.Group))
		if !reachesResources(c) {
			v.add(facetKind, r.Kind)
		}
	}
	return v
}

// reachesResources reports whether Reaches of the change name resources, not kinds.
func reachesResources(c *Change) bool { return strings.HasPrefix(c.Rule, "query-parameter-") }

// noteValues returns the values of an entry: those of what it names, and of its changes.
func (x *htmlIndex) noteValues(n *Note) (v facetValues) {
	v.add(facetSIG, each(n.SIGs, CanonicalSIG)...)
	v.add(facetNoteKind, n.Kinds...)
	v.add(facetKind, n.APIKinds...)
	for _, gv := range n.GroupVersions {
		v.add(facetGroup, groupName(discovery.ParseGroupVersion(gv).Group))
	}
	for _, fingerprint := range n.LinkedChanges {
		linked := x.changes[fingerprint]
		linked[facetSIG] = nil // an entry has only its own SIGs
		v.join(linked)
	}
	return v
}

// write encodes values for the page: numbers, with a part for each facet.
func (x *htmlIndex) write(v facetValues) string {
	var b strings.Builder
	for facet, values := range v {
		if facet > 0 {
			b.WriteByte('|')
		}
		apart := ""
		for _, value := range values {
			if one := x.facets[facet].byName[value]; one != nil {
				b.WriteString(apart + strconv.Itoa(one.number))
				apart = " "
			}
		}
	}
	return strings.TrimRight(b.String(), "|")
}
