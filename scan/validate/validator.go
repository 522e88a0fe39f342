package validate

import (
	"cmp"
	"slices"
	"strconv"
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

// Options are what counts as an error.
type Options struct {
	// Unknown: a field that the schemas do not have is an error, as for kubectl apply.
	Unknown bool
	// Elsewhere: another rule reports unknown fields where the schema lists fields.
	Elsewhere bool
}

// Validator validates objects against one target. It is safe for concurrent use: the schemas of a
// kind are built for its first object, and then only read.
type Validator struct {
	target   *discovery.Surface
	options  Options
	formats  map[string]openapi3.StringFormatValidator
	resource map[discovery.GroupVersionKind]*discovery.Resource

	mu       sync.Mutex
	kinds    map[discovery.GroupVersionKind]*kind
	schemas  map[schemaKey]*openapi3.Schema
	patterns map[string]matcher
}

type kind struct {
	gv discovery.GroupVersion
	// root is nil if the target has no schema of the kind.
	root   *discovery.Schema
	schema *openapi3.Schema
	// byCode: Go code decodes the objects, and treats null as a missing value.
	byCode bool
	// status: the kind has the subresource status, so it is dropped from objects; see dropped.
	status bool
}

// New returns a validator for a target.
func New(target *discovery.Surface, o Options) *Validator {
	v := &Validator{
		target: target, options: o, formats: stringFormats(), resource: map[discovery.GroupVersionKind]*discovery.Resource{},
		kinds: map[discovery.GroupVersionKind]*kind{}, schemas: map[schemaKey]*openapi3.Schema{}, patterns: map[string]matcher{},
	}
	for gv, r := range target.EachResource() {
		gvk := gv.WithKind(r.Kind)
		if r.KindGroupVersion == nil && v.resource[gvk] == nil {
			v.resource[gvk] = r
		}
	}
	return v
}

// Limits lists what is not checked because the target's source does not have it.
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

// kind builds the schemas of a kind once; nil if the target does not have the kind.
func (v *Validator) kind(gvk discovery.GroupVersionKind) *kind {
	v.mu.Lock()
	defer v.mu.Unlock()
	r := v.resource[gvk]
	if r == nil || v.kinds[gvk] != nil {
		return v.kinds[gvk]
	}
	// The strings of the object do not outlive it.
	gvk = discovery.GroupVersionKind{Group: strings.Clone(gvk.Group), Version: strings.Clone(gvk.Version), Kind: strings.Clone(gvk.Kind)}
	k := &kind{gv: gvk.GroupVersion()}
	if r.Schema != "" {
		k.root = v.target.Schema(k.gv, r.Schema)
		_, k.status = r.Subresource("status")
	}
	if version := v.target.GroupVersion(k.gv); k.root != nil && version != nil {
		k.byCode = version.Enforcement == discovery.ByCode
		k.schema = v.convert(k, k.root, 0)
		k.schema.Required = v.needed(r.Schema, k.schema.Required)
	}
	v.kinds[gvk] = k
	return k
}

// The limits of errors for each object and of nesting.
const (
	maxErrors = 100
	maxDepth  = 300
)

// Object validates one object, and returns what was left out; "" for nothing. It ignores objects
// that were read only in part. Problems of values that a template engine fills in are left out,
// because the values are not known, except in an object that a chart wrote. confidential reports
// whether no value may be quoted; it is nil for an object that is not inside another one.
func (v *Validator) Object(o *tree.Object, confidential func() bool, emit func(finding.Finding)) (left string) {
	x := v.check(o)
	switch {
	case o.Guess, x == nil && confidential == nil:
		return "" // the account of the file has it
	case x == nil:
		return "objects of kinds whose schema the target does not have"
	}
	x.confidential = confidential
	x.problems()
	if found := len(x.found); found > 0 && carried.Sops(o.Tree) >= 0 {
		if x.found = slices.DeleteFunc(x.found, x.encrypted); len(x.found) < found {
			left = "values that SOPS encrypted"
		}
	}
	if len(x.found) > maxErrors {
		left = "values after the first " + strconv.Itoa(maxErrors) + " errors of an object"
	}
	if found := len(x.found); o.Origin.Chart == "" || confidential != nil {
		if x.found = slices.DeleteFunc(x.found, x.filledIn); len(x.found) < found {
			left = "values that a template fills in"
		}
	}
	x.emit(emit)
	return left
}

// check is the validation of an object; nil if it cannot be validated.
func (v *Validator) check(o *tree.Object) *check {
	if o.Guess || o.Tree == nil || o.Root < 0 || o.Root >= len(o.Tree.Nodes) {
		return nil
	}
	gv := discovery.ParseGroupVersion(o.APIVersion)
	k := v.kind(gv.WithKind(o.Kind))
	if k == nil || k.root == nil {
		return nil
	}
	return &check{v: v, o: o, kind: k, from: o.Root}
}

// problems finds the problems of the object, each once, in its order.
func (x *check) problems() {
	x.standard()
	x.walk(x.o.Root, x.kind.root, "", 0)
	x.name()
	x.definition()
	order.Stably(x.found, func(a, b problem) int {
		return cmp.Or(cmp.Compare(a.node, b.node), strings.Compare(a.field, b.field), strings.Compare(a.message, b.message), strings.Compare(a.value, b.value))
	})
	x.found = slices.Compact(x.found)
}

// encrypted reports whether SOPS encrypted a value.
func (x *check) encrypted(p problem) bool { return carried.Encrypted(x.o.Tree.Nodes[p.node].Value) }

// filledIn reports whether a template engine fills in a value, an item or a key.
func (x *check) filledIn(p problem) bool {
	t := x.o.Tree
	n := &t.Nodes[p.node]
	if n.Kind != tree.Map && n.Kind != tree.List {
		return x.filled(n.Value)
	}
	for c := range t.Each(p.node) {
		if carried.Filled(t.Nodes[c].Key) || n.Kind == tree.List && !p.isList && x.filled(t.Nodes[c].Value) {
			return true
		}
	}
	return false
}

// filled reports whether a template engine fills in a value. Only inside other objects, such as a
// test of Chainsaw, parentheses are an expression.
func (x *check) filled(value string) bool {
	return carried.Filled(value) || x.confidential != nil && carried.Expression(value)
}

func (x *check) emit(emit func(finding.Finding)) {
	said := map[string]int{}
	for _, p := range x.found[:min(len(x.found), maxErrors)] {
		if n := &x.o.Tree.Nodes[p.node]; p.severity == rule.Breaking && p.value != "" && n.Kind == tree.String && described(n.Value) {
			p.severity, p.message = rule.Possible, p.message+", unless a tool replaces it"
		}
		f := x.finding(p)
		// Equal findings differ in their ordinal.
		key := f.Field + "\x00" + f.Value
		f.Ordinal = said[key]
		said[key]++
		f.Seal()
		emit(f)
	}
}

type problem struct {
	node                  int
	field, value, message string
	severity              rule.Severity
	// isList: a list is where the schema has no list.
	isList bool
}

// check is one object being validated.
type check struct {
	v     *Validator
	o     *tree.Object
	kind  *kind
	found []problem
	// from is the node that is being validated with a schema of its own, and at is its path.
	// open: it may have unknown fields.
	from int
	at   string
	open bool
	// hidden is what must not be quoted; it is determined for the first error. confidential, if it
	// is not nil, reports whether that is the whole object.
	hidden       *secret.Hidden
	confidential func() bool
	// patch says whether the object is a strategic merge patch; it is determined for the first missing
	// field.
	patch *bool
}
