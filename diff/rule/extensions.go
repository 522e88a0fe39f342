package rule

import (
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// elements returns what the elements of an extension contain, sorted. An extension that is no such list
// is its own element.
func elements[T any](s *discovery.Schema, extension string, of func(T) []string) []string {
	text := s.Extension(extension)
	if text == "" {
		return nil
	}
	var list []T
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return []string{text}
	}
	return slices.Sorted(slices.Values(slice.Flat(list, of)))
}
