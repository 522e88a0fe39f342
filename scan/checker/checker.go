package checker

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Checker is a compiled target. It is safe for concurrent use.
type Checker struct {
	to, from *side
	strict   bool
	// own are the groups of Kubernetes itself.
	own map[string]bool
	// lifecycles by kind and by resource. If two resources of a version have the same kind,
	// lifecycles has the first.
	lifecycles map[discovery.GroupVersionKind]*discovery.ResourceLifecycle
	resources  map[discovery.GroupResource][]*discovery.ResourceLifecycle
	// customs are the lifecycles of custom resources by kind, one for each project.
	customs map[discovery.GroupVersionKind][]*discovery.CustomLifecycle
	// kinds holds the findings of every type that the target, Target.From or the lifecycles have.
	kinds map[typeMeta]*kind
	// words are the keys and values that are looked at closely.
	words *words
	moves *moves
	// served has what the target serves in any version. The others have what it no longer has:
	// groups that are gone completely, resources that it has in no version, and versions that
	// lack at least one resource.
	served        map[discovery.GroupResource]bool
	goneGroups    map[string]bool
	goneResources map[discovery.GroupResource]bool
	goneVersions  map[discovery.GroupVersion]bool
	// resourceOfKind has the resource of each kind of Kubernetes.
	resourceOfKind    map[discovery.GroupKind]string
	groupLifecycles   map[string][]*discovery.ResourceLifecycle
	versionLifecycles map[discovery.GroupVersion][]*discovery.ResourceLifecycle

	// goneFields are the fields that field-removed reports.
	goneFields map[fieldOf]bool

	components components

	others others
	// none is the kind of a document that is no object. carried counts the objects inside
	// others that were checked, passed what was not looked into, and left what Also left out.
	none         kind
	carried      atomic.Int64
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
		own:               map[string]bool{},
		lifecycles:        map[discovery.GroupVersionKind]*discovery.ResourceLifecycle{},
		resources:         map[discovery.GroupResource][]*discovery.ResourceLifecycle{},
		customs:           map[discovery.GroupVersionKind][]*discovery.CustomLifecycle{},
		kinds:             map[typeMeta]*kind{},
		served:            map[discovery.GroupResource]bool{},
		goneGroups:        map[string]bool{},
		goneResources:     map[discovery.GroupResource]bool{},
		goneVersions:      map[discovery.GroupVersion]bool{},
		resourceOfKind:    map[discovery.GroupKind]string{},
		groupLifecycles:   map[string][]*discovery.ResourceLifecycle{},
		versionLifecycles: map[discovery.GroupVersion][]*discovery.ResourceLifecycle{},
		goneFields:        map[fieldOf]bool{},
		others:            others{kinds: map[typeMeta]*kind{}, rest: kind{unchecked: true}},
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
		key := t.Customs[i].GroupVersion.WithKind(t.Customs[i].Kind)
		c.customs[key] = append(c.customs[key], &t.Customs[i])
	}
	c.compileGroups()
	c.moves = &moves{checker: c, past: t.Past, sides: map[discovery.Release]*side{}}
	c.words = c.newWords()
	c.compile(&fieldBuilder{checker: c, former: former, states: map[stateKey]*state{}})
	return c, nil
}

func (c *Checker) addLifecycle(l *discovery.ResourceLifecycle) {
	if key := l.GroupVersion.WithKind(l.Kind); c.lifecycles[key] == nil {
		c.lifecycles[key] = l
	}
	if gk := (discovery.GroupKind{Group: l.Group, Kind: l.Kind}); c.resourceOfKind[gk] == "" {
		c.resourceOfKind[gk] = l.Resource
	}
	gr := discovery.GroupResource{Group: l.Group, Resource: l.Resource}
	c.resources[gr] = append(c.resources[gr], l)
	c.groupLifecycles[l.Group] = append(c.groupLifecycles[l.Group], l)
	c.versionLifecycles[l.GroupVersion] = append(c.versionLifecycles[l.GroupVersion], l)
}

// Object checks an object and hands each finding to emit, sealed, in the order of the rules.
// Findings outlive the object, and share values, which must not be changed.
func (c *Checker) Object(o *tree.Object, emit func(finding.Finding)) {
	c.Examine(o, nil, func(f finding.Finding, _ Mark) { emit(f) })
}

// Mark is the node that a finding points to, for a caller that rewrites the object.
type Mark struct {
	// Node is the index of the node; -1 if it is a node of another tree.
	Node int
	// Plan tells what to do about the finding.
	Plan Plan
}

// Examine is Object for a caller that also needs the node of each finding. also, if it is not
// nil, checks the objects inside the object as well.
func (c *Checker) Examine(o *tree.Object, also Also, emit func(finding.Finding, Mark)) {
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
	return c.kind(typeMeta{o.APIVersion, o.Kind}).of(o.Tree, o.Root)
}

// kind is that of a type. Its strings need not outlive the call.
func (c *Checker) kind(t typeMeta) *kind {
	if k := c.kinds[t]; k != nil {
		return k
	}
	return c.others.kind(c, t)
}

// of is the kind of an object with this root.
func (k *kind) of(t *tree.Tree, root int) *kind {
	if k.bare != nil && t.Child(root, "metadata") < 0 {
		return k.bare
	}
	return k
}

// Configures reports whether an object is a configuration file of a component, and the target
// has data about it.
func (c *Checker) Configures(o *tree.Object) bool {
	k := c.kindOf(o)
	kubeconfig := k.gvk.Group == "" && k.gvk.Kind == "Config" // which no target has
	return k.configuration != nil && (!k.unchecked || kubeconfig)
}

// Foreign reports whether an object is a file of another program, which no API server accepts: its
// kind is in the core group, Kubernetes never had it, and it has no metadata or no version.
func (c *Checker) Foreign(o *tree.Object) bool {
	k := c.kind(typeMeta{o.APIVersion, o.Kind})
	return k.bare != nil && k.of(o.Tree, o.Root) == k.bare || c.notKubernetes(k.gvk)
}

// SpeaksOf reports whether the target has data about the type of an object. Of other objects
// only labels, annotations and references are checked.
func (c *Checker) SpeaksOf(o *tree.Object) bool { return !c.kindOf(o).unchecked }
