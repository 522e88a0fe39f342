package rule

import "github.com/kubedelta/kubedelta/discovery"

func descriptionChanged() Rule {
	return Rule{
		ID: DescriptionChanged, Title: "A description changed", Severity: Info, Since: "0.1.0",
		Doc: "Both sides have the field or type, and its description differs. Counted, but shown only with --show-descriptions. `old` and `new` are the texts, if " +
			"the source has them.",
		Example: "1.24 rewords some 300 descriptions.",
		Needs:   factKnowledge, Aspect: "deprecation and stage of fields",
		Field: inBoth(func(f Field) []Change {
			if !f.describes() || f.Old.ProseID() == f.New.ProseID() {
				return nil
			}
			return []Change{f.change(Info, "has another description").between(f.Old.Description, f.New.Description)}
		}),
	}
}

// describes reports that the sources of both sides have descriptions, or hashes of them.
func (f Field) describes() bool {
	return f.Surfaces.Old.Fidelity.Descriptions != discovery.None && f.Surfaces.New.Fidelity.Descriptions != discovery.None
}
