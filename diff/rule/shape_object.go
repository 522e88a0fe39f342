package rule

import (
	"slices"
	"strconv"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/discovery"
)

// shape returns the description of the place in both schemas.
func (f Field) shape() cel.Shape {
	at := shapeOf(f.Old, f.New)
	if s, ok := at.(shape); ok && f.Path == "" && f.Resource != "" {
		return object{s}
	}
	return at
}

// object is the shape of a complete API object. Rules can read metadata.name and
// metadata.generateName even if the definition does not declare them (KEP-2876).
type object struct{ shape }

func (o object) Field(name string, side cel.Side) (cel.Shape, cel.Presence, bool) {
	if name == "metadata" && unstated(o.old.Field(name)) && unstated(o.new.Field(name)) {
		meta := metadata()
		return shape{meta, meta}, cel.Always, false
	}
	return o.shape.Field(name, side)
}

// unstated reports that a definition declares no fields of metadata, or only restricts names.
func unstated(metadata *discovery.Field) bool {
	return metadata == nil || metadata.Schema.Ref != "" || len(metadata.Schema.Properties) == 0
}

// subdomain is the pattern of names of custom resources (RFC 1123; apiextensions-apiserver
// validates them with NameIsDNSSubdomain).
const subdomain = `^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`

// named returns the place with what the API server requires of the name of every object, if it is
// the place of the name.
func (f Field) named() Field {
	if !f.Enforced || f.Resource == "" || f.Path != "metadata.name" {
		return f
	}
	old := *f.Old
	old.Constraints = slices.Clone(old.Constraints)
	for _, k := range metadata().Field("name").Schema.Constraints {
		if old.Constraint(k.Name) == "" {
			old.Constraints = append(old.Constraints, k)
		}
	}
	f.Old = &old
	return f
}

// metadata is the schema of the metadata of every object. Names are generated before objects are
// validated.
func metadata() *discovery.Schema {
	name := &discovery.Schema{Type: "string", Constraints: []discovery.Keyword{
		{Name: "maxLength", Value: "253"}, {Name: "minLength", Value: "1"}, {Name: "pattern", Value: strconv.Quote(subdomain)},
	}}
	return &discovery.Schema{Type: "object", Properties: []discovery.Field{
		{Name: "generateName", Schema: &discovery.Schema{Type: "string"}}, {Name: "name", Required: true, Schema: name},
	}}
}
