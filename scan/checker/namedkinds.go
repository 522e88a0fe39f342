package checker

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// namedKinds checks the kinds that a rule of Kyverno matches: "Kind", "version/Kind" or
// "group/version/Kind", with "/" or "." and a subresource after it. The source is Kyverno's
// documentation of match and exclude.
func (v *visit) namedKinds(node int, emit emitFunc) {
	t := v.o.Tree
	if v.kind.gvk.Group != "kyverno.io" || t.Nodes[node].Kind != tree.List || v.notApplied(node) {
		return
	}
	for c := range t.Each(node) {
		if t.Nodes[c].Kind != tree.String || v.unfilled(unfilledReferences, c) {
			continue
		}
		apiVersion, kindWord := kindNamed(t.Nodes[c].Value)
		if apiVersion == "" {
			v.namedKind(c, kindWord, emit)
		} else if k := v.checker.kinds[typeMeta{apiVersion, kindWord}]; k != nil {
			for i := range k.verdicts {
				v.reference(c, c, k, &k.verdicts[i], emit)
			}
		}
	}
}

// kindNamed returns the parts of a kind as Kyverno writes it, without the subresource.
func kindNamed(text string) (apiVersion, kind string) {
	for parts := range strings.SplitSeq(text, "/") {
		if kind, _, _ = strings.Cut(parts, "."); kind != "" && kind[0] >= 'A' && kind[0] <= 'Z' {
			break
		}
		apiVersion = strings.TrimPrefix(apiVersion+"/"+parts, "/")
	}
	return apiVersion, kind
}

// namedKind checks a kind without a group: it is gone if the target serves it in no group.
func (v *visit) namedKind(node int, name string, emit emitFunc) {
	for gk := range v.checker.to.versions {
		if gk.kind == name {
			return
		}
	}
	var all []*discovery.ResourceLifecycle
	for key := range v.checker.lifecycles {
		if key.Kind != name {
			continue
		}
		if gone := v.checker.goneKind(groupKind{key.Group, name}); gone != nil {
			all = append(all, gone)
		}
	}
	if gone := mostStable(all); gone != nil {
		v.goneReference(node, groupKind{gone.GroupVersion.Group, name}, gone, emit)
	}
}
