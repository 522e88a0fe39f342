package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// SummariseRelease sets the highlights, from the changes and the entries of the report: an item for
// each thing, whether the notes, the stages of fields or the API show it. It is for reports about
// the notes of one release without a filter, after Annotate.
func (r *Report) SummariseRelease() {
	g := &Highlights{
		Stable: r.reached(discovery.Stable), Beta: r.reached(discovery.Beta), Alpha: r.reached(discovery.Alpha),
		BySIG: map[string]int{},
	}
	g.Switched = r.switched()
	g.Deprecated, g.Removed = r.gone(false), r.gone(true)
	// The entry about a removal, or one beside it, can also say that the thing "has been deprecated".
	g.Deprecated = slices.DeleteFunc(g.Deprecated, func(d Gone) bool {
		return slices.ContainsFunc(g.Removed, func(o Gone) bool { return o.Name == d.Name && o.What == d.What && o.What != "note" })
	})
	for i := range r.Notes {
		for _, sig := range each(r.Notes[i].SIGs, CanonicalSIG) {
			g.BySIG[sig]++
		}
	}
	r.Highlights = g
}

// item is something that reached a stage, or was deprecated or removed, with the keys by which
// other items about it are found.
type item struct {
	name, what string
	// gates are the gates of a field whose stage changed.
	gates []string
	// note is the entry that describes it; nil if there is none.
	note      *Note
	keys      []string
	on        bool
	planned   string
	sigs      []string
	keps, prs []int
	changes   []string
}

// rank is the order of preference for the name of an item. A gate is the best name of a feature.
func (it *item) rank() int {
	return slices.Index([]string{"gate", "api", "field", "flag", "metric", "note"}, it.what)
}

// merge joins items that share a key, directly or through others, and sorts them by name.
func merge(items []*item) []*item {
	parent := make([]int, len(items))
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	owner := map[string]int{}
	for i, it := range items {
		for _, k := range it.keys {
			if j, taken := owner[k]; taken {
				parent[find(i)] = find(j)
			} else {
				owner[k] = i
			}
		}
	}
	groups := map[int]*item{}
	var out []*item
	for i, it := range items {
		root := find(i)
		if groups[root] == nil {
			groups[root] = &item{name: it.name, what: it.what}
			out = append(out, groups[root])
		}
		groups[root].take(it)
	}
	for _, it := range out {
		it.keps, it.prs = slice.Unique(it.keps), slice.Unique(it.prs)
	}
	order.Stably(out, byName)
	return out
}

func (it *item) take(other *item) {
	// Of two names of the same thing, the one that contains the other is more precise.
	if other.rank() < it.rank() || other.rank() == it.rank() && other.name != it.name && strings.HasSuffix(other.name, it.name) {
		it.name, it.what = other.name, other.what
	}
	it.on = it.on || other.on
	it.planned = cmp.Or(it.planned, other.planned)
	it.sigs = each(append(it.sigs, other.sigs...), CanonicalSIG)
	it.keps = append(it.keps, other.keps...)
	it.prs = append(it.prs, other.prs...)
	it.changes = slice.Add(it.changes, other.changes...)
}

// items returns the items of entries and of changes. A change belongs to the item of its entry if that describes one
// thing. If an entry introduced changes of several APIs, each API is an item, and the entry has none.
func (r *Report) items(told func(*Note) []*item, shown func(*Change) *item) (items []*item) {
	alone, apis := map[int]bool{}, map[int]int{}
	var fromNotes []*item
	for n := range slice.Each(r.Notes) {
		var found []*item
		if n.counts() {
			found = told(n)
		}
		if alone[n.PR] = len(found) == 1; alone[n.PR] {
			found[0].keys = append(found[0].keys, soleKey(n.PR))
		}
		fromNotes = append(fromNotes, found...)
	}
	var changes []*Change
	for c := range slice.Each(r.Changes) {
		if it := shown(c); it != nil {
			r.enrich(it, c)
			items, changes = append(items, it), append(changes, c)
			for _, pr := range c.sure() {
				if it.what == "api" {
					apis[pr]++
				}
			}
		}
	}
	for i, it := range items {
		for _, pr := range changes[i].sure() {
			if alone[pr] && (it.what != "api" || apis[pr] == 1) {
				it.keys = append(it.keys, soleKey(pr))
			}
		}
	}
	fromNotes = slices.DeleteFunc(fromNotes, func(it *item) bool { return it.what == "note" && len(it.prs) > 0 && apis[it.prs[0]] > 1 })
	return append(fromNotes, items...)
}

// sure returns the pull requests of the entries that certainly introduced the change.
func (c *Change) sure() (prs []int) {
	for _, l := range c.Notes {
		if l.Confidence == "introduced-by" && l.PR != 0 {
			prs = append(prs, l.PR)
		}
	}
	return prs
}

func (r *Report) reached(stage discovery.Stability) (out []Reached) {
	items := r.settled(
		r.items(func(n *Note) []*item { return n.reached(stage) }, func(c *Change) *item { return c.reached(stage) }),
		func(w *witness, items []*item) []*item { return w.correctReached(w.nameByWords(items, stage), stage) },
		func(w *witness, name string) (is, on bool) { return w.reached(name, stage) })
	for _, it := range items {
		out = append(out, Reached{
			Name: it.name, What: it.what, DefaultOn: it.on, SIGs: it.sigs, KEPs: it.keps, PRs: it.prs, Changes: it.changes,
		})
	}
	return out
}

// settled merges the items about the same thing. If the source of the releases is known, it
// corrects the items by the source, and adds gates that no item has and for which is holds.
func (r *Report) settled(items []*item, correct func(*witness, []*item) []*item, is func(w *witness, name string) (is, on bool)) []*item {
	w := r.witness()
	if w != nil {
		items = correct(w, items)
	}
	recognise(items)
	items = merge(items)
	if w != nil {
		items = r.complete(items, w, is)
	}
	return items
}

// recognise handles entries whose facts contain no name. If their text contains the name of a gate
// or field that the API shows, they get its key: "Feature of PodOverhead is graduated to GA".
func recognise(items []*item) {
	byWord := map[string]string{}
	for _, it := range items {
		if len(it.changes) > 0 {
			word := it.name[strings.LastIndexAny(it.name, ". ")+1:]
			if len(link.Humps(word)) > 1 {
				byWord[strings.ToLower(word)] = it.keys[0]
			}
		}
	}
	for _, it := range items {
		if it.what != "note" || it.note == nil || len(it.changes) > 0 {
			continue
		}
		for _, word := range strings.FieldsFunc(strings.ToLower(it.note.Text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if key, known := byWord[word]; known {
				it.keys = append(it.keys, key)
				break
			}
		}
	}
}

// counts reports whether the entry is neither reverted nor a revert.
func (n *Note) counts() bool {
	return !n.NotInRelease && n.RevertedBy == 0 && !n.IsRevert && n.Reverts == 0
}

func (n *Note) reached(stage discovery.Stability) (items []*item) {
	for _, g := range n.Graduations {
		if g.Stage != stage {
			continue
		}
		if len(g.Names) == 0 {
			items = append(items, n.item(n.label(), "note"))
		}
		for _, name := range g.Names {
			items = append(items, n.item(name, n.whatIs(name)))
		}
	}
	// An item without a name would repeat one with a name.
	if len(items) > 1 {
		named := slices.DeleteFunc(slices.Clone(items), func(it *item) bool { return it.what == "note" })
		if len(named) > 0 {
			items = named
		} else {
			items = items[:1]
		}
	}
	return items
}

func soleKey(pr int) string { return fmt.Sprintf("pr:%d", pr) }

func (n *Note) item(name, what string) *item {
	it := &item{name: name, what: what, note: n, on: n.DefaultOn || n.Locked, sigs: sigsBehind([]*changelog.Note{&n.Note}, n.machinery), keps: slices.Clone(n.KEPs)}
	if n.PR != 0 {
		it.prs = []int{n.PR}
	}
	// Entries with the same words are about the same thing.
	it.keys = []string{nameKey(name)}
	return it
}

func (n *Note) label() string {
	if text := firstWords(n); text != "" {
		return text
	}
	return pullName(n.Repository, n.PR)
}

func (n *Note) whatIs(name string) string {
	switch {
	case slices.Contains(n.Gates, name):
		return "gate"
	case slices.Contains(n.Flags, name) || strings.HasPrefix(name, "--"):
		return "flag"
	case slices.Contains(n.Metrics, name):
		return "metric"
	case slices.Contains(n.APIKinds, name) || slices.Contains(n.GroupVersions, name) || strings.Contains(name, "/"):
		return "api"
	case slices.Contains(n.Fields, name) || name != "" && name[0] >= 'a' && name[0] <= 'z':
		return "field"
	default:
		return "gate"
	}
}

func (c *Change) reached(stage discovery.Stability) *item {
	switch c.Rule {
	case rule.ResourceAdded, rule.ResourceGraduated:
		// A new version that is already deprecated reached nothing.
		if c.Stability != stage || c.Rule == rule.ResourceAdded && c.Replacement != nil {
			return nil
		}
		return &item{name: c.name(), what: "api", keys: []string{nameKey(c.name()), nameKey(c.Kind)}}
	case rule.FieldStageChanged:
		was, is := c.Stages()
		if c.stageUnknown() || was.Stage == is.Stage || is.Stage != stage || was.Stage.MoreStableThan(stage) {
			return nil
		}
		if len(c.gates()) == 0 && len(c.sure()) == 0 {
			return nil // descriptions get the stage later than the code, and nothing else names the earlier stage
		}
		return c.field()
	case rule.FieldAdded:
		if c.Stage != stage {
			return nil
		}
		return c.field()
	default:
		return nil
	}
}

func (c *Change) field() *item {
	it := &item{name: c.name(), what: "field", keys: []string{nameKey(c.name()), nameKey(c.Field)}}
	it.gates = c.gates()
	for _, gate := range it.gates {
		it.keys = append(it.keys, nameKey(gate))
		it.name, it.what = gate, "gate"
	}
	return it
}

func (r *Report) enrich(it *item, c *Change) {
	it.changes = []string{c.Fingerprint}
	it.sigs = slices.Clone(c.SIGs)
	it.prs = c.sure()
	for n := range slice.Each(r.Notes) {
		if slices.Contains(it.prs, n.PR) {
			it.keps = append(it.keps, n.KEPs...)
		}
	}
}
