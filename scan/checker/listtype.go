package checker

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// listType checks the type of the list that has the object. kubectl and helm look up the type of a list
// before that of its items, so they apply none of them if the type is not served. Items of the same
// version are findings themselves.
func (v *visit) listType(emit emitFunc) {
	list := v.o.List
	if list == nil || v.o.Guess || list.APIVersionNode < 0 {
		return
	}
	o := *v.o
	o.List, o.Root, o.APIVersionNode, o.KindNode = nil, list.Node, list.APIVersionNode, list.KindNode
	o.APIVersion, o.Kind, o.Name, o.Namespace = list.APIVersion, list.Kind, "", ""
	w := visit{checker: v.checker, o: &o, kind: v.checker.listKind(o.Tree, list), by: v.by, silent: v.silent}
	for i := range w.kind.verdicts {
		if d := &w.kind.verdicts[i]; d.rule != APIDeprecated {
			w.listVerdict(d, emit)
		}
	}
}

// listKind is the kind of a list. A typed list is only wrong if its items in that version would be: the
// list may belong to another program. A List may have each version that is served, and mostly has v1.
func (c *Checker) listKind(t *tree.Tree, list *tree.ListType) *kind {
	if of, typed := strings.CutSuffix(list.Kind, "List"); typed && of != "" {
		if len(c.kind(typeMeta{list.APIVersion, of}).of(t, list.Node).verdicts) == 0 {
			return &c.none
		}
		return c.kind(typeMeta{list.APIVersion, list.Kind})
	}
	gv := discovery.ParseGroupVersion(list.APIVersion)
	if gv == (discovery.GroupVersion{Version: "v1"}) {
		return &c.none
	}
	removed, known := c.removal(gv)
	if !known || c.to.has(gv) || c.from != nil && !c.from.has(gv) {
		return &c.none
	}
	k := &kind{gvk: gv.WithKind(list.Kind)}
	k.verdicts = []verdict{{
		rule: ResourceRemoved, severity: rule.Breaking, what: "is no longer served", lifecycle: discovery.Lifecycle{Removed: removed},
		replacement: &discovery.GroupVersionKind{Version: "v1", Kind: "List"}, served: true, way: &way{},
	}}
	return k
}

// removal is the release that removed the last kind of a version of Kubernetes' own. It reports
// false for a version that Kubernetes never had.
func (c *Checker) removal(gv discovery.GroupVersion) (last discovery.Release, known bool) {
	for k, lifecycle := range c.lifecycles {
		if k.GroupVersion() == gv {
			known = true
			if last.Compare(lifecycle.Removed) < 0 {
				last = lifecycle.Removed
			}
		}
	}
	return last, known
}

// has reports whether the side serves a kind of a version, or whether that could not be looked up.
func (s *side) has(gv discovery.GroupVersion) bool {
	if s.unread(gv) || !s.speaksOf(gv, "") {
		return true
	}
	for k, r := range s.kinds {
		if k.GroupVersion() == gv && !r.Disabled {
			return true
		}
	}
	return false
}

// listVerdict emits a finding about the type of a list. The version can be rewritten alone, because
// the items have versions of their own.
func (v *visit) listVerdict(d *verdict, emit emitFunc) {
	node := v.typeNode(d.kind)
	f := v.entryFinding(d.rule, d.severity, node)
	v.lifecycle(&f, d)
	w := wayOf(v.kind.gvk, d)
	f.Message = w.message + "; kubectl and helm do not apply the items of such a list"
	plan := Plan{Why: w.why, Steps: w.wrong}
	switch {
	case plan.Why != "":
	case v.o.Root != 0:
		plan.Why = "the list is inside another list"
	case !v.itemsHaveVersions():
		plan.Why = "items of the list have their version from the list"
	default:
		plan = Plan{Fixable: true, Steps: w.right, Edits: []Edit{{Node: v.o.APIVersionNode, Value: w.version}}}
	}
	v.report(f, node, plan, emit)
}

func (v *visit) itemsHaveVersions() bool {
	t := v.o.Tree
	for item := range t.Each(t.Child(v.o.Root, "items")) {
		if t.Child(item, "apiVersion") < 0 {
			return false
		}
	}
	return true
}
