package rule

import (
	"slices"
	"strconv"
	"strings"

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

// The patterns of names in the metadata of objects (apimachinery/pkg/util/validation).
const (
	label      = `^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
	labelValue = `^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$`
	kindName   = `^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$`
)

// checked returns the place with what the API server requires there whatever the schema says: of the
// name of every object, and of apiVersion, kind and metadata of an embedded object.
func (f Field) checked() Field {
	limits := f.checkedLimits()
	if !f.Enforced || len(limits) == 0 {
		return f
	}
	old := *f.Old
	old.Constraints = slices.Clone(old.Constraints)
	for _, k := range limits {
		if old.Constraint(k.Name) == "" {
			old.Constraints = append(old.Constraints, k)
		}
	}
	f.Old = &old
	return f
}

func (f Field) checkedLimits() []discovery.Keyword {
	if f.Resource != "" && f.Path == "metadata.name" {
		return metadata().Field("name").Schema.Constraints
	}
	switch f.embeddedPath() {
	case "kind":
		return textLimits(63, kindName)
	case "apiVersion":
		return textLimits(0, `^[^/]*(/[^/]*)?$`)
	case "metadata.name":
		return textLimits(0, `^[^/%]*$`)
	case "metadata.namespace":
		return textLimits(63, label)
	case "metadata.generateName", "metadata.uid", "metadata.resourceVersion", "metadata.selfLink":
		return textLimits(0, "")
	case "metadata.labels.*":
		return textLimits(63, labelValue)[1:]
	case "metadata.generation":
		return []discovery.Keyword{{Name: "minimum", Value: "1"}} // 0 is omitted, as is an empty string
	default:
		return nil
	}
}

// embeddedPath returns the path of a place below the embedded object that contains it; "" if none
// does.
func (f Field) embeddedPath() string {
	for p := f.Parent; p != nil && p.Old != nil; p = p.Parent {
		if isEmbedded(p.Old) {
			return strings.TrimPrefix(strings.TrimPrefix(f.Path, p.Path), ".")
		}
	}
	return ""
}

// textLimits returns the keywords of a string that is not empty.
func textLimits(most int, pattern string) []discovery.Keyword {
	out := []discovery.Keyword{{Name: "minLength", Value: "1"}}
	if most > 0 {
		out = append(out, discovery.Keyword{Name: "maxLength", Value: strconv.Itoa(most)})
	}
	if pattern != "" {
		out = append(out, discovery.Keyword{Name: "pattern", Value: strconv.Quote(pattern)})
	}
	return out
}

// metadata is the schema of the metadata of every object. Names are generated before objects are
// validated.
func metadata() *discovery.Schema {
	name := &discovery.Schema{Type: "string", Constraints: textLimits(253, subdomain)}
	return &discovery.Schema{Type: "object", Properties: []discovery.Field{
		{Name: "generateName", Schema: &discovery.Schema{Type: "string"}}, {Name: "name", Required: true, Schema: name},
	}}
}
