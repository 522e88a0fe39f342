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
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// facet is a property to filter by, with the values that occur on the page.
type facet struct {
	page.Facet
	numbers map[string]int
	// rank sorts values before their names do, and text is the text of a value.
	rank func(value string) int
	text func(value string) string
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

// facets numbers the values, so that a change that reaches 70 kinds does not contain their names.
type facets struct {
	list [facetCount]facet
	// changes are the values of the changes, by fingerprint.
	changes map[string]facetValues
}

func newFacets(r *Report) *facets {
	w := r.words()
	x := &facets{changes: map[string]facetValues{}}
	begin := func(i int, name string, label language.Key, rank func(string) int, text func(string) string) {
		x.list[i] = facet{page.Facet{Name: name, Label: w.Text(label)}, map[string]int{}, rank, text}
	}
	unranked, same := func(string) int { return 0 }, func(s string) string { return s }
	begin(facetSeverity, "severity", "column-severity", func(s string) int { return rule.Severity(s).Rank() }, func(s string) string { return severityName(rule.Severity(s), w) })
	begin(facetSIG, "sig", "page-sig", unranked, SIGName)
	begin(facetGroup, "group", "page-group", unranked, same)
	begin(facetKind, "kind", "page-kind", unranked, same)
	begin(facetStability, "stability", "column-stability", func(s string) int { return slices.Index([]string{"stable", "beta", "alpha"}, s) }, func(s string) string { return StageName(s, w) })
	begin(facetNoteKind, "note", "page-note-kind", unranked, same)
	for i := range r.Changes {
		v := changeValues(&r.Changes[i])
		x.changes[r.Changes[i].Fingerprint] = v
		x.take(v, 1)
	}
	for i := range r.Waived {
		x.take(changeValues(&r.Waived[i].Change), 0)
	}
	if r.printsEntries() {
		for i := range r.Notes {
			x.take(x.noteValues(&r.Notes[i]), 0)
		}
	}
	for f := range slice.Each(x.list[:]) {
		order.By(f.Values, func(a, b page.Value) int {
			return cmp.Or(f.rank(a.Name)-f.rank(b.Name), cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.Name, b.Name))
		})
		for i, value := range f.Values {
			f.numbers[value.Name] = i
		}
	}
	return x
}

// take adds values, and n to their counts.
func (x *facets) take(v facetValues, n int) {
	for i, values := range v {
		f := &x.list[i]
		for _, name := range values {
			at, known := f.numbers[name]
			if !known {
				at = len(f.Values)
				f.numbers[name] = at
				f.Values = append(f.Values, page.Value{Name: name, Text: f.text(name)})
			}
			f.Values[at].N += n
		}
	}
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
		if !strings.HasPrefix(c.Rule, "query-parameter-") { // these reach resources, not kinds
			v.add(facetKind, r.Kind)
		}
	}
	return v
}

// noteValues returns the values of an entry: those of what it names, and of its changes.
func (x *facets) noteValues(n *Note) (v facetValues) {
	if x == nil {
		return v
	}
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

// write encodes values for the page as numbers, with a part for each facet.
func (x *facets) write(v facetValues) *string {
	if x == nil {
		return nil
	}
	var b strings.Builder
	for facet, values := range v {
		if facet > 0 {
			b.WriteByte('|')
		}
		apart := ""
		for _, value := range values {
			if number, known := x.list[facet].numbers[value]; known {
				b.WriteString(apart + strconv.Itoa(number))
				apart = " "
			}
		}
	}
	out := strings.TrimRight(b.String(), "|")
	return &out
}

// linked returns the values of SIGs, and of the changes with the fingerprints.
func (x *facets) linked(sigs, changes []string) (v facetValues) {
	if x == nil {
		return v
	}
	for _, fingerprint := range changes {
		v.join(x.changes[fingerprint])
	}
	v[facetSIG] = nil
	v.add(facetSIG, each(sigs, CanonicalSIG)...)
	return v
}
