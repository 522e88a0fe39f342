package rule

import "github.com/kubedelta/kubedelta/discovery"

func descriptionChanged() Rule {
	return Rule{
		ID: "description-changed", Title: "A description reads otherwise", Severity: Info, Since: "0.1.0",
		Doc: "Both sides have the field or type, and document it in other words. Hidden unless --show-descriptions, counted always. " +
			"`old` and `new` hold the texts where the source has them.",
		Example: "1.24 rewords some 300 descriptions.",
		Needs:   factKnowledge, Aspect: "deprecation and stage of fields",
		Field: func(f Field) []Change {
			if !f.Both() || !f.describes() || f.Old.ProseID() == f.New.ProseID() {
				return nil
			}
			c := f.change("description-changed", Info, "is described in other words")
			c.Old, c.New = f.Old.Description, f.New.Description
			return []Change{c}
		},
	}
}

// describes: both sides' sources have descriptions, or what identifies them.
func (f Field) describes() bool {
	return f.Surfaces.Old.Fidelity.Descriptions != discovery.None && f.Surfaces.New.Fidelity.Descriptions != discovery.None
}
