package rule

import "github.com/kubedelta/kubedelta/discovery"

func selectableFieldAdded(f Field) []Change {
	return f.selectableChanges(Addition, "can be selected by", f.New, f.Old)
}

func selectableFieldRemoved(f Field) []Change {
	return f.selectableChanges(f.severity(Breaking, Breaking), "can no longer be selected by", f.Old, f.New)
}

// selectableFields returns the fields of a CRD's version that field selectors accept (KEP-4358,
// 1.30), sorted.
func selectableFields(s *discovery.Schema) []string {
	type field struct {
		Path string `json:"fieldPath"`
	}
	return elements(s, "x-kubernetes-selectable-fields", func(f field) []string { return []string{f.Path} })
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
