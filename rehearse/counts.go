package rehearse

import (
	"fmt"
	"strings"
)

// Outcomes formats "5 accepted, 2 refused", in the order of the outcomes.
func Outcomes(of map[Outcome]int) string {
	return Counts(map[string]int{
		"accepted": of[Taken], "accepted with warnings": of[Warned], "refused": of[Refused], "without an answer": of[NotAsked], "not API objects": of[NotAnObject],
	}, "accepted", "accepted with warnings", "refused", "without an answer", "not API objects")
}

// Counts formats "5 Namespace, 2 CustomResourceDefinition", in the order of the names; "none" if
// all are zero.
func Counts[K ~string](of map[K]int, names ...K) string {
	var parts []string
	for _, name := range names {
		if of[name] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", of[name], string(name)))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}
