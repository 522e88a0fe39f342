package rule

import "github.com/kubedelta/kubedelta/discovery"

func verbRemoved() Rule {
	return Rule{
		ID: "verb-removed", Title: "A resource no longer takes a verb", Severity: Breaking, Varies: "risky for alpha versions of built-in resources", Since: "0.1.0",
		Doc: "A resource or subresource that both sides serve answers 405 to requests that it took. RBAC rules for the verb no longer do anything. " +
			"`verb` lists them; `old` and `new` hold all verbs.",
		Example: "An aggregated server stops serving `watch`.",
		Needs:   verbKnowledge, Aspect: "verbs",
		Resource: func(r Resource) (changes []Change) {
			// It is sure only where the new side knows all its verbs.
			if r.New.Fidelity.Verbs != discovery.All {
				return nil
			}
			severity := r.breaking()
			for _, set := range r.verbSets() {
				if verbs := missing(set.old, set.new); len(verbs) > 0 {
					changes = append(changes, r.verbChange("verb-removed", severity, set, verbs, "no longer takes"))
				}
			}
			return changes
		},
	}
}
