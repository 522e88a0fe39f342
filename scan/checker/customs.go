package checker

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// checkOutdated checks a type that the target has no data about, with what is known of the project
// that defines it. No upgrade of Kubernetes removes it, so the severity is info. If several
// projects define it (the channels of the Gateway API), all must agree.
func (c *Checker) checkOutdated(k *kind) {
	all := c.customs[k.gvk]
	if c.from != nil || len(all) == 0 {
		return
	}
	last := slices.MaxFunc(all, func(a, b *discovery.CustomLifecycle) int { return end(a).Compare(end(b)) })
	var what string
	switch {
	case !slices.ContainsFunc(all, func(l *discovery.CustomLifecycle) bool { return !l.Unserved.Known() }):
		what = "is not served by " + last.Project + " from " + last.Unserved.String() + " on"
	case !slices.ContainsFunc(all, func(l *discovery.CustomLifecycle) bool { return !l.Unserved.Known() && !l.Deprecated.Known() }):
		what = "is deprecated by " + last.Project + " from " + last.Deprecated.String() + " on"
	default:
		return
	}
	c.add(k, ProjectAPIOutdated, rule.Info, what, discovery.Lifecycle{Replacement: last.Replacement})
}

// end is for sorting by the release that no longer serves a version; served versions are last.
func end(l *discovery.CustomLifecycle) discovery.Release {
	if l.Unserved.Known() {
		return l.Unserved
	}
	return discovery.Release{Major: int(^uint(0) >> 1)}
}

// checkGoneCustom checks a type of a project that the target has data about and does not show.
func (c *Checker) checkGoneCustom(k *kind) {
	lifecycle := c.customs[k.gvk][0]
	for _, l := range c.customs[k.gvk] {
		if _, of := c.to.Projects[l.Project]; of {
			lifecycle = l
		}
	}
	release, known := c.to.Projects[lifecycle.Project]
	id, what := ResourceRemoved, "is no longer served: "+lifecycle.Project+" serves it up to "+lifecycle.LastServed.String()
	switch {
	case known && lifecycle.Introduced.Compare(release) > 0:
		id, what = KindUnknown, "is not known to "+c.to.name()+": it was added in "+lifecycle.Project+" "+lifecycle.Introduced.String()
	case !lifecycle.Unserved.Known():
		what = "is not served by " + c.to.name() + ": " + lifecycle.Project + " serves it from " + lifecycle.Introduced.String() + " on"
	}
	c.add(k, id, rule.Breaking, what, discovery.Lifecycle{Replacement: lifecycle.Replacement})
}
