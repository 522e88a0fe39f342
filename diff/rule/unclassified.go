package rule

import (
	"cmp"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
)

func unclassified() Rule {
	return Rule{
		ID: "unclassified", Title: "A schema keyword without a rule differs", Severity: Risky, Varies: "info for title, example and externalDocs, which do not affect validation", Since: "0.1.0",
		Doc: "A keyword of the schema differs for which kubedelta has no rule. It is reported rather than ignored; please open an issue. `old` and `new` are the " +
			"values of the keyword.",
		Example: "A document uses `x-vendor-limit`.",
		Field: inBoth(func(f Field) (changes []Change) {
			for _, b := range f.unclaimed() {
				severity := Risky
				if annotation[b.keyword] {
					severity = Info
				}
				c := f.change(severity, "has "+b.keyword+" "+cmp.Or(b.new, "none")+", had "+cmp.Or(b.old, "none"))
				c.Old, c.New, c.Keyword, c.Detail = b.old, b.new, b.keyword, b.keyword+"="+b.new
				changes = append(changes, c)
			}
			return changes
		}),
	}
}

// claimed are the extensions that other rules compare, or that do not affect the shape.
//
//nolint:gochecknoglobals // a constant set; Go has no constant maps.
var claimed = map[string]bool{
	"x-kubernetes-list-type": true, "x-kubernetes-list-map-keys": true, "x-kubernetes-map-type": true,
	"x-kubernetes-patch-strategy": true, "x-kubernetes-patch-merge-key": true, "x-kubernetes-unions": true,
	"x-kubernetes-selectable-fields": true, "x-kubernetes-validations": true,
	"x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-embedded-resource": true,
	"x-kubernetes-int-or-string": true,
}

// annotation are the keywords that no API server validates.
//
//nolint:gochecknoglobals // a constant set; Go has no constant maps.
var annotation = map[string]bool{"title": true, "example": true, "externalDocs": true, "id": true, "$schema": true}

// unclaimed returns the keywords that differ and that no rule compares.
func (f Field) unclaimed() (out []bound) {
	list := func(s *discovery.Schema) (all []discovery.Keyword) {
		for _, k := range s.Extensions {
			if !claimed[k.Name] {
				all = append(all, k)
			}
		}
		all = append(all, s.Residue...)
		return all
	}
	was, is := list(f.Old), list(f.New)
	for _, k := range was {
		if !slices.Contains(is, k) {
			out = append(out, bound{keyword: k.Name, old: k.Value, new: valueOf(is, k.Name)})
		}
	}
	for _, k := range is {
		if !slices.Contains(was, k) && valueOf(was, k.Name) == "" {
			out = append(out, bound{keyword: k.Name, new: k.Value})
		}
	}
	return out
}

func valueOf(list []discovery.Keyword, name string) string {
	for _, k := range list {
		if k.Name == name {
			return k.Value
		}
	}
	return ""
}
