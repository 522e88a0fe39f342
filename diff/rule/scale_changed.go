package rule

import (
	"cmp"

	"github.com/kubedelta/kubedelta/discovery"
)

func scaleChanged() Rule {
	return Rule{
		ID: "scale-changed", Title: "The scale subresource uses other fields", Severity: Breaking,
		Varies: "risky if a path in the status or the selector changed; info if a selector was added", Since: "0.4.0",
		Doc: "`subresources.scale` of a definition names the fields that `kubectl scale` and a HorizontalPodAutoscaler read and write. If `specReplicasPath` " +
			"changes, the API server answers with an error for stored objects that do not have the new field. Without `labelSelectorPath`, a " +
			"HorizontalPodAutoscaler does not find the pods and stops. If a path in the status changes, both read nothing until a controller writes the new field. " +
			"`old` and `new` are the paths.",
		Example: "A CRD's release sets `specReplicasPath: .spec.instances` instead of `.spec.replicas`.",
		Resource: func(r Resource) []Change {
			was, is, ok := r.custom()
			if !ok || was.Scale == nil || is.Scale == nil {
				return nil // added or removed, which is another change, or not shown by a side
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
		c := r.change(severity)
		c.Subresource, c.Detail, c.About = "scale", path, c.About+"/scale"
		old, new = cmp.Or(old, "none"), path+" "+cmp.Or(new, "none")
		changes = append(changes, c.between(path+" "+old, new).says("has the "+new+", had "+old))
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
