package rule

import (
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// membersOf returns the schemas of allOf. A value must satisfy each of them, as it must satisfy the
// schema itself. controller-gen writes allOf for two markers of the same keyword.
func membersOf(s *discovery.Schema) (members []*discovery.Schema) {
	for _, keywords := range allOf(s.Constraint("allOf")) {
		m := &discovery.Schema{Type: s.Type, Nullable: s.Nullable}
		for _, name := range slices.Sorted(maps.Keys(keywords)) {
			switch text := string(keywords[name]); name {
			case "enum":
				m.Enum = slice.Map(read[[]jsontext.Value](&formulas{}, text), jsontext.Value.String)
				slices.Sort(m.Enum)
			default:
				m.Constraints = append(m.Constraints, discovery.Keyword{Name: name, Value: text})
			}
		}
		members = append(members, m)
	}
	return members
}

func allOf(text string) (members []map[string]jsontext.Value) {
	if text == "" || json.Unmarshal([]byte(text), &members) != nil {
		return nil
	}
	return members
}

// listed returns the values that a schema lists, itself or in allOf; nil if it accepts other
// values. The API server checks null against enum, but not against allOf.
func listed(s *discovery.Schema) []string {
	values, null := s.Enum, len(s.Enum) == 0 || slices.Contains(s.Enum, "null")
	for _, m := range membersOf(s) {
		switch {
		case len(m.Enum) == 0:
		case len(values) == 0:
			values = m.Enum
		default:
			values = slices.DeleteFunc(slices.Clone(values), func(v string) bool { return !slices.Contains(m.Enum, v) })
			if len(values) == 0 {
				return s.Enum // no value is valid
			}
		}
	}
	if s.Nullable && null && len(values) > 0 && !slices.Contains(values, "null") {
		values = append(slices.Clone(values), "null")
		slices.Sort(values)
	}
	return values
}

// unlisted returns allOf without its enums.
func unlisted(text string) string {
	members := allOf(text)
	for _, m := range members {
		delete(m, "enum")
	}
	members = slices.DeleteFunc(members, func(m map[string]jsontext.Value) bool { return len(m) == 0 })
	if len(members) == 0 {
		return ""
	}
	out, err := json.Marshal(members, json.Deterministic(true))
	if err != nil {
		return text
	}
	return string(out)
}

// strictest returns the strictest bound of a size, from the schema itself or from allOf; otherwise
// if none is set.
func strictest(s *discovery.Schema, keyword string, otherwise float64) float64 {
	n := size(s, keyword, otherwise)
	for _, m := range membersOf(s) {
		if is := strictest(m, keyword, otherwise); keyword[:3] == "min" {
			n = max(n, is)
		} else {
			n = min(n, is)
		}
	}
	return n
}

// impliesEach reports whether all values that the old schema accepts satisfy each keyword in allOf
// of the new schema.
func (f Field) impliesEach() bool {
	members := membersOf(f.New)
	for _, m := range members {
		of := f
		is := *f.New
		is.Constraints, is.Enum = m.Constraints, nil
		of.New = &is
		if len(m.Enum) > 0 && !f.listsAll(m.Enum) {
			return false
		}
		for _, k := range m.Constraints {
			if annotation[k.Name] || k.Name == "description" || k.Name == "format" && f.listedHaveFormat(EffectiveFormat(&discovery.Schema{Type: f.New.Type, Format: strings.Trim(k.Value, `"`)})) {
				continue
			}
			v := of.verdict(bound{keyword: k.Name, old: f.Old.Constraint(k.Name), new: k.Value})
			if v != takes && v != equal || composed(k.Name) {
				return false
			}
		}
	}
	return len(members) > 0
}
