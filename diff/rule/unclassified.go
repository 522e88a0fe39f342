package rule

import (
	"cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

func unclassified(f Field) (changes []Change) {
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
func (f Field) unclaimed() []bound {
	list := func(s *discovery.Schema) []discovery.Keyword {
		return append(slice.Filter(s.Extensions, func(k discovery.Keyword) bool { return !claimed[k.Name] }), s.Residue...)
	}
	return differing(list(f.Old), list(f.New))
}
