package rule

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery"
)

func defaultAdded(f Field) []Change {
	// Only a side that knows all defaults shows that there was none.
	if f.Surfaces.Old.Fidelity.Defaults != discovery.All || !f.gained(f.Old, f.New) {
		return nil
	}
	spec := Risky
	if effectiveDefault(f.New) == "" && !fills(f.New) || f.Enforced && f.inList() || f.ignoresDefault(f.New) {
		spec = Info
	}
	severity, message := f.enforced(f.severity(spec, Info), Info), "has the default "+f.New.Default
	if f.Enforced && f.joinsItems() {
		severity = f.severity(Breaking, Risky)
		message += "; two items of a set that were different can be equal with it, and the API server rejects them"
	}
	return []Change{f.change(severity, message).between("", f.New.Default)}
}

// ignoresDefault reports that a default has no effect: in a list or a map it only replaces null, which is
// valid there.
func (f Field) ignoresDefault(s *discovery.Schema) bool {
	return f.Enforced && f.Property == "" && s.Nullable
}

// inList reports that the place is the items of a list. The API server rejects null there, or replaces
// it by the default.
func (f Field) inList() bool { return f.Property == "" && strings.HasSuffix(f.Path, "[]") }

// joinsItems reports that a new default can make two items of a set equal: one that had no value, and
// one that had this value. The API server sets defaults before it looks for equal items.
func (f Field) joinsItems() bool {
	if f.OldRequired && !f.Old.Nullable {
		return false
	}
	for p := &f; p.Parent != nil; p = p.Parent {
		if p.Property == "" && strings.HasSuffix(p.Path, "[]") && p.Parent.Both() && listType(p.Parent.Old) == "a set" && listType(p.Parent.New) == "a set" && !p.Parent.oneItem() {
			return true
		}
	}
	return false
}

func defaultChanged(f Field) []Change {
	was, is := f.defaultOf(f.Old), f.defaultOf(f.New)
	if was == "" || is == "" || was == is || f.Enforced && sameDefault(f.Old, f.New) {
		return nil
	}
	severity := f.severity(Breaking, Info)
	if f.ignoresDefault(f.Old) {
		severity = Info
	}
	return []Change{f.change(severity, "has the default "+is+", had "+was).between(was, is)}
}

func defaultRemoved(f Field) []Change {
	if f.Surfaces.New.Fidelity.Defaults != discovery.All || !f.gained(f.New, f.Old) {
		return nil
	}
	spec := Breaking
	if effectiveDefault(f.Old) == "" && !f.NewRequired && !fills(f.Old) {
		spec = Risky
	}
	severity, whom := f.severity(spec, Info), ""
	switch {
	case f.ignoresDefault(f.Old):
		severity = Info
	case f.NewRequired && f.Enforced:
		severity, whom = f.written(Info)
	case f.Enforced && f.inList() && !f.New.Nullable:
		severity, whom = f.severity(Breaking, Breaking), "; null, which it replaced, is now rejected"
	}
	return []Change{f.change(severity, "no longer has the default "+f.Old.Default+whom).between(f.Old.Default, "")}
}

// effectiveDefault returns the default of a built-in type if it has an effect. Zero values have
// none, because Go fields have them anyway. Code generators write them or omit them (80 such
// differences in twelve pairs of releases).
func effectiveDefault(s *discovery.Schema) string {
	if slices.Contains([]string{`""`, "0", "0.0", "false", "{}", "[]", "null"}, s.Default) {
		return ""
	}
	return s.Default
}

// defaultOf returns the default of one side if it has an effect. The API server writes the default
// of a custom resource into its objects, even a zero value, but not null.
func (f Field) defaultOf(s *discovery.Schema) string {
	switch {
	case !f.Enforced:
		return effectiveDefault(s)
	case s.Default == "null":
		return ""
	default:
		return s.Default
	}
}

// gained reports whether only one side has a default.
func (f Field) gained(without, with *discovery.Schema) bool {
	return f.defaultOf(with) != "" && f.defaultOf(without) == ""
}

// sameDefault reports whether the API server writes the same default into a custom resource, or one
// that differs only by other defaults below it.
func sameDefault(was, is *discovery.Schema) bool {
	old, new := defaultText(was), defaultText(is)
	return old == new || old != "" && new != "" && (filled(old, was) == filled(new, is) || filled(old, is) == filled(new, is))
}

// filled returns a value in JSON with the defaults below it, as an API server sets them
// (apiextensions-apiserver/pkg/apiserver/schema/defaulting).
func filled(text string, s *discovery.Schema) string {
	var object map[string]jsontext.Value
	var list []jsontext.Value
	switch {
	case s == nil:
		return text
	case text[0] == '{' && json.Unmarshal([]byte(text), &object) == nil:
		fillObject(object, s)
	case text[0] == '[' && json.Unmarshal([]byte(text), &list) == nil:
		for i, v := range list {
			list[i] = jsontext.Value(filled(string(v), s.Items))
		}
	default:
		return text
	}
	var value any = list
	if object != nil {
		value = object
	}
	out, err := json.Marshal(value, json.Deterministic(true))
	if err != nil {
		return text
	}
	return string(out)
}

func fillObject(object map[string]jsontext.Value, s *discovery.Schema) {
	for _, p := range s.Properties {
		if v := string(object[p.Name]); defaulted(p.Schema) && (v == "" || v == "null" && !p.Schema.Nullable) {
			object[p.Name] = jsontext.Value(p.Schema.Default)
		}
	}
	for name, v := range object {
		below := s.AdditionalProperties
		if p := s.Field(name); p != nil {
			below = p.Schema
		}
		object[name] = jsontext.Value(filled(string(v), below))
	}
}

// anywhere reports whether a condition is true for a schema or for a part of it.
func anywhere(s *discovery.Schema, is func(*discovery.Schema) bool) bool {
	return is(s) || below(s, is)
}

// below reports whether a condition is true for a part of a schema.
func below(s *discovery.Schema, is func(*discovery.Schema) bool) bool {
	for part := range s.Parts() {
		if anywhere(part, is) {
			return true
		}
	}
	return false
}

// fills reports whether a default is an object into which the API server writes the defaults of its
// properties.
func fills(s *discovery.Schema) bool {
	return s.Default == "{}" && slices.ContainsFunc(s.Properties, func(p discovery.Field) bool {
		return p.Schema != nil && (p.Schema.Default != "" && p.Schema.Default != "{}" || fills(p.Schema))
	})
}
