package rule

import (
	"math"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

func listTopologyChanged(f Field) []Change {
	if f.Old.Type != "array" || f.New.Type != "array" || f.isListItems() {
		return nil
	}
	was, is := listType(f.Old), listType(f.New)
	if was == is || f.halfKnown() {
		return nil
	}
	severity := Risky
	if mapKeys(f.Old) != nil && len(f.keysWithoutDefault()) > 0 {
		severity = f.severity(f.enforced(Breaking, Risky), Risky)
	}
	message := "is merged as " + is + ", was " + was
	if f.Enforced {
		unique, reason := f.attempt(func() bool { return !f.refusesDuplicates() })
		if !unique {
			severity = Breaking
			message += "; the API server rejects " + duplicates(f.New) + reason
		}
	}
	return []Change{f.change(severity, message).between(was, is)}
}

// isListItems reports that the place is the items of a List kind. List objects are not applied.
func (f Field) isListItems() bool {
	return f.Resource == "" && f.Path == "items" && strings.HasSuffix(f.Name, "List")
}

// halfKnown reports that a side knows only a part of the topology and shows none for the place.
func (f Field) halfKnown() bool {
	return f.Surfaces.Old.Fidelity.Topology == discovery.Some && !hasTopology(f.Old) ||
		f.Surfaces.New.Fidelity.Topology == discovery.Some && !hasTopology(f.New)
}

func hasTopology(s *discovery.Schema) bool {
	return s.Extension("x-kubernetes-list-type") != "" || s.Extension("x-kubernetes-patch-strategy") != ""
}

// listType returns the effective type of a list: "atomic", "a set", "a map by name". It follows
// getListElementRelationship of kube-openapi's schemaconv.
func listType(s *discovery.Schema) string {
	switch s.Extension("x-kubernetes-list-type") {
	case `"atomic"`:
		return "atomic"
	case `"set"`:
		return "a set"
	case `"map"`:
		return "a map by " + strings.Join(mapKeys(s), ", ")
	}
	if !strings.Contains(s.Extension("x-kubernetes-patch-strategy"), "merge") {
		return "atomic"
	}
	if keys := mapKeys(s); keys != nil {
		return "a map by " + strings.Join(keys, ", ")
	}
	return "a set"
}

// refusesDuplicates reports whether items that the old side accepted in one list are duplicates on
// the new side.
func (f Field) refusesDuplicates() bool {
	if f.oneItem() || f.requiresUnique() {
		return false
	}
	switch listType(f.New) {
	case "atomic":
		return false
	case "a set":
		return listType(f.Old) == "atomic"
	default:
		was := mapKeys(f.Old)
		if listType(f.Old) == "a set" {
			was = f.allKeys()
		}
		return was == nil || len(missing(was, mapKeys(f.New))) > 0
	}
}

// oneItem reports whether the old side accepts no list of two items.
func (f Field) oneItem() bool {
	return min(mostItems(f.Old), strictest(f.Old, "maxItems", math.Inf(1))) <= 1 || f.keepsKeyword("maxItems", "1")
}

// requiresUnique proves that the old side's rules reject what are duplicates on the new side.
func (f Field) requiresUnique() bool {
	same := []string{"x == y"}
	if keys := mapKeys(f.New); keys != nil {
		same = slice.Map(keys, func(key string) string { return "x." + key + " == y." + key })
	}
	goal, _ := normal("self.all(x, self.exists_one(y, "+strings.Join(same, " && ")+"))", f.New)
	return f.keeps(celRule{expr: goal})
}

// allKeys returns the properties in which the items of a set can differ; nil if they cannot be
// listed.
func (f Field) allKeys() []string {
	item := f.item(f.Surfaces.Old, f.Old)
	if item.KeepsUnknown() || item.AdditionalProperties != nil {
		return nil
	}
	return slice.Map(item.Properties, func(p discovery.Field) string { return p.Name })
}

func duplicates(list *discovery.Schema) string {
	if keys := mapKeys(list); keys != nil {
		return "two items with the same " + strings.Join(keys, ", ")
	}
	return "two equal items"
}

// mapKeys returns the keys of a list that is a map, sorted, because their order has no meaning. It
// returns nil for any other list.
func mapKeys(s *discovery.Schema) []string {
	switch s.Extension("x-kubernetes-list-type") {
	case `"map"`:
		var keys []string
		if err := json.Unmarshal([]byte(s.Extension("x-kubernetes-list-map-keys")), &keys); err != nil {
			return nil
		}
		slices.Sort(keys)
		return keys
	case "":
		if key := strings.Trim(s.Extension("x-kubernetes-patch-merge-key"), `"`); key != "" {
			return []string{key}
		}
	}
	return nil
}

// keysWithoutDefault returns the new keys that an old object may lack.
func (f Field) keysWithoutDefault() (out []string) {
	was, is := f.item(f.Surfaces.Old, f.Old), f.item(f.Surfaces.New, f.New)
	for _, key := range missing(mapKeys(f.New), mapKeys(f.Old)) {
		if before := was.Field(key); before != nil && before.Required {
			continue
		}
		if now := is.Field(key); now == nil || !defaulted(now.Schema) {
			out = append(out, key)
		}
	}
	return out
}

func (f Field) item(side *discovery.Surface, list *discovery.Schema) *discovery.Schema {
	item := ItemsOf(list)
	if item != nil && item.Ref != "" {
		item = side.Schema(f.GroupVersion, item.Ref)
	}
	if item == nil {
		return &discovery.Schema{}
	}
	return item
}
