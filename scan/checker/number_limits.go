package checker

import (
	"strconv"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// definitionKind is the kind of the objects whose limits are checked.
const definitionKind = "CustomResourceDefinition"

// numberLimits checks the limits of numbers in a CustomResourceDefinition: whether they are in the
// range of the format of the number.
func (v *visit) numberLimits(emit emitFunc) {
	if v.o.Kind != definitionKind || v.kind.gvk.Group != "apiextensions.k8s.io" || !v.checker.starts(rule.NumberFormats()) {
		return
	}
	t := v.o.Tree
	for version := range t.Each(t.At(v.o.Root, "spec", "versions")) {
		if t.Text(version, "served") == "true" {
			w := limitWalk{visit: v, emit: emit, version: t.Text(version, "name")}
			w.schema(t.At(version, "schema", "openAPIV3Schema"), "")
		}
	}
}

// limitWalk walks through the schema of a version.
type limitWalk struct {
	*visit
	emit    emitFunc
	version string
}

// schema checks the schema of a field, and of the fields below it.
func (w *limitWalk) schema(node int, field string) {
	t := w.o.Tree
	if node < 0 || t.Nodes[node].Kind != tree.Map {
		return
	}
	kind, format := t.Text(node, "type"), t.Text(node, "format")
	for n := range t.Each(node) {
		switch key := t.Nodes[n].Key; key {
		case "minimum", "maximum", "multipleOf":
			w.limit(n, kind, format, field)
		case "properties":
			for p := range t.Each(n) {
				name := t.Nodes[p].Key
				if field != "" {
					name = field + "." + name
				}
				w.schema(p, name)
			}
		case "items":
			w.schema(n, field+"[]")
		case "additionalProperties":
			w.schema(n, field+".*")
		}
	}
}

// limit checks one limit.
func (w *limitWalk) limit(node int, kind, format, field string) {
	limit, err := strconv.ParseFloat(w.o.Tree.Nodes[node].Value, 64)
	if err != nil || rule.Fits(limit, kind, format) {
		return
	}
	if kind == "integer" && format != "int32" {
		format = "int64"
	}
	from := rule.NumberFormats()
	f := w.entryFinding(NumberLimits, rule.Breaking, node)
	f.Field, f.Value, f.Removed = w.path(node), clip(w.o.Tree.Nodes[node].Value), from
	f.Message = "the " + w.o.Tree.Nodes[node].Key + " " + f.Value + " does not fit " + format + ": API servers from " + from.String() +
		" on reject every object of " + clip(w.version) + " that sets " + clip(field) + " to a new value"
	w.report(f, node, Plan{
		Steps: []string{"Use a release of the project whose definition has a different format or limit", "If the definition is your own, change the limit, or the format to one with a wider range"},
		Why:   "which of the format and the limit is meant is not known",
	}, w.emit)
}
