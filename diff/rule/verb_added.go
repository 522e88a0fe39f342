package rule

import "github.com/kubedelta/kubedelta/discovery"

func verbAdded() Rule {
	return Rule{
		ID: "verb-added", Title: "A verb was added to a resource", Severity: Addition, Since: "0.1.0",
		Doc: "Both sides serve the resource or subresource, and the new side accepts requests that the old side does not. `verb` lists the new verbs; `old` and " +
			"`new` are all verbs.",
		Example: "A custom resource gains `deletecollection`.",
		Needs:   verbKnowledge, Aspect: "verbs",
		Resource: func(r Resource) (changes []Change) {
			// The verb is certainly new only if the old side knows all its verbs.
			if r.Old.Fidelity.Verbs != discovery.All {
				return nil
			}
			for _, set := range r.verbSets() {
				if verbs := missing(set.new, set.old); len(verbs) > 0 {
					changes = append(changes, r.verbChange(Addition, set, verbs, "now accepts"))
				}
			}
			return changes
		},
	}
}
