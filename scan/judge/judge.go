package judge

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Judge is a target, compiled. It is safe for concurrent use.
type Judge struct {
	to, from *side
	strict   bool
	// own are the groups of Kubernetes itself.
	own map[string]bool
	// lives by kind and by resource; of two kinds of a version the first.
	lives     map[gvKind]*discovery.Life
	resources map[groupResource][]*discovery.Life
	// customs are the lives of custom resources by kind, one for each project.
	customs map[gvKind][]*discovery.CustomLife
	// kinds holds what is found of every type that is known to anyone.
	kinds map[typeMeta]*kind
	// words are what a value or key must be to be looked at twice.
	words *words
	moves *moves
	// What the target serves in any version, and what it does not have any more: groups of which it has nothing,
	// resources that it has in no version, versions of which it lacks something.
	served        map[groupResource]bool
	goneGroups    map[string]bool
	goneResources map[groupResource]bool
	goneVersions  map[discovery.GroupVersion]bool
	groupLives    map[string][]*discovery.Life
	sortedLives   map[discovery.GroupVersion][]*discovery.Life

	// goneFields are those that field-removed finds.
	goneFields map[fieldOf]bool

	components components

	others others
	// none is the kind of what is no object. carried counts objects in others, passed what
	// is in them and was not looked into.
	none    kind
	carried atomic.Int64
	// passed is what was not looked into at all, left what Also left out.
	passed, left tally
	readers      sync.Pool
}

// New compiles a target.
func New(t Target) (*Judge, error) {
	if t.To == nil {
		return nil, errors.New("there is no target to judge manifests against")
	}
	former, err := readFieldLives()
	if err != nil {
		return nil, err
	}
	j := &Judge{
		to: newSide(t.To), from: newSide(t.From), strict: t.Strict,
		own: map[string]bool{}, lives: map[gvKind]*discovery.Life{}, resources: map[groupResource][]*discovery.Life{},
		customs: map[gvKind][]*discovery.CustomLife{},
		kinds:   map[typeMeta]*kind{}, goneFields: map[fieldOf]bool{},
		others: others{kinds: map[typeMeta]*kind{}, rest: kind{unjudged: true}},
	}
	if j.components, err = newComponents(t); err != nil {
		return nil, err
	}
	for _, g := range t.Groups {
		j.own[g.Group] = true
	}
	for i := range t.Lives {
		j.addLife(&t.Lives[i])
	}
	for i := range t.Customs {
		key := gvKind{t.Customs[i].GroupVersion, t.Customs[i].Kind}
		j.customs[key] = append(j.customs[key], &t.Customs[i])
	}
	j.compileGroups(t.Lives)
	j.moves = newMoves(j, t.Past)
	j.words = j.newWords()
	j.compile(newFieldBuilder(j, former))
	return j, nil
}

func (j *Judge) addLife(l *discovery.Life) {
	key := gvKind{l.GroupVersion, l.Kind}
	if j.lives[key] == nil {
		j.lives[key] = l
	}
	gr := groupResource{l.Group, l.Resource}
	j.resources[gr] = append(j.resources[gr], l)
}

// Object judges an object and hands each finding to emit, sealed, in the order
// of the rules. What emit is given outlives the object; what the finding points
// at is shared with others, and not to be written to.
func (j *Judge) Object(o *tree.Object, emit func(finding.Finding)) {
	j.Examine(o, func(f finding.Finding, _ Mark) { emit(f) })
}

// Mark is where in the tree a finding stands, for who rewrites it.
type Mark struct {
	// Node is the index of the node that the finding points at; -1 for an object
	// that does not write its type.
	Node int
	// Plan tells what to do about it.
	Plan Plan
}

// Examine is Object for who also wants to know the node.
func (j *Judge) Examine(o *tree.Object, emit func(finding.Finding, Mark)) {
	j.ExamineAlso(o, nil, emit)
}

// ExamineAlso is Examine with something that judges the objects in it besides; nil for
// nothing.
func (j *Judge) ExamineAlso(o *tree.Object, also Also, emit func(finding.Finding, Mark)) {
	if o == nil || o.Tree == nil || o.Root < 0 || o.Root >= len(o.Tree.Nodes) {
		return
	}
	k := j.kindOf(o)
	v := visit{j: j, o: o, kind: k, also: also}
	if (k.unjudged || k.fieldless) && !v.inText() {
		k.objects.Add(1)
	}
	v.judge(emit)
}

func (j *Judge) kindOf(o *tree.Object) *kind {
	if k := j.kinds[typeMeta{o.APIVersion, o.Kind}]; k != nil {
		return k
	}
	return j.others.kind(j, typeMeta{o.APIVersion, o.Kind})
}

// Configures reports whether an object is a file of a component, and the target says
// something of it.
func (j *Judge) Configures(o *tree.Object) bool {
	k := j.kindOf(o)
	return k.configuration != nil && !k.unjudged
}

// SpeaksOf reports whether the target says anything of an object's type. Of others
// only labels, annotations and references are judged.
func (j *Judge) SpeaksOf(o *tree.Object) bool { return !j.kindOf(o).unjudged }
