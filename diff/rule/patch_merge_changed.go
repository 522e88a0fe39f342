package rule

import "github.com/kubedelta/kubedelta/discovery"

func patchMergeChanged(f Field) []Change {
	if f.halfKnown() {
		return nil
	}
	was, is := patchMerge(f.Old), patchMerge(f.New)
	if was == is || f.Old.Type == "array" && f.New.Type == "array" && listType(f.Old) != listType(f.New) {
		return nil
	}
	return []Change{f.change(Risky, "is patched by "+is+", was by "+was).between(was, is)}
}

func patchMerge(s *discovery.Schema) string {
	strategy, key := s.Extension("x-kubernetes-patch-strategy"), s.Extension("x-kubernetes-patch-merge-key")
	switch {
	case strategy == "" && key == "":
		return "replacement"
	case key == "":
		return strategy
	default:
		return strategy + " with key " + key
	}
}
