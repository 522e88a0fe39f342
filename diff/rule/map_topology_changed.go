package rule

import "github.com/kubedelta/kubedelta/discovery"

func mapTopologyChanged(f Field) []Change {
	if f.toldByTarget() {
		return nil
	}
	was, is := f.mapType(f.Surfaces.Old, f.Old), f.mapType(f.Surfaces.New, f.New)
	if was == is {
		return nil
	}
	return []Change{f.change(Risky, "is "+is+" for server-side apply, was "+was).between(was, is)}
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
