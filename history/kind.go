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

// Row is a change of a kind, or of a field of it, in a release.
type Row struct {
	Release discovery.Release `json:"release"`
	// API is the group-version and kind. Path is the path of the field, or "" for the kind itself.
	API  string `json:"api"`
	Path string `json:"path"`
	// More is the number of other places of the kind with the same field.
	More int `json:"more,omitzero"`
	// Change is the change that a rule found; nil for a state of a gate.
	Change *rule.Change `json:"change,omitempty"`
	// Gate and Step are a gate that the field needs, and its state from the release on.
	Gate  string `json:"gate,omitempty"`
	Step  *Step  `json:"step,omitempty"`
	Notes []Note `json:"notes"`
}

// KindOf returns a kind by its group-version and resource, or nil if no release has it.
func (t *Table) KindOf(gv discovery.GroupVersion, resource string) *Kind {
	return slice.Find(t.Kinds, func(k *Kind) bool { return k.GroupVersion == gv && k.Resource == resource })
}

// Changed reports whether a change of a type below the kind in a release is one of the kind: the
// other releases have the type only through other kinds.
func (k *Kind) Changed(r discovery.Release) bool {
	return k.Spans.has(r) && r != k.Spans.First()
}

// Of returns the changes of a kind and all its fields after one release, up to another.
func (t Tables) Of(k *Kind, after, to discovery.Release) (rows []Row) {
	api := k.GroupVersion.String() + " " + k.Kind
	add := func(r Row) {
		if r.Release.Compare(after) > 0 && r.Release.AtOrBefore(to) {
			r.API = api
			rows = append(rows, r)
		}
	}
	for _, e := range k.Events {
		add(Row{Release: e.Release, Change: &e.Change, Notes: e.Notes})
	}
	below := t.TreeOf(k.Schema)
	for r := k.Spans.First(); r.AtOrBefore(k.Spans.Last()); r.Minor++ {
		if k.Changed(r) {
			t.typeRows(below, r, add)
		}
	}
	return rows
}

// SortRows sorts rows by release, API and path.
func SortRows(rows []Row) {
	order.Stably(rows, func(a, b Row) int {
		return cmp.Or(a.Release.Compare(b.Release), strings.Compare(a.API, b.API), strings.Compare(a.Path, b.Path))
	})
}

// typeRows adds the changes of a release in the types below a kind.
func (t Tables) typeRows(below Tree, r discovery.Release, add func(Row)) {
	var types []*Type
	var paths []string
	users := map[string][]string{} // the types of the fields with a type
	for path, of := range below.Types(r) {
		types, paths = append(types, of), append(paths, path)
		for i := range of.Fields {
			if f := &of.Fields[i]; of.keeps(f, r) {
				users[f.RefIn(r)] = append(users[f.RefIn(r)], of.Name)
			}
		}
	}
	places := map[string]int{below.schema: 1}
	for n, of := range types {
		path, more := paths[n], placesOf(of.Name, users, places)-1
		for _, e := range of.Events {
			if c := e.Of(of.Name, ""); e.Release == r {
				add(Row{Release: r, Path: strings.TrimSuffix(path, "."), More: more, Change: &c, Notes: e.Notes})
			}
		}
		for i := range of.Fields {
			t.fieldRows(of, &of.Fields[i], path, more, func(row Row) {
				if row.Release == r {
					add(row)
				}
			})
		}
	}
}

// placesOf returns how many paths lead to a type. A type that is below itself is counted once. The
// numbers that are known are kept.
func placesOf(name string, users map[string][]string, known map[string]int) int {
	if n, ok := known[name]; ok {
		return n
	}
	known[name] = 0
	n := 0
	for _, user := range users[name] {
		n += placesOf(user, users, known)
	}
	known[name] = n
	return n
}

// fieldRows adds the changes of a field. The states of its gates, if it has any, replace the stages
// in its description.
func (t Tables) fieldRows(of *Type, f *Field, path string, more int, add func(Row)) {
	own := false
	for _, g := range t.gatesOf(f, f.Spans.First()) {
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
		add(Row{Release: e.Release, Path: path + c.Field, More: more, Change: &c, Notes: e.Notes})
	}
}

// settled reports whether the feature was stable before, so that users of the field see no
// difference.
func settled(before, now Step) bool {
	return before.Stage == gate.Stable && before.Default && (now.Stage == gate.Gone || now.Stage == gate.Stable && now.Default)
}

// keeps reports whether a release and the one before have a field of the type, with the same type of
// its value. If it is not known whether they have the type, they do.
func (t *Type) keeps(f *Field, r discovery.Release) bool {
	if t.Earlier && f.Spans.First() == t.Spans.First() && r.AtOrBefore(t.Spans.First()) {
		return true
	}
	before := r
	before.Minor--
	return f.Spans.has(r) && f.Spans.has(before) && f.RefIn(r) == f.RefIn(before)
}

// Tree has the types below a type, including itself.
type Tree struct {
	schema string
	table  *Table
	known  map[string]*Type
}

// TreeOf returns the types below a type.
func (t *Table) TreeOf(schema string) Tree { return Tree{schema, t, map[string]*Type{}} }

// Types returns the types, nearest first. Each has its shortest path, which ends with a dot unless it
// is empty. With a release, the paths are those that the release and the one before have: a change
// cannot be at a place that is new.
func (b Tree) Types(changed discovery.Release) iter.Seq2[string, *Type] {
	return func(yield func(path string, of *Type) bool) {
		queue, paths := []string{b.schema}, map[string]string{b.schema: ""}
		for i := 0; i < len(queue); i++ {
			of := b.of(queue[i])
			if of == nil {
				continue
			}
			if !yield(paths[queue[i]], of) {
				return
			}
			for f := range slice.Each(of.Fields) {
				ref := f.Ref
				if changed.Known() {
					ref = f.RefIn(changed)
				}
				if _, seen := paths[ref]; ref != "" && !seen && (!changed.Known() || of.keeps(f, changed)) {
					paths[ref] = paths[queue[i]] + f.Name + "."
					queue = append(queue, ref)
				}
			}
		}
	}
}

// of returns a type, or nil if no release has it.
func (b Tree) of(name string) *Type {
	of, read := b.known[name]
	if !read {
		of, _ = b.table.Type(name)
		b.known[name] = of
	}
	return of
}
