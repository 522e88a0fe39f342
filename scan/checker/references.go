package checker

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/carried"
)

// typed checks a map with an apiVersion and a kind inside an object: scaleTargetRef,
// ownerReferences, volumeClaimTemplates, or an object that a custom resource carries.
func (v *visit) typed(node int, emit emitFunc) {
	if node == v.o.APIVersionNode || v.sameText(node, v.o.APIVersionNode) {
		return
	}
	kindNode := v.kindBeside(node)
	if kindNode < 0 {
		v.typedResource(node, emit)
		return
	}
	k := v.typeOf(node, kindNode)
	if k == nil {
		if v.configurationMap(node, kindNode, emit) {
			return
		}
		v.unfilledType(node, kindNode)
		v.unknownType(node, kindNode, emit)
		return
	}
	if v.container(node) == v.o.Root {
		v.repeated(node, k, emit)
		return
	}
	if v.embedded(node) {
		if k.of(v.o.Tree, v.container(node)) != k {
			v.checker.pass(v.o, unknownKinds)
			return
		}
		v.carriedMap(node, kindNode, k, emit)
		return
	}
	v.references(node, kindNode, k, emit)
}

// references checks the type that a reference has, unless the node only looks like a reference.
func (v *visit) references(node, kindNode int, k *kind, emit emitFunc) {
	for i := range k.verdicts {
		if v.isText(node) {
			return
		}
		v.reference(node, kindNode, k, &k.verdicts[i], emit)
	}
}

// typedResource checks a reference with a resource in place of the kind: what Metacontroller watches.
func (v *visit) typedResource(node int, emit emitFunc) {
	t := v.o.Tree
	resource := t.Child(v.container(node), "resource")
	if resource < 0 {
		return
	}
	k := v.checker.ofResource(discovery.ParseGroupVersion(t.Nodes[node].Value), t.Nodes[resource].Value)
	if k != nil && !v.notApplied(node) {
		v.references(node, resource, k, emit)
	}
}

// unfilledType records an object or a reference whose type has a variable that is not filled in.
func (v *visit) unfilledType(node, kindNode int) {
	what := unfilledReferences
	if v.embedded(node) {
		what = unfilledObjects
	}
	if v.container(node) != v.o.Root {
		v.unfilled(what, node, kindNode)
	}
}

// unknownType records an object of a kind that the target has no data about, as in a text. What it
// has is looked at with the object around it.
func (v *visit) unknownType(node, kindNode int, emit emitFunc) {
	nodes, root := v.o.Tree.Nodes, v.container(node)
	meta := typeMeta{v.parameter(nodes[node].Value), nodes[kindNode].Value}
	if root == v.o.Root || v.inText() || carried.Filled(meta.apiVersion) || carried.Filled(meta.kind) ||
		discovery.ParseGroupVersion(meta.apiVersion).Group == "" || !v.embedded(node) || v.notApplied(root) {
		return
	}
	o := *v.o
	o.Root, o.APIVersionNode, o.KindNode, o.APIVersion, o.Kind = root, node, kindNode, meta.apiVersion, meta.kind
	o.Name, o.Namespace = v.identity(root)
	if v.picks != nil && !v.picks(&o) {
		*v.left++
		return
	}
	c, ok := v.carrier(root, nil)
	if !ok {
		return
	}
	v.checker.pass(v.o, unknownKinds)
	w := visit{checker: v.checker, o: &o, kind: v.checker.others.kind(v.checker, meta), by: c}
	for i := range w.kind.verdicts {
		w.verdict(&w.kind.verdicts[i], emit)
	}
}

// unfilled reports whether a template engine fills in one of the values, or an entry of a list
// among them. It records that what they name is not checked. What only the text of a template shows
// is not recorded, because rendering fills it in.
func (v *visit) unfilled(what string, nodes ...int) bool {
	t := v.o.Tree
	filled := func(node int) bool { return carried.Filled(t.Nodes[node].Value) }
	for _, node := range nodes {
		if node < 0 || !filled(node) && !anyChild(t, node, maxCompared, filled) {
			continue
		}
		if !v.inText() && !v.isText(node) {
			v.checker.pass(v.o, what)
		}
		return true
	}
	return false
}

// What is not checked because of a variable.
const (
	unfilledObjects    = "objects whose type has a variable that is not filled in"
	unfilledReferences = "references with a variable that is not filled in"
	unfilledRules      = "rules with a variable that is not filled in"
)

// repeated checks the type of an object that has the key apiVersion more than once: a server uses
// one of them. Each version is checked once, and at most maxRepeats of them.
func (v *visit) repeated(node int, k *kind, emit emitFunc) {
	o := *v.o
	o.APIVersionNode, o.APIVersion = node, v.o.Tree.Nodes[node].Value
	if o.APIVersion == v.o.APIVersion || len(v.repeats) == maxRepeats || slices.Contains(v.repeats, o.APIVersion) {
		return
	}
	v.repeats = append(v.repeats, o.APIVersion)
	w := visit{checker: v.checker, o: &o, kind: k, by: v.by, silent: v.silent}
	for i := range k.verdicts {
		w.verdict(&k.verdicts[i], emit)
	}
}

const maxRepeats = 16

// sameText reports whether two nodes have the same place in the file, as if the object has its type
// from an anchor with "<<".
func (v *visit) sameText(a, b int) bool {
	if b < 0 {
		return false
	}
	x, y := &v.o.Tree.Nodes[a], &v.o.Tree.Nodes[b]
	return x.Line == y.Line && x.Column == y.Column && x.Line > 0
}

// kindBeside finds the kind in the map of an apiVersion. It is usually the next entry, so the map
// is only searched if it is not.
func (v *visit) kindBeside(node int) int {
	nodes := v.o.Tree.Nodes
	n := &nodes[node]
	if next := int(n.After); next < int(nodes[v.o.Root].After) && nodes[next].Line > n.Line && nodes[next].Column == n.Column {
		switch nodes[next].Key {
		case "kind":
			return ifText(nodes, next)
		case "fieldPath", "fieldsType":
			return -1 // a field selector, managed fields
		}
	}
	return ifText(nodes, v.o.Tree.Child(v.container(node), "kind"))
}

func ifText(nodes []tree.Node, node int) int {
	if node >= 0 && nodes[node].Kind == tree.String {
		return node
	}
	return -1
}

// isText reports whether a node is data for others, or part of a schema or of managed fields, which
// only looks like a reference.
func (v *visit) isText(node int) bool {
	for p := range v.above(v.parent(node)) {
		switch v.o.Tree.Nodes[p].Key {
		case "data", "stringData", "binaryData":
			if v.parent(p) == v.o.Root && (v.o.Kind == "ConfigMap" || v.o.Kind == "Secret") {
				return true
			}
		case "managedFields", "annotations", "labels", "openAPIV3Schema":
			return true
		}
	}
	return false
}

// embedded reports whether the map of an entry is an object, not a reference to one.
func (v *visit) embedded(node int) bool { return v.hasContent(v.container(node)) }

func (v *visit) hasContent(parent int) bool {
	t := v.o.Tree
	for _, key := range [...]string{"metadata", "spec", "data", "rules", "subjects", "webhooks", "items"} {
		if c := t.Child(parent, key); c >= 0 && (t.Nodes[c].Kind == tree.Map && key != "items" || t.Nodes[c].Kind == tree.List) {
			return key != "items" || strings.HasSuffix(t.Text(parent, "kind"), "List")
		}
	}
	return false
}

func (v *visit) reference(node, kindNode int, k *kind, d *verdict, emit emitFunc) {
	id, severity := v.referenceRule(node, k, d)
	if id == "" {
		return
	}
	at := node
	if d.kind {
		at = kindNode
	}
	v.refers(at, id, severity, k, d, v.referencePlan(node, k, d), emit)
}

// refers emits a finding about the type that a node names.
func (v *visit) refers(node int, id string, severity rule.Severity, k *kind, d *verdict, plan Plan, emit emitFunc) {
	f := v.entryFinding(id, severity, node)
	f.Field, f.Value = v.path(node), clip(k.gvk.String())
	v.lifecycle(&f, d)
	f.Message = "refers to " + clip(visibleType(k.gvk)) + ", which " + d.what + useInstead(d)
	v.report(f, node, plan, emit)
}

// referenceRule is the rule about a reference that corresponds to one about an object.
func (v *visit) referenceRule(node int, k *kind, d *verdict) (id string, severity rule.Severity) {
	switch d.rule {
	case ResourceRemoved, NotServedByDefault, TargetIncomplete:
		id, severity = ReferenceRemoved, d.severity
		if d.rule != ResourceRemoved {
			return ReferenceUnknown, d.severity
		}
		if severity == rule.Breaking && v.checker.servesKind(discovery.GroupKind{Group: k.gvk.Group, Kind: k.gvk.Kind}) {
			// Controllers look up owners and targets by group and kind.
			severity = rule.Risky
		}
		if v.under(node, "ownerReferences") {
			// The object is kept; the garbage collector cannot look up its owner.
			severity = rule.Risky
		}
	case APIDeprecated:
		id, severity = ReferenceDeprecated, rule.Deprecation
	case KindUnknown:
		id, severity = ReferenceUnknown, rule.Risky
	}
	return id, severity
}

// servesKind reports whether the target serves a kind in any version.
func (c *Checker) servesKind(gk discovery.GroupKind) bool {
	return slices.ContainsFunc(c.to.versions[gk], func(version string) bool {
		return c.to.serves(discovery.GroupVersionKind{Group: gk.Group, Version: version, Kind: gk.Kind})
	})
}

// grouped checks a reference that names a group and a kind without a version: roleRef, dataSource,
// the parameters of an IngressClass.
func (v *visit) grouped(node int, emit emitFunc) {
	t := v.o.Tree
	group := t.Nodes[node].Value
	kindNode := v.kindBeside(node)
	if kindNode < 0 || v.unfilled(unfilledReferences, node, kindNode) || group == "" || !v.checker.own[group] {
		return
	}
	gk := discovery.GroupKind{Group: group, Kind: t.Nodes[kindNode].Value}
	if lifecycle := v.checker.goneKind(gk); lifecycle != nil && !v.isText(node) {
		v.goneReference(node, gk, lifecycle, emit)
	}
}

func (v *visit) goneReference(node int, gk discovery.GroupKind, lifecycle *discovery.ResourceLifecycle, emit emitFunc) {
	d := v.checker.verdict(ResourceRemoved, rule.Breaking, "is no longer served in any version", lifecycle.GroupVersion.WithKind(lifecycle.Kind), lifecycle.Lifecycle)
	f := v.entryFinding(ReferenceRemoved, rule.Breaking, node)
	f.Field, f.Value = v.path(node), gk.Group+" "+gk.Kind
	v.lifecycle(&f, &d)
	f.Message = "refers to " + gk.Kind + " of " + gk.Group + ", which " + d.what + useInstead(&d)
	v.report(f, node, Plan{Steps: steps(&d), Why: "the group and the kind must be chosen together"}, emit)
}

// goneKind is the most stable version of a kind that the target serves in no version; nil if it
// serves one, or the kind is unknown.
func (c *Checker) goneKind(gk discovery.GroupKind) *discovery.ResourceLifecycle {
	if len(c.to.versions[gk]) > 0 || c.from != nil && len(c.from.versions[gk]) == 0 {
		return nil
	}
	if c.to.unread(discovery.GroupVersion{Group: gk.Group, Version: discovery.Wildcard}) {
		return nil
	}
	var all []*discovery.ResourceLifecycle
	for key, l := range c.lifecycles {
		if key.Group == gk.Group && key.Kind == gk.Kind && c.gone(l) && c.to.speaksOf(l.GroupVersion, l.Resource) {
			all = append(all, l)
		}
	}
	return mostStable(all)
}

// gone reports whether the target no longer has a resource. One that is added later is not gone.
func (c *Checker) gone(l *discovery.ResourceLifecycle) bool {
	if c.to.unread(l.GroupVersion) || c.to.Resource(l.GroupVersion, l.Resource) != nil {
		return false
	}
	return !c.to.Release.Known() || l.Introduced.AtOrBefore(c.to.Release) && !l.In(c.to.Release)
}

// referencePlan is what to do about a reference, whose version nothing else depends on.
func (v *visit) referencePlan(node int, k *kind, d *verdict) Plan {
	plan := Plan{Steps: steps(d)}
	switch {
	case d.replacement == nil:
		plan.Why = "there is no replacement to refer to"
	case !d.served:
		plan.Why = "the target does not serve " + d.replacement.String()
	case d.replacement.Kind != k.gvk.Kind:
		plan.Why = "the kind has a different name"
	case v.under(node, "ownerReferences"):
		plan.Why = "an owner reference is written by the controller that created the object"
	default:
		plan.Fixable = true
		value := d.replacement.GroupVersion().String()
		if kind, is := strings.CutPrefix(v.o.Tree.Nodes[node].Value, k.meta.apiVersion+"/"); is {
			value += "/" + kind // as Kyverno names it
		}
		plan.Edits = []Edit{{Node: node, Value: value}}
	}
	return plan
}

func (v *visit) under(node int, key string) bool {
	for p := range v.above(v.parent(node)) {
		if v.o.Tree.Nodes[p].Key == key {
			return true
		}
	}
	return false
}
