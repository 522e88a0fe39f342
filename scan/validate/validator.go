package validate

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/scan/carried"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/secret"
)

// RuleID is the rule of every finding of this package.
const RuleID = "schema-invalid"

// Options say what is an error.
type Options struct {
	// Unknown: a field that the schemas do not have is an error, as it is for
	// kubectl apply.
	Unknown bool
	// Elsewhere: a rule of its own finds the fields that are not among those that a
	// schema lists, so that they are not said here.
	Elsewhere bool
}

// Validator validates objects against one target. It is safe for concurrent use:
// the schemas of a kind are built when its first object comes, and then only read.
type Validator struct {
	target   *discovery.Surface
	options  Options
	resource map[discovery.GroupVersionKind]*discovery.Resource

	mu       sync.Mutex
	kinds    map[discovery.GroupVersionKind]*kind
	schemas  map[schemaKey]*openapi3.Schema
	patterns map[string]matcher
}

// kind is what is known of one kind.
type kind struct {
	gv discovery.GroupVersion
	// root is nil where the target has no schema for it.
	root   *discovery.Schema
	schema *openapi3.Schema
	// byCode: Go code decodes the objects, for which null is nothing.
	byCode bool
	// status: a subresource of its own, so that what is written there is dropped;
	// see dropped.
	status bool
}

// New prepares a validator.
func New(target *discovery.Surface, o Options) *Validator {
	v := &Validator{
		target: target, options: o, resource: map[discovery.GroupVersionKind]*discovery.Resource{},
		kinds: map[discovery.GroupVersionKind]*kind{}, schemas: map[schemaKey]*openapi3.Schema{}, patterns: map[string]matcher{},
	}
	for gv, r := range target.EachResource() {
		gvk := discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version, Kind: r.Kind}
		if r.KindGroupVersion == nil && v.resource[gvk] == nil {
			v.resource[gvk] = r
		}
	}
	return v
}

// Limits says what the target's source cannot tell, and so is not checked.
func (v *Validator) Limits() (out []string) {
	f := v.target.Fidelity
	for _, aspect := range []struct {
		knows discovery.Knowledge
		what  string
	}{
		{f.Fields, "which fields there are"},
		{f.Required, "which fields are required"},
		{f.Enums, "which values a field may have"},
		{f.Constraints, "patterns and bounds"},
		{f.Topology, "which lists must not repeat a key"},
	} {
		if aspect.knows == discovery.None {
			out = append(out, aspect.what+": "+v.name()+" does not say")
		}
	}
	if v.target.Release.Known() || len(v.target.Schemas) > 0 {
		out = append(out, "CEL rules (x-kubernetes-validations), and what only the API server's code checks")
	}
	return out
}

func (v *Validator) name() string {
	if v.target.Source == discovery.SourceCatalog && v.target.Release.Known() {
		return "the catalog of " + v.target.Release.String()
	}
	return cmp.Or(v.target.Name, "the target")
}

// kind builds the schemas of a kind once.
func (v *Validator) kind(gvk discovery.GroupVersionKind) *kind {
	v.mu.Lock()
	defer v.mu.Unlock()
	if k := v.kinds[gvk]; k != nil {
		return k
	}
	k := &kind{gv: gvk.GroupVersion()}
	if r := v.resource[gvk]; r != nil && r.Schema != "" {
		k.root = v.target.Schema(k.gv, r.Schema)
		_, k.status = r.Subresource("status")
	}
	if version := v.target.GroupVersion(k.gv); k.root != nil && version != nil {
		k.byCode = version.Enforcement == discovery.ByCode
		k.schema = v.convert(k, k.root, 0)
	}
	if len(v.kinds) < maxKinds {
		v.kinds[gvk] = k
	}
	return k
}

// The limits of what is kept and said.
const (
	maxKinds  = 10_000
	maxErrors = 100
	maxDepth  = 300
)

// Object validates one object. Objects of kinds that the target does not know, or
// of which only a part was seen, give nothing. It tells what was left out, as Carried does;
// a chart is rendered, and leaves out nothing.
func (v *Validator) Object(o *tree.Object, emit func(finding.Finding)) (left string) {
	x := v.check(o)
	if x == nil {
		return ""
	}
	x.problems()
	if o.Origin.Chart == "" {
		left = x.withoutFilled()
	}
	x.emit(emit)
	return left
}

// withoutFilled takes out the problems of values that a template engine fills in.
func (x *check) withoutFilled() (left string) {
	found := len(x.found)
	if x.found = slices.DeleteFunc(x.found, x.filledIn); len(x.found) < found {
		left = "values that a template fills in"
	}
	return left
}

// Carried validates an object that stands in another, or in a text, and tells what of it
// was left out; "" for nothing. What a template engine fills in is not known, and so
// nothing is said of it. confidential tells that no value may be quoted.
func (v *Validator) Carried(o *tree.Object, confidential func() bool, emit func(finding.Finding)) (left string) {
	x := v.check(o)
	switch {
	case o.Guess:
		return "" // the account of the file tells of it
	case x == nil:
		return "objects of kinds whose schema the target does not have"
	}
	x.confidential = confidential
	x.problems()
	left = x.withoutFilled()
	x.emit(emit)
	return left
}

// check is nil for an object of which nothing can be said.
func (v *Validator) check(o *tree.Object) *check {
	if o.Guess || o.Tree == nil || o.Root < 0 || o.Root >= len(o.Tree.Nodes) {
		return nil
	}
	gv := discovery.ParseGroupVersion(o.APIVersion)
	// The key must outlive the object.
	k := v.lookup(discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version, Kind: o.Kind})
	if k == nil || k.root == nil {
		return nil
	}
	return &check{v: v, o: o, kind: k}
}

// problems finds those of the object, in its order.
func (x *check) problems() {
	x.standard()
	x.beyondSchema()
	order.Stably(x.found, func(a, b problem) int {
		return cmp.Or(cmp.Compare(a.node, b.node), strings.Compare(a.field, b.field), strings.Compare(a.message, b.message))
	})
}

// filledIn: a template engine fills in the value, an item of the list, or a key of the map.
func (x *check) filledIn(p problem) (filled bool) {
	t := x.o.Tree
	n := &t.Nodes[p.node]
	if n.Kind != tree.Map && n.Kind != tree.List {
		return carried.Filled(n.Value)
	}
	t.Children(p.node, func(c int) bool {
		filled = carried.Filled(t.Nodes[c].Key) || n.Kind == tree.List && carried.Filled(t.Nodes[c].Value)
		return !filled
	})
	return filled
}

func (x *check) emit(emit func(finding.Finding)) {
	said := map[string]int{}
	for i, p := range x.found {
		if i == maxErrors {
			break
		}
		f := x.finding(p)
		// Findings that are alike are told apart by their order.
		key := f.Field + "\x00" + f.Value
		f.Ordinal = said[key]
		said[key]++
		f.Seal()
		emit(f)
	}
}

// lookup finds a kind without keeping the object's strings where it is known.
func (v *Validator) lookup(gvk discovery.GroupVersionKind) *kind {
	v.mu.Lock()
	k := v.kinds[gvk]
	v.mu.Unlock()
	if k != nil {
		return k
	}
	if v.resource[gvk] == nil {
		return nil
	}
	return v.kind(discovery.GroupVersionKind{Group: strings.Clone(gvk.Group), Version: strings.Clone(gvk.Version), Kind: strings.Clone(gvk.Kind)})
}

// problem is an error in an object.
type problem struct {
	node     int
	field    string
	value    string
	message  string
	severity rule.Severity
}

// check is one object being validated.
type check struct {
	v     *Validator
	o     *tree.Object
	kind  *kind
	found []problem
	// hidden is what must not be quoted, once that matters; confidential tells, where it is
	// not nil, that this is all of the object.
	hidden       *secret.Hidden
	confidential func() bool
}
