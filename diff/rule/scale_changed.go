package rule

import (
	"cmp"

	"github.com/kubedelta/kubedelta/discovery"
)

func scaleChanged() Rule {
	return Rule{
		ID: "scale-changed", Title: "The scale subresource reads other fields", Severity: Breaking,
		Varies: "risky for another path of the status or of the selector; info for a selector where there was none", Since: "0.4.0",
		Doc: "`subresources.scale` of a definition names the fields that `kubectl scale` and a HorizontalPodAutoscaler read and write. With another " +
			"`specReplicasPath`, stored objects without that field have no scale: the API server answers with an error. Without `labelSelectorPath` a " +
			"HorizontalPodAutoscaler finds no pods and stops. With another path in the status, both see what is written there, and nothing until it is. " +
			"`old` and `new` hold the paths.",
		Example: "A CRD's release sets `specReplicasPath: .spec.instances` instead of `.spec.replicas`.",
		Resource: func(r Resource) []Change {
			was, is, ok := r.custom()
			if !ok || was.Scale == nil || is.Scale == nil {
				return nil // it came or went, which is another change, or a side does not tell
			}
			return r.scaleChanges(was.Scale, is.Scale)
		},
	}
}

func (r Resource) scaleChanges(was, is *discovery.Scale) (changes []Change) {
	add := func(severity Severity, path, old, new string) {
		if old == new {
			return
		}
		c := r.change("scale-changed", severity)
		c.Subresource, c.Detail, c.Old, c.New = "scale", path, path+" "+cmp.Or(old, "none"), path+" "+cmp.Or(new, "none")
		c.Message = r.GroupVersion.String() + " " + c.Resource + "/scale has the " + c.New + ", had " + cmp.Or(old, "none")
		changes = append(changes, c)
	}
	selector := Risky
	switch {
	case is.LabelSelector == "":
		selector = Breaking
	case was.LabelSelector == "":
		selector = Info
	}
	add(r.breaking(), "specReplicasPath", was.SpecReplicas, is.SpecReplicas)
	add(Risky, "statusReplicasPath", was.StatusReplicas, is.StatusReplicas)
	add(selector, "labelSelectorPath", was.LabelSelector, is.LabelSelector)
	return changes
}
