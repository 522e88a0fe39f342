package rule

import (
	"cmp"

	"github.com/kubedelta/kubedelta/discovery"
)

func scaleChanged(r Resource) []Change {
	was, is, ok := r.custom()
	if !ok || was.Scale == nil || is.Scale == nil {
		return nil // added or removed, which is another change, or not shown by a side
	}
	return r.scaleChanges(was.Scale, is.Scale)
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
