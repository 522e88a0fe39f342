package rule

import (
	"slices"
	"strconv"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/discovery"
)

// keepsKeyword proves that the old side's rules require what a keyword of the new side requires. Of
// the keywords, only enum applies to null, as no rule does.
func (f Field) keepsKeyword(keyword, value string) bool {
	if f.Old == nil || f.New == nil || value == "" || f.Old.Nullable && (keyword == "enum" || keyword == "const not") {
		return false
	}
	f = f.withoutNull()
	if textKeyword(keyword) && (typedFormat(f.Old) != "" || typedFormat(f.New) != "") {
		return false
	}
	keys := (shape{f.Old, f.New}).keepsKeys()
	if composed(keyword) || counts(keyword) && !keys {
		goal := composedRule(f.New, keyword, value)
		return goal != nil && f.keepsGoal(goal, celRule{})
	}
	if counts(keyword) {
		keyword = keyword[:3] + "Items"
	}
	expression := ruleText(keyword, value)
	if e, ok := endOf(keyword); ok {
		expression = "self " + e.comparison(e.own(f.New))
	}
	goal, _ := normal(expression, f.New)
	return f.keeps(celRule{expr: goal})
}

// withoutNull returns the place without null on both sides. The API server applies no keyword except
// type and enum to null (kube-openapi/pkg/validation/validate, SchemaValidator).
func (f Field) withoutNull() Field {
	f.notNull = f.notNull || f.Old.Nullable || f.New.Nullable
	f.Old, f.New = withoutNull(f.Old), withoutNull(f.New)
	return f
}

func withoutNull(s *discovery.Schema) *discovery.Schema {
	if !s.Nullable {
		return s
	}
	out := *s
	out.Nullable = false
	return &out
}

// textKeyword reports a keyword about the text of a string. Rules about a string of a typed format
// do not read its text.
func textKeyword(keyword string) bool {
	return slices.Contains([]string{"minLength", "maxLength", "pattern", "enum", "const not"}, keyword)
}

// ruleText writes a keyword as a CEL expression; "" for a keyword that has none.
func ruleText(keyword, value string) string {
	switch keyword {
	case "minLength", "minItems":
		return "size(self) >= " + value
	case "maxLength", "maxItems":
		return "size(self) <= " + value
	case "pattern":
		return "self.matches(" + value + ")"
	case "enum":
		return "self in " + value
	case "const not": // no keyword of its own: {not: {const: value}}
		return "self != " + value
	case "required":
		return "has(self." + value + ")"
	default:
		return ""
	}
}

// refused proves that the old side accepted neither an object with the property nor null.
func (f Field) refused() bool {
	name, ok := expressionName(f.Property)
	return ok && !f.Old.Nullable && f.Parent != nil && f.Parent.before().keepsGoal(cel.Op("!", has(property(self(), name))), celRule{})
}

// before returns the place and its parents with the old side on both sides.
func (f Field) before() Field {
	f.New, f.NewRequired = f.Old, f.OldRequired
	if f.Parent != nil {
		parent := f.Parent.before()
		f.Parent = &parent
	}
	return f
}

// comparison writes a limit as an operator and a number: ">= 1".
func (e end) comparison(l limit) string {
	op := map[end]string{lower: ">", upper: "<"}[e]
	if !l.open {
		op += "="
	}
	return op + " " + strconv.FormatFloat(l.value, 'f', -1, 64)
}
