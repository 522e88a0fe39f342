package diff

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// unservedPair is a version of a custom resource that both sides define, and that at least one side
// does not serve.
type unservedPair struct {
	discovery.GroupVersionResource
	owner    rule.Owner
	old, new *discovery.Schema
}

func unservedPairs(s rule.Surfaces) (pairs []unservedPair) {
	seen := map[discovery.GroupVersionResource]bool{}
	for _, side := range []*discovery.Surface{s.Old, s.New} {
		for u := range slice.Each(side.Unserved) {
			k := u.GroupVersion.WithResource(u.Name)
			was, old := s.Old.Defined(k.GroupVersion, k.Resource)
			is, new := s.New.Defined(k.GroupVersion, k.Resource)
			if !seen[k] && was != nil && is != nil {
				pairs = append(pairs, unservedPair{k, ownerOfUnserved(s, k.GroupVersion, was, is), old, new})
			}
			seen[k] = true
		}
	}
	return pairs
}

func ownerOfUnserved(s rule.Surfaces, gv discovery.GroupVersion, was, is *discovery.Resource) rule.Owner {
	return rule.Owner{
		Surfaces: s, Name: is.Schema, GroupVersion: gv, Kind: is.Kind, Resource: is.Name, Track: discovery.StabilityOf(gv.Version),
		ServedByDefault: true, Enforced: true, Stored: rule.StoredIn(gv.Version, was.Custom, is.Custom),
		Reaches: func(path string) []rule.Reach {
			return []rule.Reach{{GroupVersionKind: gv.WithKind(is.Kind), Path: path}}
		},
	}
}

// unshown lists the versions that are not served and of which a side does not show the schema.
func unshown(old, new *discovery.Surface) []NotCompared {
	if discovery.Both(old.Fidelity.Fields, new.Fidelity.Fields) == discovery.None {
		return nil
	}
	var versions []string
	for _, p := range unservedPairs(rule.Surfaces{Old: old, New: new}) {
		if p.old == nil || p.new == nil {
			versions = append(versions, p.Resource+" "+p.GroupVersion.String())
		}
	}
	if versions == nil {
		return nil
	}
	return []NotCompared{{
		What: "fields of " + rule.Count(len(versions), "version") + " that are defined and not served",
		Why:  "only manifests show the schemas of such versions: " + rule.First(versions, 5),
	}}
}
