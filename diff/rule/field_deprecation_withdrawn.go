package rule

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func fieldDeprecationWithdrawn() Rule {
	return Rule{
		ID: "field-deprecation-withdrawn", Title: "A field or type is no longer deprecated", Severity: Info, Since: "0.1.0",
		Doc: "Both sides have the field or type. The old side's description says that it is deprecated; the new side's does not. If the new description is missing " +
			"or cut, or still mentions a deprecation, nothing is reported.",
		Example: "A deprecated field of a custom resource is kept: its description no longer calls it deprecated.",
		Needs:   factKnowledge, Aspect: "deprecation and stage of fields",
		Field: inBoth(func(f Field) []Change {
			if !f.Old.Facts.Deprecated || f.New.Facts.Deprecated {
				return nil
			}
			if f.Path != "" && !f.described() || f.Path == "" && f.undeprecatedByAPI() {
				return nil
			}
			if f.New.Facts.Mentions || !f.Old.Deprecated && f.lostText() {
				return nil
			}
			return []Change{f.change(Info, "is no longer deprecated")}
		}),
	}
}

// lostText reports that the new description is missing or truncated, as in projects that reduce the
// size of their definitions. Its content is then not known.
func (f Field) lostText() bool {
	if f.New.ProseID() == "" {
		return f.Old.ProseID() != ""
	}
	text := strings.TrimSpace(f.New.Description)
	return len(text) < len(f.Old.Description) && (strings.HasSuffix(text, "…") || strings.HasSuffix(text, "..."))
}

// undeprecatedByAPI reports that the schema is the body of a resource for which api-undeprecated
// reports the same.
func (f Field) undeprecatedByAPI() bool {
	if f.Resource == "" || discovery.Both(f.Surfaces.Old.Fidelity.Deprecation, f.Surfaces.New.Fidelity.Deprecation) == discovery.None {
		return false
	}
	was, is := f.Surfaces.Old.Resource(f.GroupVersion, f.Resource), f.Surfaces.New.Resource(f.GroupVersion, f.Resource)
	return was != nil && is != nil && isDeprecated(f.Surfaces.Old, was) && !isDeprecated(f.Surfaces.New, is)
}
