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
)

// htmlFacet is a property to filter by: its name in the URL, and the values that occur on the page.
type htmlFacet struct {
	Name, Label string
	Values      []htmlValue
}

// htmlValue is a value of a facet. N counts the changes that have it.
type htmlValue struct {
	Name, Text string
	N          int
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
	w      language.Words
	values [facetCount][]string
	counts [facetCount]map[string]int
	number [facetCount]map[string]int
	// changes are the values of the changes, by fingerprint.
	changes map[string]facetValues
}

func newHTMLIndex(h *htmlWriter) *htmlIndex {
	x := &htmlIndex{w: h.w, changes: map[string]facetValues{}}
	for facet := range x.counts {
		x.counts[facet], x.number[facet] = map[string]int{}, map[string]int{}
	}
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
	for facet := range x.values {
		order.By(x.values[facet], facetOrder(facet))
		for i, value := range x.values[facet] {
			x.number[facet][value] = i
		}
	}
	return x
}

func (x *htmlIndex) take(v facetValues, n int) {
	for facet, values := range v {
		for _, value := range values {
			if _, known := x.counts[facet][value]; !known {
				x.values[facet] = append(x.values[facet], value)
			}
			x.counts[facet][value] += n
		}
	}
}

// facetOrder sorts severities by rank, stabilities by maturity, and others by name.
func facetOrder(facet int) func(a, b string) int {
	rank := func(string) int { return 0 }
	switch facet {
	case facetSeverity:
		rank = func(s string) int { return rule.Severity(s).Rank() }
	case facetStability:
		rank = func(s string) int { return slices.Index([]string{"stable", "beta", "alpha"}, s) }
	}
	return func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(strings.ToLower(a), strings.ToLower(b)), cmp.Compare(a, b))
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
			if number, known := x.number[facet][value]; known {
				b.WriteString(apart + strconv.Itoa(number))
				apart = " "
			}
		}
	}
	return strings.TrimRight(b.String(), "|")
}

func (x *htmlIndex) facets() (out []htmlFacet) {
	names := [facetCount]struct {
		name  string
		label language.Key
	}{
		{"severity", "column-severity"}, {"sig", "page-sig"}, {"group", "page-group"}, {"kind", "page-kind"},
		{"stability", "column-stability"}, {"note", "page-note-kind"},
	}
	for facet, values := range x.values {
		f := htmlFacet{Name: names[facet].name, Label: x.w.Text(names[facet].label)}
		for _, value := range values {
			f.Values = append(f.Values, htmlValue{Name: value, Text: x.text(facet, value), N: x.counts[facet][value]})
		}
		out = append(out, f)
	}
	return out
}

func (x *htmlIndex) text(facet int, value string) string {
	switch facet {
	case facetSeverity:
		return severityName(rule.Severity(value), x.w)
	case facetSIG:
		return SIGName(value)
	case facetStability:
		return StageName(value, x.w)
	default:
		return value
	}
}
