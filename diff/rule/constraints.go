package rule

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/pattern"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// bound is one validation keyword on both sides; "" where a side has none.
type bound struct {
	keyword, old, new string
	verdict           verdict
}

// verdict is what a new constraint does to the values that the old side took.
type verdict int

const (
	// perhaps: it may refuse some of them; that could not be decided.
	perhaps verdict = iota
	// refuses: there are values that it refuses.
	refuses
	// takes: it refuses none of them.
	takes
	// equal: both sides say the same.
	equal
)

// bounds lists the validation keywords that differ, with what the difference does.
func (f Field) bounds() (out []bound) {
	if !f.Both() || f.Old.Ref != f.New.Ref || f.typeShift().other {
		return nil
	}
	for _, k := range f.Old.Constraints {
		if is := f.New.Constraint(k.Name); is != k.Value {
			out = append(out, bound{keyword: k.Name, old: k.Value, new: is})
		}
	}
	for _, k := range f.New.Constraints {
		if f.Old.Constraint(k.Name) == "" {
			out = append(out, bound{keyword: k.Name, new: k.Value})
		}
	}
	out = append(out, requiredKeys(f.Old, f.New)...)
	out = append(out, f.otherDefaults()...)
	if f.Old.Nullable != f.New.Nullable {
		out = append(out, bound{keyword: "nullable", old: strconv.FormatBool(f.Old.Nullable), new: strconv.FormatBool(f.New.Nullable)})
	}
	if f.Old.Closed != f.New.Closed {
		out = append(out, bound{keyword: "additionalProperties", old: openness(f.Old), new: openness(f.New)})
	}
	if !slices.Equal(listed(f.Old), listed(f.New)) { // which the rules of enums tell
		out = slices.DeleteFunc(out, func(b bound) bool { return b.keyword == "allOf" && unlisted(b.old) == unlisted(b.new) })
	}
	order.By(out, func(a, b bound) int { return strings.Compare(a.keyword, b.keyword) })
	for i := range out {
		out[i].verdict = f.verdict(out[i])
	}
	out = withExclusive(out, f)
	// A choice between types is a type, which another rule has compared.
	return slices.DeleteFunc(out, func(b bound) bool {
		return b.verdict == equal || (pureTypes(b.old) != nil || b.old == "") && (pureTypes(b.new) != nil || b.new == "") && (b.keyword == "oneOf" || b.keyword == "anyOf")
	})
}

// requiredKeys are the keys that one side requires, and does not list as properties.
func requiredKeys(old, new *discovery.Schema) (out []bound) {
	requires := func(s *discovery.Schema, name string) bool {
		p := s.Field(name)
		return slices.Contains(s.RequiredElsewhere, name) || p != nil && p.Required
	}
	for _, name := range old.RequiredElsewhere {
		if !requires(new, name) {
			out = append(out, bound{keyword: "required", old: cmp.Or(name, `""`)})
		}
	}
	for _, name := range new.RequiredElsewhere {
		if !requires(old, name) {
			out = append(out, bound{keyword: "required", new: cmp.Or(name, `""`)})
		}
	}
	return out
}

// otherDefaults are keywords that read the same, and that a default that is new below them
// can make refuse an object.
func (f Field) otherDefaults() (out []bound) {
	if !f.Enforced || stable(f.Old, f.New) {
		return nil
	}
	for _, k := range f.Old.Constraints {
		b := bound{keyword: k.Name, old: k.Value, new: k.Value}
		if f.New.Constraint(k.Name) == k.Value && (composed(k.Name) || k.Name == "maxProperties" && f.fillsIn()) && f.verdict(b) != takes {
			out = append(out, b)
		}
	}
	return out
}

// fillsIn reports whether a default that is new adds a property.
func (f Field) fillsIn() bool {
	return slices.ContainsFunc(f.New.Properties, func(p discovery.Field) bool {
		was := f.Old.Field(p.Name)
		return defaulted(p.Schema) && (was == nil || !was.Required && !defaulted(was.Schema))
	})
}

// withExclusive makes the two keywords of one end of a range one, where both differ.
func withExclusive(list []bound, f Field) []bound {
	for _, keyword := range []string{"minimum", "maximum"} {
		exclusive := "exclusiveM" + keyword[1:]
		i := slices.IndexFunc(list, func(b bound) bool { return b.keyword == keyword })
		j := slices.IndexFunc(list, func(b bound) bool { return b.keyword == exclusive })
		if i < 0 || j < 0 {
			continue
		}
		if f.Old.Constraint(exclusive) == "true" && list[i].old != "" {
			list[i].old += " (exclusive)"
		}
		if f.New.Constraint(exclusive) == "true" && list[i].new != "" {
			list[i].new += " (exclusive)"
		}
		list = slices.Delete(list, j, j+1)
	}
	return list
}

func openness(s *discovery.Schema) string {
	if s.Closed {
		return "false"
	}
	return "true"
}

// verdict compares a keyword's values, and where the new one is stricter, it asks whether
// what else the old side says lets through any value that it refuses.
func (f Field) verdict(b bound) verdict {
	if misfit(f.New, b.keyword) {
		return refuses
	}
	v := f.alone(b)
	if (v == refuses || v == perhaps) && (f.listedHold(b) || f.followsFrom(b) || f.keepsKeyword(b.keyword, b.new)) {
		return takes
	}
	return v
}

// alone compares the values of a keyword.
func (f Field) alone(b bound) verdict {
	switch b.keyword {
	case "nullable":
		return f.nullable()
	case "additionalProperties":
		return decided(b.new == "true")
	case "required":
		return decided(b.new == "")
	case "uniqueItems":
		return between(cmp.Or(b.old, "false") == cmp.Or(b.new, "false"), b.new != "true")
	case "minLength", "minItems", "minProperties":
		was, is := size(f.Old, b.keyword, 0), size(f.New, b.keyword, 0)
		return between(is == was, is <= was)
	case "maxProperties":
		if f.Enforced && f.fillsIn() {
			return between(false, b.new == "" || len(f.New.Properties) <= int(size(f.New, b.keyword, 0)) && f.New.AdditionalProperties == nil && !f.New.KeepsUnknown())
		}
		fallthrough
	case "maxLength", "maxItems":
		was, is := size(f.Old, b.keyword, math.Inf(1)), size(f.New, b.keyword, math.Inf(1))
		return between(is == was, is >= was)
	case "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf":
		return f.number(b)
	case "pattern":
		if b.old == "" || b.new == "" {
			return decided(b.new == "")
		}
		return patterns(textOf(f.Old, "pattern"), textOf(f.New, "pattern"))
	default:
		return f.composition(b)
	}
}

// number compares keywords of numbers.
func (f Field) number(b bound) verdict {
	switch b.keyword {
	case "minimum", "exclusiveMinimum":
		was, is := ownLimit(f.Old, "minimum", "exclusiveMinimum", -1), ownLimit(f.New, "minimum", "exclusiveMinimum", -1)
		return between(is == was && !math.IsInf(is.value, 0), was.within(is, -1) && !is.between())
	case "maximum", "exclusiveMaximum":
		was, is := ownLimit(f.Old, "maximum", "exclusiveMaximum", 1), ownLimit(f.New, "maximum", "exclusiveMaximum", 1)
		return between(is == was && !math.IsInf(is.value, 0), was.within(is, 1) && !is.between())
	default:
		was, err1 := strconv.ParseFloat(b.old, 64)
		is, err2 := strconv.ParseFloat(b.new, 64)
		return decided(b.new == "" || err1 == nil && err2 == nil && is != 0 && is == math.Trunc(is) && math.Mod(was, is) == 0)
	}
}

func decided(takesAll bool) verdict { return between(false, takesAll) }

func between(same, takesAll bool) verdict {
	switch {
	case same:
		return equal
	case takesAll:
		return takes
	default:
		return refuses
	}
}

func patterns(was, is pattern.Texts) verdict {
	switch was.Within(is) {
	case pattern.Yes:
		return between(is.Within(was) == pattern.Yes, true)
	case pattern.No:
		return refuses
	default:
		return perhaps
	}
}

// composition compares anyOf, oneOf, allOf and not.
func (f Field) composition(b bound) verdict {
	switch {
	case b.new == "":
		return takes
	case b.keyword == "allOf" && f.impliesEach():
		return takes
	case composed(b.keyword):
		return f.implies(b.keyword, b.new)
	default:
		return perhaps
	}
}

// nullable: an API server drops a null of a property that cannot be null, or writes the
// default in its place (apiextensions-apiserver/pkg/apiserver/schema/defaulting,
// PruneNonNullableNullsWithoutDefaults), before it looks for required properties. In a
// list it refuses it.
func (f Field) nullable() verdict {
	return decided(f.New.Nullable || f.Enforced && f.Property != "" && f.New.Default != "" && f.New.Default != "null")
}

// listedHold reports whether all values of the old side are listed, and hold to the new
// keyword.
func (f Field) listedHold(b bound) bool {
	was := listed(f.Old)
	return len(was) > 0 && scalarKeyword(b.keyword) && !slices.ContainsFunc(was, func(v string) bool {
		return v[0] == '{' || v[0] == '[' || valid(f.Old, v) && !holds(f.New, b.keyword, v)
	})
}

func scalarKeyword(keyword string) bool {
	return !composed(keyword) && !strings.HasSuffix(keyword, "Items") && !strings.HasSuffix(keyword, "Properties") && keyword != "nullable"
}

// followsFrom reports whether what else the old side says lets through only values that
// hold to a keyword of the new side. A keyword about another type holds.
func (f Field) followsFrom(b bound) bool {
	switch b.keyword {
	case "minLength", "maxLength", "pattern":
		if was := texts(f.Old); len(was.Patterns) == 0 && b.keyword != "pattern" {
			return !f.mayBe("string") || f.Enforced && b.keyword == "minLength" && float64(was.Min) >= size(f.New, b.keyword, 0)
		}
		return !f.mayBe("string") || texts(f.Old).Within(textOf(f.New, b.keyword)) == pattern.Yes
	case "minimum", "exclusiveMinimum":
		return !f.mayBe("integer", "number") || f.Enforced && lowest(f.Old).within(ownLimit(f.New, "minimum", "exclusiveMinimum", -1), -1)
	case "maximum", "exclusiveMaximum":
		return !f.mayBe("integer", "number") || f.Enforced && highest(f.Old).within(ownLimit(f.New, "maximum", "exclusiveMaximum", 1), 1)
	case "multipleOf":
		return !f.mayBe("integer", "number") || b.new == "1" && !f.mayBe("number")
	default:
		return f.sizeFollows(b.keyword)
	}
}

// sizeFollows is followsFrom for the sizes of lists and objects.
func (f Field) sizeFollows(keyword string) bool {
	switch keyword {
	case "maxItems":
		return !f.mayBe("array") || f.Enforced && min(mostItems(f.Old), strictest(f.Old, keyword, math.Inf(1))) <= size(f.New, keyword, 0)
	case "minItems":
		return !f.mayBe("array") || strictest(f.Old, keyword, 0) >= size(f.New, keyword, 0)
	case "uniqueItems":
		return !f.mayBe("array")
	case "minProperties":
		return !f.mayBe("object") || max(float64(f.fewestProperties()), strictest(f.Old, keyword, 0)) >= size(f.New, keyword, 0)
	case "maxProperties":
		return !f.mayBe("object") || f.Enforced && float64(f.mostProperties()) <= size(f.New, keyword, 0)
	default:
		return false
	}
}

// mostProperties is how many properties an object of the old side can have on the new one:
// those that both sides list, and those that a default adds.
func (f Field) mostProperties() int {
	s := shape{f.Old, f.New}
	if s.open() || f.Old.KeepsUnknown() || f.Resource != "" && f.Path == "" {
		return math.MaxInt
	}
	n := 0
	for _, p := range f.New.Properties {
		if f.Old.Field(p.Name) != nil || defaulted(p.Schema) {
			n++
		}
	}
	return n
}

// fewestProperties is how many properties an object of the old side has at least on the new
// one: those that were required, and those that a default adds.
func (f Field) fewestProperties() int {
	n := len(f.Old.RequiredElsewhere)
	for _, p := range f.Old.Properties {
		if p.Required {
			n++
		}
	}
	for _, p := range f.New.Properties {
		if q := f.Old.Field(p.Name); f.Enforced && defaulted(p.Schema) && (q == nil || !q.Required) {
			n++
		}
	}
	return n
}

// mayBe reports whether the old side takes values of one of some types.
func (f Field) mayBe(of ...string) bool {
	return slices.ContainsFunc(types(f.Old), func(t string) bool { return t == "" || slices.Contains(of, t) })
}

// constraintChanges makes a change of each bound that may refuse a value, or that does not.
func (f Field) constraintChanges(id string, severity Severity, tighter bool) (changes []Change) {
	for _, b := range f.bounds() {
		if (b.verdict != takes) != tighter {
			continue
		}
		message := "has " + b.keyword + " " + cmp.Or(b.new, "none") + ", had " + cmp.Or(b.old, "none")
		switch {
		case b.old == b.new:
			message = "has " + b.keyword + " " + b.new + "; a default below it changed"
		case b.verdict == perhaps && b.old != "":
			message += "; it could be looser"
		}
		c := f.change(id, severity, message)
		c.Old, c.New, c.Keyword, c.Detail = b.old, b.new, b.keyword, b.keyword
		changes = append(changes, c)
	}
	return changes
}
