package checker

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// separate checks a reference that has the group, the version and the kind or the resource in keys
// of their own: what Gatekeeper syncs, what Argo Events watches. Selectors of kustomize are left out,
// because they select objects of a build, which are checked.
func (v *visit) separate(node int, emit emitFunc) {
	t, in := v.o.Tree, v.container(node)
	version, kindNode, resource := t.Child(in, "version"), t.Child(in, "kind"), t.Child(in, "resource")
	gv := discovery.GroupVersion{Group: t.Nodes[node].Value}
	if version < 0 || kindNode < 0 && resource < 0 || !v.checker.own[gv.Group] {
		return
	}
	gv.Version = t.Nodes[version].Value
	k := v.checker.kinds[typeMeta{gv.String(), t.Text(in, "kind")}]
	if kindNode < 0 {
		k = v.checker.ofResource(gv, t.Nodes[resource].Value)
	}
	if k == nil || v.isText(node) || v.notApplied(node) || v.selects(in) {
		return
	}
	for i := range k.verdicts {
		d := &k.verdicts[i]
		id, severity := v.referenceRule(node, k, d)
		if id != ReferenceRemoved && id != ReferenceDeprecated {
			continue
		}
		if severity == rule.Breaking {
			severity = rule.Risky // the rest of what the object selects works
		}
		plan := Plan{Why: "the group and the version must be chosen together"}
		if to := d.replacement; to != nil {
			plan.Steps = []string{"Write group: " + to.Group + ", version: " + to.Version + " and, if there is one, kind: " + to.Kind}
		}
		v.refers(version, id, severity, k, d, plan, emit)
	}
}

// ofResource is the kind of a resource; nil if it is not known.
func (c *Checker) ofResource(gv discovery.GroupVersion, resource string) *kind {
	for _, l := range c.versionLifecycles[gv] {
		if l.Resource == resource {
			return c.kinds[typeMeta{gv.String(), l.Kind}]
		}
	}
	return nil
}

// selects reports whether a map selects objects of a build, or describes what its own server serves.
func (v *visit) selects(node int) bool {
	for p := range v.above(node) {
		switch v.o.Tree.Nodes[p].Key {
		case "target", "select", "reject", "source", "owned":
			return true
		}
	}
	return false
}
