package rule

import "github.com/kubedelta/kubedelta/discovery"

func patchMergeChanged() Rule {
	return Rule{
		ID: "patch-merge-changed", Title: "Strategic merge patch treats a field differently", Severity: Risky, Since: "0.1.0",
		Doc: "`x-kubernetes-patch-strategy` and `x-kubernetes-patch-merge-key` decide how `kubectl patch` and client-side apply merge the field. If server-side " +
			"apply is affected, too, `list-topology-changed` is reported instead. `old` and `new` are strategy and key.",
		Example: "1.30 adds a merge key to a list that was already a map.",
		Needs:   topologyKnowledge, Aspect: "list and map types",
		Field: inBoth(func(f Field) []Change {
			if f.halfKnown() {
				return nil
			}
			was, is := patchMerge(f.Old), patchMerge(f.New)
			if was == is || f.Old.Type == "array" && f.New.Type == "array" && listType(f.Old) != listType(f.New) {
				return nil
			}
			return []Change{f.change(Risky, "is patched by "+is+", was by "+was).between(was, is)}
		}),
	}
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
