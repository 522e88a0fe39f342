package fix

import (
	"bytes"
	"cmp"
	"maps"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/carried"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/form"
)

// Result is the result of fixing a file.
type Result struct {
	// Out is the new text; the old one if nothing was changed.
	Out []byte
	// Changed: Out differs from the old text.
	Changed bool
	// Done are the findings that were fixed, Left the others, both in the order of the file.
	Done []Done
	Left []Left
}

// Done is a finding that was fixed.
type Done struct {
	Finding finding.Finding
	Changes []Change
	// Reshaped: more was rewritten than the texts of the changes.
	Reshaped bool
	// Notes are what else is different now, as sentences without a full stop.
	Notes []string
}

// Change is one piece of text that was replaced.
type Change struct {
	// Line of the file before the change, from 1.
	Line     int
	Old, New string
}

// Left is a finding that a person must fix.
type Left struct {
	Finding finding.Finding
	// Why is half a sentence; Steps are sentences without a full stop.
	Why   string
	Steps []string
}

// rounds limits how often a changed text is checked again: the new version of an object may have
// findings that the old one could not have.
const rounds = 8

// Choice is what to fix. The zero value is everything that is safe.
type Choice struct {
	// Want selects the findings to fix; nil selects all.
	Want func(*finding.Finding) bool
	// Against returns why an object must not be changed, as half a sentence; "" if it may be. It
	// knows what uses the file. nil is against nothing.
	Against func(form.Effect) string
}

// Fix rewrites what is chosen and safe in a file. Fixing the result again changes nothing.
func (c Choice) Fix(file string, data []byte, j *checker.Checker) Result {
	out := Result{Out: data}
	for range rounds {
		r := newRound(file, out.Out, j, &c)
		// Changes of words are first, because they move no line, so that the places of the other
		// findings stay right.
		text, done := r.write(words)
		if len(done) == 0 {
			text, done = r.write(shapes)
		}
		out.Left = r.left
		if len(done) == 0 {
			break
		}
		out.Done = append(out.Done, done...)
		out.Out = text
	}
	out.Changed = !bytes.Equal(out.Out, data)
	return out
}

// round is one check of a text, and the changes that follow from it.
type round struct {
	choice  *Choice
	data    []byte
	lines   []int
	objects []object
	// lists are the new versions of lists, by document.
	lists map[int]string
	left  []Left
}

// way is how a text is changed: words in place, or parts of an object that get another shape.
type way int

const (
	words way = iota
	shapes
)

type object struct {
	document int
	fixes    [2][]planned
	// want is the signature of the object after its fixes, by way; as is that without them.
	want [2]uint64
	as   uint64
}

type planned struct {
	finding finding.Finding
	edits   []edit
	plan    checker.Plan
}

func newRound(file string, data []byte, j *checker.Checker, c *Choice) *round {
	r := &round{choice: c, data: data, lines: tree.AppendLines(nil, data), lists: map[int]string{}}
	var rd reader.Reader
	rd.Read(file, data, func(o *tree.Object) {
		obj := object{document: o.Document}
		changed := map[int]checker.Edit{}
		j.Examine(o, nil, func(f finding.Finding, m checker.Mark) {
			if c.Want != nil && !c.Want(&f) {
				return
			}
			p, why := r.plan(o, f, m.Plan, changed)
			switch {
			case why != "":
				r.leave(p, why)
			case p.plan.Rewrite != nil:
				obj.fixes[shapes] = append(obj.fixes[shapes], p)
			default:
				obj.fixes[words] = append(obj.fixes[words], p)
			}
		})
		if version := o.Tree.Child(0, "apiVersion"); o.Root > 0 && changed[version].Value != "" {
			r.lists[o.Document] = strings.Clone(changed[version].Value)
		}
		obj.as = signature(o, nil)
		obj.want[words], obj.want[shapes] = signature(o, changed), obj.as
		if len(obj.fixes[shapes]) > 0 {
			r.shape(o, &obj)
		}
		r.objects = append(r.objects, obj)
	})
	return r
}

func (r *round) leave(p planned, why string) {
	r.left = append(r.left, Left{Finding: p.finding, Why: why, Steps: p.plan.Steps})
}

// shape makes the new shape of an object from its plans, and from that the changes of the text.
func (r *round) shape(o *tree.Object, obj *object) {
	s := form.Of(o.Tree, o.Root)
	var kept []planned
	for _, p := range obj.fixes[shapes] {
		if why := p.plan.Rewrite(s); why != "" {
			r.leave(p, why)
			continue
		}
		kept = append(kept, p)
	}
	obj.fixes[shapes] = kept
	if len(kept) == 0 {
		return
	}
	edits, why := r.reshape(o, s)
	if why != "" {
		for _, p := range kept {
			r.leave(p, why)
		}
		obj.fixes[shapes] = nil
		return
	}
	kept[0].edits = edits
	obj.want[shapes] = hash(s.Nodes(nil), 0)
}

// plan makes changes of the text from the plan of a finding.
func (r *round) plan(o *tree.Object, f finding.Finding, plan checker.Plan, changed map[int]checker.Edit) (planned, string) {
	p := planned{finding: f, plan: plan}
	switch {
	case o.Guess:
		return p, "the object could not be read completely"
	case carried.Sops(o.Tree) >= 0:
		return p, "SOPS does not decrypt a file that was changed: change it with sops edit"
	case !plan.Fixable:
		return p, plan.Why
	case typeTwice(o):
		return p, "it has apiVersion or kind twice, and only one of them counts"
	}
	if why := r.against(o, &f, &plan); why != "" {
		return p, why
	}
	for _, e := range plan.Edits {
		if had, twice := changed[e.Node]; twice && had != e {
			return p, "another change edits the same text"
		}
		edits, why := r.edits(o.Tree, e)
		if why != "" {
			return p, why
		}
		p.edits = append(p.edits, edits...)
	}
	for _, e := range plan.Edits {
		changed[e.Node] = e
	}
	return p, ""
}

// against returns why what uses the file is against a plan; "" if nothing is.
func (r *round) against(o *tree.Object, f *finding.Finding, plan *checker.Plan) string {
	if r.choice.Against == nil {
		return ""
	}
	to, words := [2]string{o.APIVersion, o.Kind}, []string(nil)
	if plan.Rewrite != nil && f.Field == "" {
		to[0] = plan.Wrote
	}
	for _, e := range plan.Edits {
		switch n := &o.Tree.Nodes[max(e.Node, 0)]; {
		case e.Key != "":
			words = append(words, n.Key, e.Key)
		case e.Node == o.APIVersionNode:
			to[0] = e.Value
		case e.Node == o.KindNode:
			to[1] = e.Value
		default:
			words = append(words, n.Value, e.Value)
		}
	}
	return r.choice.Against(form.Effect{
		From: discovery.ParseGroupVersion(o.APIVersion).WithKind(o.Kind), To: discovery.ParseGroupVersion(to[0]).WithKind(to[1]), Reshaped: plan.Rewrite != nil, Words: words,
		Has: func(path ...string) bool { return o.Tree.At(o.Root, path...) >= 0 },
	})
}

// write applies the plans by document. A document that does not read as planned is left as it was.
func (r *round) write(by way) (text []byte, done []Done) {
	refused := map[int]bool{}
	for {
		text = apply(r.data, r.accepted(by, refused))
		wrong := r.wrong(by, text, refused)
		if len(wrong) == 0 {
			break
		}
		maps.Copy(refused, wrong)
	}
	for _, o := range r.objects {
		for _, p := range o.fixes[by] {
			if refused[o.document] {
				r.leave(p, unlike[by])
				continue
			}
			done = append(done, Done{Finding: p.finding, Changes: changes(r, p), Reshaped: p.plan.Rewrite != nil, Notes: p.plan.Notes})
		}
	}
	order.Stably(r.left, func(a, b Left) int {
		return cmp.Or(cmp.Compare(a.Finding.Line, b.Finding.Line), cmp.Compare(a.Finding.Column, b.Finding.Column))
	})
	return text, done
}

// unlike is why a document does not read as planned.
//
//nolint:gochecknoglobals // a constant
var unlike = [2]string{
	words:  "the text is used elsewhere in the document too, through an anchor or a merge key",
	shapes: "the notation of the document cannot be edited in place, for example because of anchors or merge keys",
}

func (r *round) accepted(by way, refused map[int]bool) (edits []edit) {
	for i := range r.objects {
		if refused[r.objects[i].document] {
			continue
		}
		edits = append(edits, slice.Flat(r.objects[i].fixes[by], func(p planned) []edit { return p.edits })...)
	}
	return edits
}

// wrong reads the new text and returns the documents that do not read as planned. If the number of
// objects differs, these are all documents.
func (r *round) wrong(by way, text []byte, refused map[int]bool) map[int]bool {
	documents := map[int]bool{}
	n, matches := 0, true
	var rd reader.Reader
	rd.Read("", text, func(o *tree.Object) {
		if n < len(r.objects) {
			want := &r.objects[n]
			expected := want.want[by]
			if refused[want.document] {
				expected = want.as
			}
			list, listed := r.lists[want.document]
			if signature(o, nil) != expected || listed && by == words && !refused[want.document] && listVersion(o) != list {
				documents[want.document] = true
				// A document that was left as it was cannot be wrong.
				matches = matches && !refused[want.document]
			}
			matches = matches && o.Document == want.document
		}
		n++
	})
	if n == len(r.objects) && matches {
		return documents
	}
	clear(documents)
	for i := range r.objects {
		if d := r.objects[i].document; !refused[d] {
			documents[d] = true
		}
	}
	return documents
}

// changes are those of a fix. For a new shape it is a single one, with what it is about.
func changes(r *round, p planned) []Change {
	if p.plan.Rewrite != nil {
		return []Change{{Line: p.finding.Line, Old: cmp.Or(p.finding.Value, p.finding.APIVersion), New: p.plan.Wrote}}
	}
	return slice.Map(p.edits, func(e edit) Change {
		return Change{Line: r.line(e.start), Old: string(r.data[e.start:e.end]), New: e.text}
	})
}

// typeTwice reports whether an object has two apiVersions or kinds, of which readers use either.
func typeTwice(o *tree.Object) bool {
	count := map[string]int{}
	for child := range o.Tree.Each(o.Root) {
		count[o.Tree.Nodes[child].Key]++
	}
	return count["apiVersion"] > 1 || count["kind"] > 1
}
