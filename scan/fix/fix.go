package fix

import (
	"bytes"
	"maps"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/judge"
)

// Result is a file after it was fixed.
type Result struct {
	// Out is the new text; the old one where nothing was changed.
	Out []byte
	// Changed: Out is not the old text.
	Changed bool
	// Done are the findings that were fixed, Left those that were not, both in the
	// order of the file.
	Done []Done
	Left []Left
}

// Done is a finding that was fixed.
type Done struct {
	Finding finding.Finding
	Changes []Change
	// Notes are what else is different now, in sentences without a full stop.
	Notes []string
}

// Change is one piece of text that was replaced.
type Change struct {
	// Line of the file, from 1. The number of lines never changes.
	Line     int
	Old, New string
}

// Left is a finding that a person must see to.
type Left struct {
	Finding finding.Finding
	// Why is half a sentence; Steps are sentences without a full stop.
	Why   string
	Steps []string
}

// rounds bounds how often a text is judged again after it was changed: the new
// version of an object may show what the old one could not.
const rounds = 8

// Fix rewrites what is safe in a file. Want says which findings to see to; nil
// for all. Fixing the result again changes nothing.
func Fix(file string, data []byte, j *judge.Judge, want func(*finding.Finding) bool) Result {
	out := Result{Out: data}
	for range rounds {
		r := newRound(file, out.Out, j, want)
		text, done := r.write()
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

// round is one judgement of a text with the changes that follow from it.
type round struct {
	data    []byte
	lines   []int
	objects []object
	left    []Left
}

// object is what is known of an object that was judged.
type object struct {
	document int
	fixes    []planned
	// want is what the object must read as when its fixes are written; as is what
	// it reads as without.
	want, as uint64
}

// planned is a finding that can be fixed.
type planned struct {
	finding finding.Finding
	edits   []edit
	plan    judge.Plan
}

func newRound(file string, data []byte, j *judge.Judge, want func(*finding.Finding) bool) *round {
	r := &round{data: data, lines: lineStarts(data)}
	var rd reader.Reader
	rd.Read(file, data, func(o *tree.Object) {
		obj := object{document: o.Document}
		changed := map[int]judge.Edit{}
		j.Examine(o, func(f finding.Finding, m judge.Mark) {
			if want != nil && !want(&f) {
				return
			}
			p, why := r.plan(o, f, m.Plan, changed)
			if why != "" {
				r.left = append(r.left, Left{Finding: f, Why: why, Steps: m.Plan.Steps})
				return
			}
			obj.fixes = append(obj.fixes, p)
		})
		obj.as, obj.want = signature(o, nil), signature(o, changed)
		r.objects = append(r.objects, obj)
	})
	return r
}

// plan turns what is to be done about a finding into changes of the text.
func (r *round) plan(o *tree.Object, f finding.Finding, plan judge.Plan, changed map[int]judge.Edit) (planned, string) {
	p := planned{finding: f, plan: plan}
	switch {
	case o.Guess:
		return p, "the object was not seen whole"
	case !plan.Fixable:
		return p, plan.Why
	case typeTwice(o):
		return p, "its apiVersion or kind stands twice, and only one of them counts"
	}
	for _, e := range plan.Edits {
		if had, twice := changed[e.Node]; twice && had != e {
			return p, "another change concerns the same text"
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

// write applies what is planned, document by document: one that does not read as
// it should is left as it was.
func (r *round) write() (text []byte, done []Done) {
	refused := map[int]bool{}
	for {
		text = apply(r.data, r.accepted(refused))
		wrong := r.wrong(text, refused)
		if len(wrong) == 0 {
			break
		}
		maps.Copy(refused, wrong)
	}
	for i := range r.objects {
		o := &r.objects[i]
		for _, p := range o.fixes {
			if refused[o.document] {
				r.left = append(r.left, Left{
					Finding: p.finding, Steps: p.plan.Steps,
					Why: "the text is used elsewhere in the document too, through an anchor or a merge key",
				})
				continue
			}
			done = append(done, Done{Finding: p.finding, Changes: changes(r, p.edits), Notes: p.plan.Notes})
		}
	}
	order.Stably(r.left, func(a, b Left) int {
		if a.Finding.Line != b.Finding.Line {
			return a.Finding.Line - b.Finding.Line
		}
		return a.Finding.Column - b.Finding.Column
	})
	return text, done
}

func (r *round) accepted(refused map[int]bool) (edits []edit) {
	for i := range r.objects {
		if refused[r.objects[i].document] {
			continue
		}
		for _, p := range r.objects[i].fixes {
			edits = append(edits, p.edits...)
		}
	}
	return edits
}

// wrong reads the new text and lists the documents that do not read as planned.
// Where even the number of objects is another, that is all of them.
func (r *round) wrong(text []byte, refused map[int]bool) map[int]bool {
	documents := map[int]bool{}
	n, matches := 0, true
	var rd reader.Reader
	rd.Read("", text, func(o *tree.Object) {
		if n < len(r.objects) {
			want := &r.objects[n]
			expected := want.want
			if refused[want.document] {
				expected = want.as
			}
			if signature(o, nil) != expected {
				documents[want.document] = true
				// One that was left as it was cannot be wrong by itself.
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

func changes(r *round, edits []edit) (out []Change) {
	for _, e := range edits {
		out = append(out, Change{Line: r.line(e.start), Old: string(r.data[e.start:e.end]), New: e.text})
	}
	return out
}

// typeTwice: the object has two apiVersions or kinds, which YAML readers take
// differently.
func typeTwice(o *tree.Object) bool {
	count := map[string]int{}
	o.Tree.Children(o.Root, func(child int) bool {
		if key := o.Tree.Nodes[child].Key; key == "apiVersion" || key == "kind" {
			count[key]++
		}
		return true
	})
	return count["apiVersion"] > 1 || count["kind"] > 1
}
