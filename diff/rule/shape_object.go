package rule

import (
	"strconv"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/discovery"
)

// shape is what both sides' schemas say of the place.
func (f Field) shape() cel.Shape {
	at := shapeOf(f.Old, f.New)
	if s, ok := at.(shape); ok && f.Path == "" && f.Resource != "" {
		return object{s}
	}
	return at
}

// object is the shape of a whole API object. A rule reads of its metadata name and
// generateName, of which a definition need not say anything (KEP-2876).
type object struct{ shape }

func (o object) Field(name string, side cel.Side) (cel.Shape, cel.Presence, bool) {
	if name == "metadata" && unstated(o.old.Field(name)) && unstated(o.new.Field(name)) {
		meta := metadata()
		return shape{meta, meta}, cel.Always, false
	}
	return o.shape.Field(name, side)
}

// unstated: a definition says nothing of the fields of metadata, or only what restricts names.
func unstated(metadata *discovery.Field) bool {
	return metadata == nil || metadata.Schema.Ref != "" || len(metadata.Schema.Properties) == 0
}

// subdomain is what names of custom resources match (RFC 1123; NameIsDNSSubdomain, with
// which apiextensions-apiserver validates them).
const subdomain = `^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`

// metadata is what every object has. A name that is to be generated is there before it is
// validated.
func metadata() *discovery.Schema {
	name := &discovery.Schema{Type: "string", Constraints: []discovery.Keyword{
		{Name: "maxLength", Value: "253"}, {Name: "minLength", Value: "1"}, {Name: "pattern", Value: strconv.Quote(subdomain)},
	}}
	return &discovery.Schema{Type: "object", Properties: []discovery.Field{
		{Name: "generateName", Schema: &discovery.Schema{Type: "string"}}, {Name: "name", Required: true, Schema: name},
	}}
}
