package rule

import (
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
)

func selectableFieldAdded(f Field) []Change {
	return f.selectableChanges(Addition, "can be selected by", f.New, f.Old)
}

func selectableFieldRemoved(f Field) []Change {
	return f.selectableChanges(f.severity(Breaking, Breaking), "can no longer be selected by", f.Old, f.New)
}

// selectableFields returns the fields of a CRD's version that field selectors accept (KEP-4358,
// 1.30), sorted.
func selectableFields(s *discovery.Schema) (paths []string) {
	text := s.Extension("x-kubernetes-selectable-fields")
	if text == "" {
		return nil
	}
	var fields []struct {
		Path string `json:"fieldPath"`
	}
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		return []string{text}
	}
	for _, f := range fields {
		paths = append(paths, f.Path)
	}
	slices.Sort(paths)
	return paths
}

// selectableChanges returns a change for each path that is in has and not in had.
func (f Field) selectableChanges(severity Severity, text string, has, had *discovery.Schema) (changes []Change) {
	for _, path := range missing(selectableFields(has), selectableFields(had)) {
		old, new := path, ""
		if has == f.New {
			old, new = "", path
		}
		changes = append(changes, f.change(severity, text+" "+path).between(old, new).detailed(path))
	}
	return changes
}
