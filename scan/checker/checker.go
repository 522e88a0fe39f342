package checker

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Checker is a target, compiled. It is safe for concurrent use.
type Checker struct {
	to, from *side
	strict   bool
	// own are the groups of Kubernetes itself.
	own map[string]bool
	// lifecycles by kind and by resource; of two kinds of a version the first.
	lifecycles map[gvKind]*discovery.ResourceLifecycle
	resources  map[groupResource][]*discovery.ResourceLifecycle
	// customs are the lifecycles of custom resources by kind, one for each project.
	customs map[gvKind][]*discovery.CustomLifecycle
	// kinds holds what is found of every type that is known to anyone.
	kinds map[typeMeta]*kind
	// words are what a value or key must be to be looked at twice.
	words *words
	moves *moves
	// What the target serves in any version, and what it does not have any more: groups of which it has nothing,
	// resources that it has in no version, versions of which it lacks something.
	served           map[groupResource]bool
	goneGroups       map[string]bool
	goneResources    map[groupResource]bool
	goneVersions     map[discovery.GroupVersion]bool
	groupLifecycles  map[string][]*discovery.ResourceLifecycle
	sortedLifecycles map[discovery.GroupVersion][]*discovery.ResourceLifecycle

	// goneFields are those that field-removed finds.
	goneFields map[fieldOf]bool

	components components

	others others
	// none is the kind of what is no object. carried counts objects in others, passed what
	// is in them and was not looked into.
	none    kind
	carried atomic.Int64
	// passed is what was not looked into at all, left what Also left out.
	passed, left carriedCounts
	readers      sync.Pool
}

// New compiles a target.
func New(t Target) (*Checker, error) {
	if t.To == nil {
		return nil, errors.New("there is no target to check manifests against")
	}
	former, err := readFieldLifecycles()
	if err != nil {
		return nil, err
	}
	c := &Checker{
		to: newSide(t.To), from: newSide(t.From), strict: t.Strict,
		own: map[string]bool{}, lifecycles: map[gvKind]*discovery.ResourceLifecycle{}, resources: map[groupResource][]*discovery.ResourceLifecycle{},
		customs: map[gvKind][]*discovery.CustomLifecycle{},
		kinds:   map[typeMeta]*kind{}, goneFields: map[fieldOf]bool{},
		others: others{kinds: map[typeMeta]*kind{}, rest: kind{unchecked: true}},
	}
	if c.components, err = newComponents(t); err != nil {
		return nil, err
	}
	for _, g := range t.Groups {
		c.own[g.Group] = true
	}
	for i := range t.Lifecycles {
		c.addLifecycle(&t.Lifecycles[i])
	}
	for i := range t.Customs {
		key := gvKind{t.Customs[i].GroupVersion, t.Customs[i].Kind}
		c.customs[key] = append(c.customs[key], &t.Customs[i])
	}
	c.compileGroups(t.Lifecycles)
	c.moves = newMoves(c, t.Past)
	c.words = c.newWords()
	c.compile(newFieldBuilder(c, former))
	return c, nil
}

func (c *Checker) addLifecycle(l *discovery.ResourceLifecycle) {
	key := gvKind{l.GroupVersion, l.Kind}
	if c.lifecycles[key] == nil {
		c.lifecycles[key] = l
	}
	gr := groupResource{l.Group, l.Resource}
	c.resources[gr] = append(c.resources[gr], l)
}

// Object checks an object and hands each finding to emit, sealed, in the order
// of the rules. What emit is given outlives the object; what the finding points
// at is shared with others, and not to be written to.
func (c *Checker) Object(o *tree.Object, emit func(finding.Finding)) {
	c.Examine(o, func(f finding.Finding, _ Mark) { emit(f) })
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
func (c *Checker) Examine(o *tree.Object, emit func(finding.Finding, Mark)) {
	c.ExamineAlso(o, nil, emit)
}

// ExamineAlso is Examine with something that checks the objects in it besides; nil for
// nothing.
func (c *Checker) ExamineAlso(o *tree.Object, also Also, emit func(finding.Finding, Mark)) {
	if o == nil || o.Tree == nil || o.Root < 0 || o.Root >= len(o.Tree.Nodes) {
		return
	}
	k := c.kindOf(o)
	v := visit{checker: c, o: o, kind: k, also: also}
	if (k.unchecked || k.fieldless) && !v.inText() {
		k.objects.Add(1)
	}
	v.check(emit)
}

func (c *Checker) kindOf(o *tree.Object) *kind {
	if k := c.kinds[typeMeta{o.APIVersion, o.Kind}]; k != nil {
		return k
	}
	return c.others.kind(c, typeMeta{o.APIVersion, o.Kind})
}

// Configures reports whether an object is a file of a component, and the target says
// something of it.
func (c *Checker) Configures(o *tree.Object) bool {
	k := c.kindOf(o)
	return k.configuration != nil && !k.unchecked
}

// SpeaksOf reports whether the target says anything of an object's type. Of others
// only labels, annotations and references are checked.
func (c *Checker) SpeaksOf(o *tree.Object) bool { return !c.kindOf(o).unchecked }
