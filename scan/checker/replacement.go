package checker

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// replacement is what replaces a type, and whether the target serves it by default. It is the
// recorded replacement, if the target serves it and does not deprecate it too. Otherwise it is the
// best version of the same kind that the target serves.
func (c *Checker) replacement(key discovery.GroupVersionKind, recorded *discovery.GroupVersionKind) (with *discovery.GroupVersionKind, served bool) {
	recorded = c.lasting(recorded)
	gk := discovery.GroupKind{Group: key.Group, Kind: key.Kind}
	if recorded != nil {
		if c.to.serves(*recorded) && !c.to.deprecated(*recorded, c.lifecycles[*recorded]) {
			return recorded, true
		}
		gk = discovery.GroupKind{Group: recorded.Group, Kind: recorded.Kind}
	}
	for _, r := range facts().Renamed {
		if recorded == nil && r.Group == key.Group && r.Kind == key.Kind {
			gk = discovery.GroupKind{Group: r.ToGroup, Kind: r.ToKind}
		}
	}
	if version := c.bestVersion(gk, key); version != "" {
		with = &discovery.GroupVersionKind{Group: gk.Group, Version: version, Kind: gk.Kind}
		if served = c.to.serves(*with); served || recorded == nil && !c.to.shows(key) {
			return with, served
		}
	}
	return recorded, recorded != nil && c.to.serves(*recorded)
}

// lasting is the recorded replacement of a type or, if that is gone too, its replacement, and so
// on; nil if nothing is left, as for PodSecurityPolicy.
func (c *Checker) lasting(recorded *discovery.GroupVersionKind) *discovery.GroupVersionKind {
	for range maxSteps {
		if recorded == nil {
			return nil
		}
		lifecycle := c.lifecycles[*recorded]
		if lifecycle == nil || !c.gone(lifecycle) || !c.to.speaksOf(lifecycle.GroupVersion, lifecycle.Resource) || c.servesKind(discovery.GroupKind{Group: recorded.Group, Kind: recorded.Kind}) {
			return recorded
		}
		recorded = lifecycle.Replacement
	}
	return nil
}

// bestVersion is the best version that the target serves a kind in, other than the one in question;
// "" if there is none. In this order: served by default, not deprecated, served in Target.From too
// (others can only be applied after the upgrade), of the same major version (autoscaling/v1 has no
// metrics but CPU), more stable. What the target still serves is only replaced by something more
// stable.
func (c *Checker) bestVersion(gk discovery.GroupKind, instead discovery.GroupVersionKind) string {
	shown := c.to.shows(instead)
	best, bestRank := "", -1
	for _, version := range c.to.versions[gk] {
		k := discovery.GroupVersionKind{Group: gk.Group, Version: version, Kind: gk.Kind}
		if k == instead || shown && gk.Group == instead.Group && discovery.CompareVersion(version, instead.Version) >= 0 {
			continue
		}
		rank := c.rank(k, instead)
		if rank > bestRank || rank == bestRank && discovery.CompareVersion(version, best) < 0 {
			best, bestRank = version, rank
		}
	}
	return best
}

// rank is how well a version replaces another.
func (c *Checker) rank(k, instead discovery.GroupVersionKind) (rank int) {
	for i, good := range [...]bool{major(k.Version) == major(instead.Version), c.from.serves(k), !c.to.deprecated(k, c.lifecycles[k]), c.to.serves(k)} {
		if good {
			rank += 1 << i
		}
	}
	return rank
}

// major is the major part of a version: "v2" of "v2beta1".
func major(version string) string {
	if at := strings.IndexFunc(version[min(1, len(version)):], func(r rune) bool { return r < '0' || r > '9' }); at >= 0 {
		return version[:at+1]
	}
	return version
}
