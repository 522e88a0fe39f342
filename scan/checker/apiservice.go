package checker

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// service checks the group-version that an APIService registers, if Kubernetes owns the group.
func (v *visit) service(emit emitFunc) {
	if v.o.Kind != "APIService" || v.kind.gvk.Group != "apiregistration.k8s.io" {
		return
	}
	t := v.o.Tree
	spec := t.Child(v.o.Root, "spec")
	group, version := t.Child(spec, "group"), t.Child(spec, "version")
	if group < 0 || version < 0 {
		return
	}
	gv := discovery.GroupVersion{Group: t.Nodes[group].Value, Version: t.Nodes[version].Value}
	m := &matching{checker: v.checker, groups: []string{gv.Group}}
	if !v.checker.own[gv.Group] || m.hasVersion(gv.Version) {
		return
	}
	lifecycle := m.goneVersion(gv.Group, gv.Version)
	if lifecycle == nil {
		return
	}
	d := v.checker.verdict(ResourceRemoved, rule.Risky, "is no longer served", lifecycle.GroupVersion.WithKind(lifecycle.Kind), lifecycle.Lifecycle)
	d.replacement = nil
	f := v.entryFinding(ReferenceRemoved, rule.Risky, version)
	f.Field, f.Value = v.path(version), clip(gv.String())
	v.lifecycle(&f, &d)
	f.Message = "registers " + lifecycle.GroupVersion.String() + ", which Kubernetes no longer serves"
	v.report(f, version, Plan{Steps: []string{"Delete the APIService, or register a version that its server has"}, Why: "only its own server has the list of its versions"}, emit)
}
