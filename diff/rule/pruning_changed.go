package rule

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
)

func pruningChanged(f Field) []Change {
	if f.Old.Items != nil && f.New.Items != nil {
		return nil // the setting of a list is compared for its items
	}
	was, is := pruning(f.Old), pruning(f.New)
	if was == is {
		return nil
	}
	severity, now, why := f.severity(Breaking, Breaking), is, ""
	values := f.New.AdditionalProperties
	switch {
	case keepsUnlisted(f.New) && (isEmbedded(f.Old) || !isEmbedded(f.New)):
		severity = Info // nothing is dropped, and no complete object is required
	case scalarOnly(f.Old) && !isEmbedded(f.New):
		severity = Info
	case values != nil && takesAnything(values) && !isEmbedded(f.New):
		severity, now = f.keptInMap(values)
	case values != nil && f.Old.KeepsUnknown():
		why = unknownRefused
	}
	return []Change{f.change(severity, now+", was: "+was+why).between(was, is)}
}

// keptInMap returns the severity and the words for an object whose fields all become values of a map
// that keeps them. The API server drops null from a map whose values cannot be null
// (apiextensions-apiserver/pkg/apiserver/schema/defaulting, PruneNonNullableNullsWithoutDefaults).
func (f Field) keptInMap(values *discovery.Schema) (severity Severity, now string) {
	if values.Nullable || !f.Old.KeepsUnknown() {
		return Info, "keeps unknown fields as values of a map"
	}
	return f.severity(Risky, Risky), "keeps unknown fields as values of a map, except those that are null"
}

// scalarOnly reports that a value has no fields.
func scalarOnly(s *discovery.Schema) bool {
	return s.Ref == "" && !slices.ContainsFunc(types(s), func(t string) bool { return t == "" || t == "object" || t == "array" })
}

func pruning(s *discovery.Schema) string {
	text := "drops unknown fields"
	if keepsUnlisted(s) {
		text = "keeps unknown fields"
	}
	if isEmbedded(s) {
		text += " of an embedded object"
	}
	return text
}

// keepsUnlisted reports whether an object keeps fields that the schema does not list. All fields of a
// map are its values, whether unknown fields are kept or not (skipPrune of
// apiextensions-apiserver/pkg/apiserver/schema/pruning).
func keepsUnlisted(s *discovery.Schema) bool {
	return s.KeepsUnknown() && (s.Type != "object" || s.AdditionalProperties == nil)
}

// isEmbedded reports whether the place is a complete object, whose apiVersion, kind and metadata the
// schema need not list.
func isEmbedded(s *discovery.Schema) bool {
	return s.Extension("x-kubernetes-embedded-resource") == "true"
}
