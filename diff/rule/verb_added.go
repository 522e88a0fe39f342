package rule

import "github.com/kubedelta/kubedelta/discovery"

func verbAdded() Rule {
	return Rule{
		ID: "verb-added", Title: "A resource takes a new verb", Severity: Addition, Since: "0.1.0",
		Doc:     "A resource or subresource that both sides serve takes requests that it did not take. `verb` lists them; `old` and `new` hold all verbs.",
		Example: "A CRD's resource gains `deletecollection`.",
		Needs:   verbKnowledge, Aspect: "verbs",
		Resource: func(r Resource) (changes []Change) {
			// It is sure only where the old side knows all its verbs.
			if r.Old.Fidelity.Verbs != discovery.All {
				return nil
			}
			for _, set := range r.verbSets() {
				if verbs := missing(set.new, set.old); len(verbs) > 0 {
					changes = append(changes, r.verbChange("verb-added", Addition, set, verbs, "now takes"))
				}
			}
			return changes
		},
	}
}
