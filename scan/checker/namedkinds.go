package checker

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// namedKinds checks the kinds that a rule of Kyverno matches: "Kind", "version/Kind" or
// "group/version/Kind", with "/" or "." and a subresource after it, each part of which may be "*". The
// source is Kyverno's documentation of match and exclude.
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
		if k := v.checker.kinds[typeMeta{apiVersion, kindWord}]; k == nil {
			v.namedKind(c, selectorOf(apiVersion, kindWord), emit)
		} else {
			v.references(c, c, k, emit)
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

// selectorOf is what Kyverno matches with an apiVersion and a kind; "*" is any, as is what is
// missing.
func selectorOf(apiVersion, kind string) discovery.GroupVersionKind {
	s := discovery.GroupVersionKind{Group: "*", Version: "*", Kind: kind}
	switch parts := strings.Split(apiVersion, "/"); {
	case apiVersion == "":
	case len(parts) == 1:
		s.Version = parts[0]
	case len(parts) == 2, len(parts) == 3 && kind == "*":
		s.Group, s.Version = parts[0], parts[1]
	}
	return s
}

// namedKind checks a kind of which not all parts are named: it is gone if the target serves none of
// what it matches.
func (v *visit) namedKind(node int, s discovery.GroupVersionKind, emit emitFunc) {
	if s.Group == "*" && s.Kind == "*" || s.Group != "*" && !v.checker.own[s.Group] {
		return
	}
	matches := func(group, version, kind string) bool {
		return (s.Group == "*" || s.Group == group) && (s.Version == "*" || s.Version == version) && (s.Kind == "*" || s.Kind == kind)
	}
	for gk, versions := range v.checker.to.versions {
		if slices.ContainsFunc(versions, func(version string) bool { return matches(gk.Group, version, gk.Kind) }) {
			return
		}
	}
	var all []*discovery.ResourceLifecycle
	for key, l := range v.checker.lifecycles {
		if matches(key.Group, key.Version, key.Kind) && v.checker.lost(l) {
			all = append(all, l)
		}
	}
	gone := mostStable(all)
	switch {
	case gone == nil:
	case s.Version == "*" && s.Kind != "*":
		v.goneReference(node, discovery.GroupKind{Group: gone.GroupVersion.Group, Kind: s.Kind}, gone, emit)
	default:
		d := v.checker.verdict(ResourceRemoved, rule.Risky, "is no longer served", gone.GroupVersion.WithKind(gone.Kind), gone.Lifecycle)
		f := v.entryFinding(ReferenceRemoved, rule.Risky, node)
		f.Field, f.Value = v.path(node), clip(v.o.Tree.Nodes[node].Value)
		f.Deprecated, f.Removed = gone.Deprecated, gone.Removed
		f.Message = "refers to " + f.Value + ", which " + d.what
		v.report(f, node, Plan{Steps: []string{"Name the kinds and versions that the rule is for"}, Why: "what the rule is for must be decided manually"}, emit)
	}
}

// lost reports whether the target no longer has a resource, and what is upgraded from had it.
func (c *Checker) lost(l *discovery.ResourceLifecycle) bool {
	return c.gone(l) && c.to.speaksOf(l.GroupVersion, l.Resource) && (c.from == nil || c.from.Resource(l.GroupVersion, l.Resource) != nil)
}
