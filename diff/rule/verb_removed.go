package rule

import "github.com/kubedelta/kubedelta/discovery"

func verbRemoved() Rule {
	return Rule{
		ID: "verb-removed", Title: "A verb was removed from a resource", Severity: Breaking, Varies: "risky for alpha versions of built-in resources", Since: "0.1.0",
		Doc: "Both sides serve the resource or subresource, and the new side answers requests that the old side accepted with 405. RBAC rules for the verb no " +
			"longer have an effect. `verb` lists the removed verbs; `old` and `new` are all verbs.",
		Example: "An aggregated server stops serving `watch`.",
		Needs:   verbKnowledge, Aspect: "verbs",
		Resource: func(r Resource) (changes []Change) {
			// The verb is certainly gone only if the new side knows all its verbs.
			if r.New.Fidelity.Verbs != discovery.All {
				return nil
			}
			severity := r.breaking()
			for _, set := range r.verbSets() {
				if verbs := missing(set.old, set.new); len(verbs) > 0 {
					changes = append(changes, r.verbChange(severity, set, verbs, "no longer accepts"))
				}
			}
			return changes
		},
	}
}
