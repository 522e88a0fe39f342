package rule

import "github.com/kubedelta/kubedelta/discovery"

func topologyKnowledge(f discovery.Fidelity) discovery.Knowledge { return f.Topology }

func mapTopologyChanged() Rule {
	return Rule{
		ID: "map-topology-changed", Title: "Server-side apply owns an object differently", Severity: Risky, Since: "0.1.0",
		Doc: "`x-kubernetes-map-type` decides whether server-side apply tracks the ownership of each field of an object (granular, the default) or of the whole " +
			"object (atomic). If an object becomes atomic, later applies of other owners conflict; if it becomes granular, the owners of its fields are not known " +
			"from earlier applies. `old` and `new` are the types.",
		Example: "1.25 makes `LabelSelector` atomic.",
		Needs:   topologyKnowledge, Aspect: "list and map types",
		Field: inBoth(func(f Field) []Change {
			if f.toldByTarget() {
				return nil
			}
			was, is := f.mapType(f.Surfaces.Old, f.Old), f.mapType(f.Surfaces.New, f.New)
			if was == is {
				return nil
			}
			return []Change{f.change(Risky, "is "+is+" for server-side apply, was "+was).between(was, is)}
		}),
	}
}

// toldByTarget reports that both sides refer to the same schema and set no type themselves. A
// difference is then reported for that schema.
func (f Field) toldByTarget() bool {
	const keyword = "x-kubernetes-map-type"
	return f.Old.Ref != "" && f.Old.Ref == f.New.Ref && f.Old.Extension(keyword) == f.New.Extension(keyword)
}

// mapType returns the type of a property, or else the type of the schema that it refers to.
// PersistentVolumeSpec.claimRef is granular, and ObjectReference is atomic.
func (f Field) mapType(side *discovery.Surface, s *discovery.Schema) string {
	own := s.Extension("x-kubernetes-map-type")
	if own == "" && s.Ref != "" {
		if target := side.Schema(f.GroupVersion, s.Ref); target != nil {
			own = target.Extension("x-kubernetes-map-type")
		}
	}
	if own == `"atomic"` {
		return "atomic"
	}
	return "granular"
}
