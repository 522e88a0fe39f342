package diff

import (
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// schemaPair is a schema that both sides have and that differs. was is its name on the old side.
type schemaPair struct {
	name, was string
	gv        discovery.GroupVersion // a document that has it, for variants
	old, new  *discovery.Schema
}

// schemaPairs returns the schemas whose bodies differ. A decoder returns the same pointer for
// bodies with equal texts, so that most are skipped at once. If documents of one side have
// different bodies for a name, each is compared with that of the same document on the other side,
// and equal pairs once.
func schemaPairs(old, new *discovery.Surface) (pairs []schemaPair) {
	for _, name := range slices.Sorted(maps.Keys(old.Schemas)) {
		if new.Schemas[name] == nil {
			continue // removed, or found by renamed
		}
		seen := map[[2]*discovery.Schema]bool{}
		for _, gv := range variantsOf(old, new, name) {
			p := schemaPair{name: name, was: name, gv: gv, old: old.Schema(gv, name), new: new.Schema(gv, name)}
			both := [2]*discovery.Schema{p.old, p.new}
			if p.old == p.new || seen[both] {
				continue
			}
			seen[both] = true
			pairs = append(pairs, p)
		}
	}
	return moved(old, new, append(pairs, renamed(old, new)...))
}

// renamed pairs the bodies of resources whose schema has another name on the new side. For users it
// is the same place.
func renamed(old, new *discovery.Surface) (pairs []schemaPair) {
	add := func(gv discovery.GroupVersion, was, is string) {
		if p, differs := bodies(old, new, gv, was, is); differs {
			pairs = append(pairs, p)
		}
	}
	for gv, was := range old.EachResource() {
		is := new.Resource(gv, was.Name)
		if is == nil {
			continue
		}
		add(gv, was.Schema, is.Schema)
		for _, sub := range was.Subresources {
			if other, ok := is.Subresource(sub.Name); ok {
				add(gv, sub.Schema, other.Schema)
			}
		}
	}
	return pairs
}

// moved adds the types that moved to another package, to which fields of the pairs refer.
func moved(old, new *discovery.Surface, pairs []schemaPair) []schemaPair {
	seen := map[[2]string]bool{}
	for i := 0; i < len(pairs); i++ {
		at := pairs[i]
		now := map[string]string{}
		eachReference(at.new, "", func(path, ref string) { now[path] = ref })
		eachReference(at.old, "", func(path, was string) {
			is := now[path]
			if !rule.Moved(was, is) || seen[[2]string{was, is}] {
				return
			}
			seen[[2]string{was, is}] = true
			if p, differs := bodies(old, new, at.gv, was, is); differs {
				pairs = append(pairs, p)
			}
		})
	}
	return pairs
}

// bodies pairs schemas of different names, if both sides have them and they differ.
func bodies(old, new *discovery.Surface, gv discovery.GroupVersion, was, is string) (schemaPair, bool) {
	p := schemaPair{name: is, was: was, gv: gv, old: old.Schema(gv, was), new: new.Schema(gv, is)}
	return p, was != is && p.old != nil && p.new != nil && p.old != p.new
}

// variantsOf returns the group-versions whose documents have their own body for a name. The first
// element is the zero value, for all other documents. A document that only one side has cannot be
// compared.
func variantsOf(old, new *discovery.Surface, name string) []discovery.GroupVersion {
	gvs := []discovery.GroupVersion{{}}
	for _, s := range []*discovery.Surface{old, new} {
		for key, byName := range s.SchemaVariants {
			gv := discovery.ParseGroupVersion(key)
			if byName[name] != nil && old.GroupVersion(gv) != nil && new.GroupVersion(gv) != nil {
				gvs = append(gvs, gv)
			}
		}
	}
	order.By(gvs[1:], discovery.CompareGroupVersion)
	return slices.Compact(gvs)
}

// walk calls visit for each place of a schema, from the top down. It does not enter a place that
// only one side has, or whose type changed. Only definitions have properties beside a reference
// (they restrict metadata.name); documents do not show them.
func walk(f rule.Field, visit func(rule.Field)) {
	if f.Old == f.New {
		// The schemas are equal, so that only the parent's requirement can differ.
		if f.OldRequired != f.NewRequired {
			visit(f)
		}
		return
	}
	visit(f)
	if !f.Both() || f.Old.Type != f.New.Type && !untyped(f) || f.Old.Ref != f.New.Ref || f.Old.AdditionalProperties != nil && f.New.AdditionalProperties == nil {
		return
	}
	if f.Old.Ref == "" || len(f.Old.Properties) > 0 && len(f.New.Properties) > 0 {
		for _, name := range propertyNames(f.Old, f.New) {
			c := child(f, name)
			if !shown(f, c) {
				continue
			}
			walk(c, visit)
			if values := c.InMap(); values != nil {
				// The default of a map's values applies to null, not to a key that is missing.
				value := *values
				value.Default = ""
				c.New, c.NewRequired = &value, slices.Contains(f.New.RequiredElsewhere, name)
				walk(c, visit)
			}
		}
	}
	if f.Old.Items != nil && f.New.Items != nil {
		walk(below(f, f.Path+"[]", rule.ItemsOf(f.Old), rule.ItemsOf(f.New)), visit)
	}
	if f.Old.AdditionalProperties != nil && f.New.AdditionalProperties != nil {
		walk(below(f, join(f.Path, "*"), f.Old.AdditionalProperties, f.New.AdditionalProperties), visit)
	}
}

// untyped reports that objects may now be any value. The API server still checks the properties of
// those that are objects.
func untyped(f rule.Field) bool {
	return f.Old.Type == "object" && f.New.Type == "" && f.New.KeepsUnknown() && len(f.New.Properties) > 0
}

// shown reports whether both sides show what they have of a property. All objects have apiVersion,
// kind and metadata, but a server publishes none of them for a kind without a schema.
func shown(f, c rule.Field) bool {
	switch {
	case !slices.Contains([]string{"apiVersion", "kind", "metadata"}, c.Property):
		return true
	case !c.Both():
		return f.Resource == "" || c.Path != c.Property
	default:
		return hidesRestrictions(f.Old) == hidesRestrictions(f.New) || c.Property == "metadata" && !restricted(c.Old) && !restricted(c.New)
	}
}

// restricted reports that a definition restricts metadata as a whole, or sets its default.
func restricted(s *discovery.Schema) bool {
	return len(s.Constraints)+len(s.Extensions) > 0 || s.Default != ""
}

// hidesRestrictions reports that a schema is of a document. A document does not show how a
// definition restricts apiVersion, kind and metadata.
func hidesRestrictions(s *discovery.Schema) bool {
	metadata := s.Field("metadata")
	return metadata != nil && metadata.Schema.Ref != "" && len(metadata.Schema.Properties) == 0
}

func child(f rule.Field, name string) rule.Field {
	c := rule.Field{Owner: f.Owner, Path: join(f.Path, step(name)), Property: name, Parent: &f}
	if was := f.Old.Field(name); was != nil {
		c.Old, c.OldRequired = was.Schema, was.Required
	}
	if is := f.New.Field(name); is != nil {
		c.New, c.NewRequired = is.Schema, is.Required
	}
	return c
}

func below(f rule.Field, path string, old, new *discovery.Schema) rule.Field {
	return rule.Field{Owner: f.Owner, Path: path, Old: old, New: new, Parent: &f}
}

func propertyNames(old, new *discovery.Schema) []string {
	return slice.Unique(slice.Map(slices.Concat(old.Properties, new.Properties), func(p discovery.Field) string { return p.Name }))
}
