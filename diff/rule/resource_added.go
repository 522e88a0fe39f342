package rule

import "github.com/kubedelta/kubedelta/discovery"

func resourceAdded(r Resource) []Change {
	if r.OldResource != nil || r.NewResource == nil {
		return nil
	}
	c := r.kindChange(Addition).between("", r.GroupVersion.String()).says("is new")
	if l := r.NewResource.Lifecycle; l.DeprecatedIn(r.New.Release) {
		c.Message += ", and already deprecated since " + l.Deprecated.String()
		c.Replacement = successor(r.New, r.GroupVersion, r.NewResource)
	}
	return []Change{c}
}

func resourceGraduated(r Resource) []Change {
	if r.From == "" {
		return nil
	}
	c := r.kindChange(r.breaking())
	c.Replacement = &discovery.GroupVersionKind{Group: r.GroupVersion.Group, Version: r.GroupVersion.Version, Kind: c.Kind}
	return []Change{c.between(r.From, r.GroupVersion.Version).says("replaces " + r.From + ", which is no longer served")}
}
