package rule

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
)

const preserveUnknown = "x-kubernetes-preserve-unknown-fields"

// unknownRefused is the end of the message about a field that accepted any value before.
const unknownRefused = ": any value was kept there before; a value that does not match the schema is now rejected or loses fields"

// narrowsUnknown reports whether a new property restricts a place where the old side kept any
// value: in an object that keeps unknown fields, or in a map. A server drops or rejects values that do
// not match.
func (f Field) narrowsUnknown() bool {
	if f.Old != nil || f.Parent == nil || f.Parent.Old == nil || !f.Enforced {
		return false
	}
	if values := f.Parent.Old.AdditionalProperties; values != nil {
		return !takesAnything(f.New) && (values.Type == "" || values.Type != f.New.Type || len(f.New.Enum)+len(f.New.Constraints)+len(f.New.Properties) > 0)
	}
	return f.Parent.Old.KeepsUnknown() && !takesAnything(f.New)
}

// ItemsOf returns the schema of the items of a list. A list that keeps unknown fields keeps those
// of its items (apiextensions-apiserver/pkg/apiserver/schema/pruning).
func ItemsOf(list *discovery.Schema) *discovery.Schema {
	if list.Items == nil || list.Type != "array" || !list.KeepsUnknown() || list.Items.KeepsUnknown() {
		return list.Items
	}
	items := *list.Items
	items.Extensions = append(slices.Clone(items.Extensions), discovery.Keyword{Name: preserveUnknown, Value: "true"})
	order.By(items.Extensions, func(a, b discovery.Keyword) int { return strings.Compare(a.Name, b.Name) })
	return &items
}

// takesAnything reports whether a schema accepts any value and keeps all of it.
func takesAnything(s *discovery.Schema) bool {
	return s.KeepsUnknown() && s.Type == "" && s.Ref == "" && len(s.Enum) == 0 && len(s.Constraints) == 0 && len(s.Properties) == 0 &&
		s.Extension("x-kubernetes-validations") == "" && s.Extension("x-kubernetes-int-or-string") != "true"
}
