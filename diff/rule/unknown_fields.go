package rule

import "github.com/kubedelta/kubedelta/discovery"

// unknownRefused ends the message of a field that narrows what was unknown.
const unknownRefused = ": any value was kept there before; a value that does not match the schema is now rejected or loses fields"

// narrowsUnknown reports whether a new property demands something of a place where
// the old side took and kept any value: below an object that keeps unknown fields, or
// in metadata, whose fields a definition need not list. A server drops or refuses what
// does not fit.
func (f Field) narrowsUnknown() bool {
	if f.Old != nil || f.Parent == nil || f.Parent.Old == nil || !f.Enforced {
		return false
	}
	return (f.Parent.Old.KeepsUnknown() || f.Parent.Old.Ref != "") && !takesAnything(f.New)
}

// takesAnything reports whether a schema takes any value and drops nothing of it.
func takesAnything(s *discovery.Schema) bool {
	return s.KeepsUnknown() && s.Type == "" && s.Ref == "" && len(s.Enum) == 0 && len(s.Constraints) == 0 && len(s.Properties) == 0 &&
		s.Extension("x-kubernetes-validations") == "" && s.Extension("x-kubernetes-int-or-string") != "true"
}
