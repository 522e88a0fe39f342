package rule

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func resourceRemoved(r Resource) []Change {
	if r.OldResource == nil || r.NewResource != nil {
		return nil
	}
	c := r.kindChange(r.breaking()).between(r.GroupVersion.String(), "")
	c.Replacement = r.lasting(successor(r.New, r.GroupVersion, r.OldResource), r.OldResource.Lifecycle.Removed)
	text := "is no longer served"
	if r.New.Resource(r.GroupVersion, r.OldResource.Name) != nil {
		// The release has the resource, so that --runtime-config can enable it.
		c.Variant, text = ByDefault, text+" by default"
	}
	text += useInstead(c.Replacement)
	if r.OldResource.Custom != nil && definition(r.New, r.GroupVersion.Group, r.OldResource.Name) == nil {
		text += "; its definition was removed: deleting the definition from a cluster also deletes all its objects"
	}
	return []Change{c.says(text)}
}

// useInstead returns the end of a message that names the replacement of a version.
func useInstead(with *discovery.GroupVersionKind) string {
	if with == nil {
		return ""
	}
	return "; use " + with.String()
}

// successor returns the replacement of a version: the recorded one, or else the most stable version
// of the same group in which the surface serves the kind. A version that is less stable, or older,
// is not a replacement.
//
// The recorded replacement is that of the newest release that had the version. If the surface does
// not serve it yet, as 1.22 does not serve autoscaling/v2, an intermediate version is the
// replacement, as in that release's own warnings.
func successor(s *discovery.Surface, gv discovery.GroupVersion, res *discovery.Resource) *discovery.GroupVersionKind {
	recorded := res.Lifecycle.Replacement
	if recorded != nil && (recorded.Group != gv.Group || serves(s.Resource(recorded.GroupVersion(), res.Name), gv, res)) {
		return recorded
	}
	g := s.Group(gv.Group)
	if g == nil {
		return recorded
	}
	best := ""
	for _, v := range g.Versions {
		r := v.Resource(res.Name)
		if !serves(r, gv, res) || discovery.CompareVersion(v.Name, gv.Version) >= 0 || r.Lifecycle.DeprecatedIn(s.Release) {
			continue
		}
		if recorded != nil && major(v.Name) != major(recorded.Version) {
			continue // its objects have other content: autoscaling/v1 has no metrics except CPU
		}
		if best == "" || discovery.CompareVersion(v.Name, best) < 0 {
			best = v.Name
		}
	}
	if best == "" {
		return recorded
	}
	return &discovery.GroupVersionKind{Group: gv.Group, Version: best, Kind: res.Kind}
}

// lasting returns the replacement of a version, or nil if the new side no longer has it.
// policy/v1beta1 PodSecurityPolicy replaced extensions/v1beta1, and was removed in 1.25. removed is
// the release that removed the version.
func (s Surfaces) lasting(with *discovery.GroupVersionKind, removed discovery.Release) *discovery.GroupVersionKind {
	if with == nil {
		return nil
	}
	ofKind := func(r discovery.Resource) bool { return r.Kind == with.Kind }
	if g := s.New.Group(with.Group); g != nil {
		for _, v := range g.Versions {
			if slices.ContainsFunc(v.Resources, ofKind) {
				return with
			}
		}
	}
	if s.New.Source == discovery.SourceCatalog && removed.AtOrBefore(s.New.Release) {
		return nil // the catalog contains all APIs of the release
	}
	if v := s.Old.GroupVersion(with.GroupVersion()); v != nil {
		i := slices.IndexFunc(v.Resources, ofKind)
		if i >= 0 && v.Resources[i].Lifecycle.Removed.AtOrBefore(s.New.Release) {
			return nil
		}
	}
	return with
}

// serves reports whether a resource of another version, nil for none, is served as res was in the
// version from. A resource that was served by default must still be. Alpha versions are never served
// by default, so that their users have enabled them, and a disabled version counts as served.
func serves(r *discovery.Resource, from discovery.GroupVersion, res *discovery.Resource) bool {
	return r != nil && (!r.Disabled || res.Disabled || discovery.StabilityOf(from.Version) == discovery.Alpha)
}

// major returns the major part of a version: "2" for "v2beta1".
func major(version string) string {
	number, _, _ := strings.Cut(strings.TrimPrefix(version, "v"), "alpha")
	number, _, _ = strings.Cut(number, "beta")
	return number
}
