package collect

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/checker"
)

// FieldRules returns, for [Options.Fields], whether a kind of a cluster has fields that the target
// deprecates or lacks, a value that it deprecates or no longer has, or fields that name versions or
// nodes. Of these, the fields need a schema in the target.
func FieldRules(from, to *discovery.Surface) func(discovery.GroupVersionKind) bool {
	return func(gvk discovery.GroupVersionKind) bool {
		before, after := schemaOf(from, gvk), schemaOf(to, gvk)
		if names(gvk) || to != nil && to.GroupVersion(gvk.GroupVersion()) != nil && checker.HasValues(gvk.Kind, from.Release, to.Release) {
			return true
		}
		w := fieldWalk{from: from, to: to, gv: gvk.GroupVersion(), seen: map[[2]*discovery.Schema]bool{}}
		// The type is not checked against the schema, metadata is the same for all kinds, and status
		// is not written by users.
		return w.schema(before, after, "metadata", "status", "apiVersion", "kind")
	}
}

// names reports whether objects of a kind name versions of others, as HorizontalPodAutoscalers,
// APIServices, and the rules of roles, webhooks and admission policies do, or the labels and taints of
// nodes, as RuntimeClasses do.
func names(gvk discovery.GroupVersionKind) bool {
	switch gvk.Group {
	case "apiregistration.k8s.io", "autoscaling", "flowcontrol.apiserver.k8s.io", "node.k8s.io":
		return true
	case "admissionregistration.k8s.io":
		return strings.Contains(gvk.Kind, "Webhook") || strings.Contains(gvk.Kind, "Policy")
	default:
		return gvk.Group == "rbac.authorization.k8s.io" && !strings.HasSuffix(gvk.Kind, "Binding")
	}
}

// AnyFieldRules is [FieldRules] for an unknown cluster and target: one of the releases, oldest
// first, has fields of the kind that a later one deprecates or lacks.
func AnyFieldRules(releases []*discovery.Surface) func(discovery.GroupVersionKind) bool {
	var all []func(discovery.GroupVersionKind) bool
	last := len(releases) - 1
	for i, from := range releases {
		all = append(all, FieldRules(from, releases[min(i+1, last)]), FieldRules(from, releases[last]))
	}
	return func(gvk discovery.GroupVersionKind) bool {
		return slices.ContainsFunc(all, func(rules func(discovery.GroupVersionKind) bool) bool { return rules(gvk) })
	}
}

func schemaOf(s *discovery.Surface, gvk discovery.GroupVersionKind) *discovery.Schema {
	if s == nil {
		return nil
	}
	v := s.GroupVersion(gvk.GroupVersion())
	if v == nil {
		return nil
	}
	for r := range slice.Each(v.Resources) {
		if r.Kind == gvk.Kind && r.KindGroupVersion == nil && r.Schema != "" {
			return s.Schema(gvk.GroupVersion(), r.Schema)
		}
	}
	return nil
}

// fieldWalk walks the schemas of a kind, each pair once.
type fieldWalk struct {
	from, to *discovery.Surface
	gv       discovery.GroupVersion
	seen     map[[2]*discovery.Schema]bool
}

// schema reports whether a field in a schema, except some, is deprecated or removed.
func (w *fieldWalk) schema(before, after *discovery.Schema, except ...string) bool {
	before, after = resolve(w.from, w.gv, before), resolve(w.to, w.gv, after)
	if after == nil || w.seen[[2]*discovery.Schema{before, after}] {
		return false
	}
	w.seen[[2]*discovery.Schema{before, after}] = true
	for f := range slice.Each(after.Properties) {
		if !slices.Contains(except, f.Name) && w.field(f, before) {
			return true
		}
	}
	var items, values *discovery.Schema
	if before != nil {
		items, values = before.Items, before.AdditionalProperties
		lacks := func(f discovery.Field) bool { return after.Field(f.Name) == nil }
		if len(after.Properties) > 0 && slices.ContainsFunc(before.Properties, lacks) {
			return true
		}
	}
	return w.schema(items, after.Items) || w.schema(values, after.AdditionalProperties)
}

// field reports whether a field that the target has, or one in it, is deprecated or removed. The
// server sets serviceAccount in every pod template, as a copy of serviceAccountName.
func (w *fieldWalk) field(f *discovery.Field, before *discovery.Schema) bool {
	if (f.Schema.Deprecated || f.Schema.Facts.Deprecated) && f.Name != "serviceAccount" {
		return true
	}
	var was *discovery.Schema
	if before != nil {
		if old := before.Field(f.Name); old != nil {
			was = old.Schema
		}
	}
	return w.schema(was, f.Schema)
}

// resolve follows references, up to a limit, because they may form a cycle.
func resolve(s *discovery.Surface, gv discovery.GroupVersion, schema *discovery.Schema) *discovery.Schema {
	for range 10 {
		if s == nil || schema == nil || schema.Ref == "" {
			return schema
		}
		schema = s.Schema(gv, schema.Ref)
	}
	return nil
}
