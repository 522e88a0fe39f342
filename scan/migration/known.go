package migration

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/form"
)

// unknown returns an error for the first entry of a map that is not one of the fields, or that is
// there twice: readers differ in which of the two they use.
func unknown(s *form.Form, fields ...string) string {
	for i, p := range s.Parts() {
		switch {
		case !slices.Contains(fields, p.Key):
			return "the field " + p.Key + " cannot be converted"
		case slices.ContainsFunc(s.Parts()[:i], func(before *form.Form) bool { return before.Key == p.Key }):
			return "the field " + p.Key + " is repeated"
		}
	}
	return ""
}

// absent reports whether an entry of a map is missing, null or empty. These are equal to a server.
func absent(s *form.Form, key string) bool {
	at := s.At(key)
	if at == nil {
		return true
	}
	if at.Kind == tree.Map || at.Kind == tree.List {
		return len(at.Parts()) == 0
	}
	return at.Value == ""
}
