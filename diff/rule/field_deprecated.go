package rule

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func factKnowledge(f discovery.Fidelity) discovery.Knowledge { return f.FieldFacts }

func fieldDeprecated() Rule {
	return Rule{
		ID: FieldDeprecated, Title: "A field became deprecated", Severity: Deprecation,
		Varies: "info if the description deprecates one of the field's values, or something else that it mentions", Since: "0.1.0",
		Doc: "Both sides have the field, and only the new side's description says that it is deprecated. OpenAPI documents of Kubernetes have no keyword for " +
			"deprecation, so only the description is read. A deprecated field of a stable version works as long as the version is served.",
		Example: "1.24 deprecates `ServiceSpec.loadBalancerIP`.",
		Needs:   factKnowledge, Aspect: "deprecation and stage of fields",
		Field: inBoth(func(f Field) []Change {
			if !f.described() {
				return nil
			}
			was, is := f.Old.Facts, f.New.Facts
			// A field named "deprecated" mentions deprecation because deprecation is its subject.
			about := strings.Contains(strings.ToLower(f.Path[strings.LastIndexByte(f.Path, '.')+1:]), "deprecat")
			switch {
			case !was.Deprecated && is.Deprecated:
				return []Change{f.change(Deprecation, "is deprecated")}
			case !was.Deprecated && !was.Mentions && is.Mentions && !about:
				c := f.change(Info, "mentions something deprecated, such as one of its values")
				c.Variant = Mentions
				return []Change{c}
			default:
				return nil
			}
		}),
	}
}

// described reports whether the description is about the place. It is for a property, and for items
// or values of a map if the schema has no reference, as in custom resources. Otherwise it is that
// of the referenced type, which type-deprecated reports.
func (f Field) described() bool {
	return f.Property != "" || f.Enforced && f.Path != "" && f.Old.Ref == "" && f.New.Ref == ""
}
