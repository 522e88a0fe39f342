package validate

import (
	"strconv"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// definition checks what API servers require of the name and the versions of a
// CustomResourceDefinition, and its schema does not: see ValidateCustomResourceDefinition of
// k8s.io/apiextensions-apiserver.
func (x *check) definition() {
	if x.o.Kind != "CustomResourceDefinition" || x.o.APIVersion != "apiextensions.k8s.io/v1" {
		return
	}
	t := x.o.Tree
	spec := t.Child(x.o.Root, "spec")
	x.definitionName(t.At(spec, "names", "plural"), t.Child(spec, "group"))
	versions := t.Child(spec, "versions")
	if versions < 0 || t.Nodes[versions].Kind != tree.List {
		return
	}
	for i, version := range x.items(versions) {
		x.schemaOf(version, indexed("spec.versions", i)+".schema")
	}
	x.storageVersion(versions)
}

// definitionName reports a name that is not that of the resource with its group.
func (x *check) definitionName(plural, group int) {
	t := x.o.Tree
	name := t.At(x.o.Root, "metadata", "name")
	for _, part := range []int{name, plural, group} {
		if part < 0 || t.Nodes[part].Kind != tree.String || t.Nodes[part].Value == "" || x.filled(t.Nodes[part].Value) {
			return
		}
	}
	if want := t.Nodes[plural].Value + "." + t.Nodes[group].Value; t.Nodes[name].Value != want {
		x.add(name, "metadata.name", x.written(name), "must be "+quote(want)+" (spec.names.plural and spec.group)"+x.butIs(name), rule.Breaking)
	}
}

// storageVersion reports that not exactly one version is the storage version. The schema requires the
// field storage in each version instead, which the API server does not.
func (x *check) storageVersion(versions int) {
	t := x.o.Tree
	stored := 0
	for version := range t.Each(versions) {
		storage := t.Child(version, "storage")
		if storage < 0 {
			continue
		}
		switch value, _ := x.value(storage, 0); value {
		case true:
			stored++
		case false, nil:
		default:
			return // the value is a problem of its own, or a template fills it in
		}
	}
	if stored == 1 {
		return
	}
	number := "none"
	if stored > 0 {
		number = strconv.Itoa(stored)
	}
	x.add(versions, "spec.versions", "", "must have exactly one version with storage: true, and has "+number, rule.Breaking)
}

// schemaOf reports a version without a schema.
func (x *check) schemaOf(version int, at string) {
	t := x.o.Tree
	for _, key := range []string{"schema", "openAPIV3Schema"} {
		next := t.Child(version, key)
		switch {
		case t.Nodes[version].Kind != tree.Map:
			return // that is a problem of its own
		case next < 0 || t.Nodes[next].Kind == tree.Null:
			x.missing(version, at+".openAPIV3Schema")
			return
		}
		version = next
	}
}
