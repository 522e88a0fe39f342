package history

import (
	"cmp"
	"iter"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Row is what happened to a kind, or to a field of it, in a release.
type Row struct {
	Release discovery.Release `json:"release"`
	// API is the group-version and kind, Path that of the field; "" for the kind itself.
	API  string `json:"api"`
	Path string `json:"path"`
	// More counts the other places of the kind that have the same field.
	More int `json:"more,omitzero"`
	// Change is what a rule found; nil for a step of a gate.
	Change *rule.Change `json:"change,omitempty"`
	// Gate and Step are what the release made of a gate that the field needs.
	Gate  string `json:"gate,omitempty"`
	Step  *Step  `json:"step,omitempty"`
	Notes []Note `json:"notes"`
}

// KindOf is a kind by its group-version and resource; nil where no release has it.
func (t *Table) KindOf(gv discovery.GroupVersion, resource string) *Kind {
	return slice.Find(t.Kinds, func(k *Kind) bool { return k.GroupVersion == gv && k.Resource == resource })
}

// Of tells what happened to a kind with all its fields after a release, up to another.
func (t Tables) Of(k *Kind, after, to discovery.Release) (rows []Row) {
	api := k.GroupVersion.String() + " " + k.Kind
	add := func(r Row) {
		if r.Release.Compare(after) > 0 && r.Release.AtOrBefore(to) {
			r.API = api
			if r.Notes == nil {
				r.Notes = []Note{}
			}
			rows = append(rows, r)
		}
	}
	for _, e := range k.Events {
		add(Row{Release: e.Release, Change: &e.Change, Notes: e.Notes})
	}
	always := add
	add = func(r Row) {
		if k.Spans.has(r.Release) && r.Release != k.Spans.First() {
			always(r) // before and after, the fields of its types are those of other kinds
		}
	}
	var types []*Type
	var paths []string
	places := map[string]int{} // the fields that lead to a type
	for path, of := range t.TypesBelow(k.Schema) {
		types, paths = append(types, of), append(paths, path)
		for _, f := range of.Fields {
			places[f.Ref]++
		}
	}
	places[k.Schema]++
	for n, of := range types {
		path, more := paths[n], places[of.Name]-1
		for _, e := range of.Events {
			c := e.Of(of.Name, "")
			add(Row{Release: e.Release, Path: strings.TrimSuffix(path, "."), More: more, Change: &c, Notes: e.Notes})
		}
		for i := range of.Fields {
			t.fieldRows(of, &of.Fields[i], path, more, add)
		}
	}
	return rows
}

// SortRows orders what happened by release, then by where.
func SortRows(rows []Row) {
	order.Stably(rows, func(a, b Row) int {
		return cmp.Or(a.Release.Compare(b.Release), strings.Compare(a.API, b.API), strings.Compare(a.Path, b.Path))
	})
}

// fieldRows adds what happened to a field: what its gates were, where it has some, in the
// place of what its description said of its stage.
func (t Tables) fieldRows(of *Type, f *Field, path string, more int, add func(Row)) {
	own := false
	for _, g := range t.gatesOf(f) {
		if g.By == ByParent {
			continue
		}
		own = true
		for i, s := range g.Steps {
			if i > 0 && s.From.AtOrBefore(f.Spans.Last()) && !settled(g.Steps[i-1], s) {
				add(Row{Release: s.From, Path: path + f.Name, More: more, Gate: g.Name, Step: &s, Notes: s.Notes})
			}
		}
	}
	for _, e := range f.Events {
		if own && e.Change.Rule == rule.FieldStageChanged {
			continue
		}
		c := e.Of(of.Name, f.Name)
		add(Row{Release: e.Release, Path: path + f.Name, More: more, Change: &c, Notes: e.Notes})
	}
}

// settled: the feature was stable before, and who uses the field sees no difference.
func settled(before, now Step) bool {
	return before.Stage == gate.Stable && before.Default && (now.Stage == gate.Gone || now.Stage == gate.Stable && now.Default)
}

// TypesBelow are the types below one, itself first, nearest first: each with its shortest path,
// which ends with a dot where it is not empty.
func (t *Table) TypesBelow(schema string) iter.Seq2[string, *Type] {
	return func(yield func(path string, of *Type) bool) {
		queue, paths := []string{schema}, map[string]string{schema: ""}
		for i := 0; i < len(queue); i++ {
			of, ok := t.Type(queue[i])
			if !ok {
				continue
			}
			if !yield(paths[queue[i]], of) {
				return
			}
			for _, f := range of.Fields {
				if _, seen := paths[f.Ref]; f.Ref != "" && !seen {
					paths[f.Ref] = paths[queue[i]] + f.Name + "."
					queue = append(queue, f.Ref)
				}
			}
		}
	}
}
