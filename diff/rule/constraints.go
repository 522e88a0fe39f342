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
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// bound is one validation keyword on both sides; "" if a side does not have it.
type bound struct {
	keyword, old, new string
	verdict           verdict
	// reason is why there is no verdict, as in [Field.attempt].
	reason string
}

// verdict is the effect of a new constraint on the values that the old side accepted.
type verdict int

const (
	// perhaps: it may reject some of them; the comparison could not decide.
	perhaps verdict = iota
	// refuses: it rejects some of them.
	refuses
	// takes: it rejects none of them.
	takes
	// equal: both sides have the same meaning.
	equal
)

// bounds returns the validation keywords that differ, with their verdicts.
func (f Field) bounds() (out []bound) {
	if f.Old.Ref != f.New.Ref || f.typeShift().other {
		return nil
	}
	out = append(differing(f.Old.Constraints, f.New.Constraints), requiredKeys(f.Old, f.New)...)
	out = append(out, f.otherDefaults()...)
	if f.Old.Nullable != f.New.Nullable {
		out = append(out, bound{keyword: "nullable", old: strconv.FormatBool(f.Old.Nullable), new: strconv.FormatBool(f.New.Nullable)})
	}
	if f.Old.Closed != f.New.Closed {
		out = append(out, bound{keyword: "additionalProperties", old: strconv.FormatBool(!f.Old.Closed), new: strconv.FormatBool(!f.New.Closed)})
	}
	if !slices.Equal(listed(f.Old), listed(f.New)) { // the enum rules report this difference
		out = slices.DeleteFunc(out, func(b bound) bool { return b.keyword == "allOf" && unlisted(b.old) == unlisted(b.new) })
	}
	order.By(out, func(a, b bound) int { return strings.Compare(a.keyword, b.keyword) })
	for i := range out {
		_, out[i].reason = f.attempt(func() bool {
			out[i].verdict = f.verdict(out[i])
			return out[i].verdict == takes || out[i].verdict == equal
		})
	}
	out = withExclusive(out, f)
	// A choice between types is a type, which field-type-changed compares.
	return slices.DeleteFunc(out, func(b bound) bool {
		return b.verdict == equal || (pureTypes(b.old) != nil || b.old == "") && (pureTypes(b.new) != nil || b.new == "") && (b.keyword == "oneOf" || b.keyword == "anyOf")
	})
}

func differing(was, is []discovery.Keyword) (out []bound) {
	for _, k := range was {
		if value := discovery.KeywordValue(is, k.Name); value != k.Value {
			out = append(out, bound{keyword: k.Name, old: k.Value, new: value})
		}
	}
	for _, k := range is {
		if discovery.KeywordValue(was, k.Name) == "" {
			out = append(out, bound{keyword: k.Name, new: k.Value})
		}
	}
	return out
}

// requiredKeys returns the keys that only one side requires, without listing them as properties.
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

// otherDefaults returns keywords that did not change, but that can now reject an object because of
// a new default below them.
func (f Field) otherDefaults() (out []bound) {
	if bare := f.withoutNull(); !f.Enforced || stable(bare.Old, bare.New) {
		return nil
	}
	for _, k := range f.Old.Constraints {
		b := bound{keyword: k.Name, old: k.Value, new: k.Value}
		if f.New.Constraint(k.Name) == k.Value && (composed(k.Name) || k.Name == "maxProperties" && f.fillsIn() || k.Name == "minProperties" && f.lostDefaults() > 0) && f.verdict(b) != takes {
			out = append(out, b)
		}
	}
	if listed := strings.Join(f.New.Enum, ","); slices.Equal(f.Old.Enum, f.New.Enum) && slices.ContainsFunc(f.Old.Enum, f.unlists) {
		out = append(out, bound{keyword: "enum", old: listed, new: listed})
	}
	return out
}

// unlists reports that a default adds fields to a listed object, or to one in a list, so that it is no
// longer listed.
func (f Field) unlists(value string) bool { return !slices.Contains(f.New.Enum, filled(value, f.New)) }

// fillsIn reports whether a new default adds a property, or a null is kept that the old side dropped.
func (f Field) fillsIn() bool {
	return slices.ContainsFunc(f.New.Properties, func(p discovery.Field) bool {
		was := f.Old.Field(p.Name)
		if was == nil || was.Required || defaulted(was.Schema) {
			return was == nil && defaulted(p.Schema)
		}
		return defaulted(p.Schema) || p.Schema.Nullable && !was.Schema.Nullable
	})
}

// lostDefaults returns the number of properties that only the old side adds by a default.
func (f Field) lostDefaults() int { return len(slice.Filter(f.Old.Properties, f.losesDefault)) }

// losesDefault reports that only the old side adds a property by a default, also if it is required.
func (f Field) losesDefault(p discovery.Field) bool {
	is := f.New.Field(p.Name)
	return f.Enforced && defaulted(p.Schema) && (is == nil || !defaulted(is.Schema))
}

// withExclusive joins the two keywords of one end of a range if both differ.
func withExclusive(list []bound, f Field) []bound {
	for _, e := range []end{lower, upper} {
		i := slices.IndexFunc(list, func(b bound) bool { return b.keyword == e.keyword() })
		j := slices.IndexFunc(list, func(b bound) bool { return b.keyword == e.exclusive() })
		if i < 0 || j < 0 {
			continue
		}
		if f.Old.Constraint(e.exclusive()) == "true" && list[i].old != "" {
			list[i].old += " (exclusive)"
		}
		if f.New.Constraint(e.exclusive()) == "true" && list[i].new != "" {
			list[i].new += " (exclusive)"
		}
		list = slices.Delete(list, j, j+1)
	}
	return list
}

// verdict compares the values of a keyword. If the new value is stricter, it looks for other
// requirements of the old side that exclude all values that the new one rejects.
func (f Field) verdict(b bound) verdict {
	if f = f.checked(); b.old == "" {
		b.old = f.Old.Constraint(b.keyword)
	}
	if misfit(f.New, b.keyword) {
		return refuses
	}
	v := f.alone(b)
	if (v == refuses || v == perhaps) && (f.listedHold(b) || f.followsFrom(b) || f.keepsKeyword(b.keyword, b.new)) {
		return takes
	}
	return v
}

// alone compares the values of a keyword without the rest of the schema.
func (f Field) alone(b bound) verdict {
	if e, ok := endOf(b.keyword); ok {
		was, is := e.own(f.Old), e.own(f.New)
		return between(is == was && !math.IsInf(is.value, 0), e.within(e.accepted(was), is) && !is.between())
	}
	switch b.keyword {
	case "nullable":
		return decided(!f.refusesNull())
	case "additionalProperties":
		return decided(b.new == "true")
	case "required":
		return decided(b.new == "")
	case "uniqueItems":
		return between(cmp.Or(b.old, "false") == cmp.Or(b.new, "false"), b.new != "true")
	case "minProperties":
		return f.minProperties()
	case "minLength", "minItems":
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
	case "multipleOf":
		return decided(b.new == "" || divides(b.new, b.old))
	case "pattern":
		return f.patterns(b)
	default:
		return f.composition(b)
	}
}

// minProperties compares the least number of properties. The old side also counted those that only
// its defaults added.
func (f Field) minProperties() verdict {
	was, is := size(f.Old, "minProperties", 0), size(f.New, "minProperties", 0)
	lost := float64(f.lostDefaults())
	return between(is == was && lost == 0, is <= max(0, was-lost))
}

// divides reports whether a number is a multiple of a factor that is an integer. For whole numbers
// the API server cuts the fraction off the factor, and rejects all of them if nothing is left
// (k8s.io/kube-openapi/pkg/validation/validate, MultipleOfNativeType): 2.5 accepts 10, and 0.5 does
// not.
func divides(factor, number string) bool {
	n, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return false
	}
	of, err := strconv.ParseFloat(factor, 64)
	return err == nil && of != 0 && of == math.Trunc(of) && math.Mod(n, of) == 0
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

func (f Field) patterns(b bound) verdict {
	if b.old == "" || b.new == "" {
		return decided(b.new == "")
	}
	was, is := textOf(f.Old, b.keyword), textOf(f.New, b.keyword)
	switch was.Within(is) {
	case pattern.Yes:
		return between(is.Within(was) == pattern.Yes, true)
	case pattern.No:
		return refuses
	default:
		return perhaps
	}
}

// composition compares anyOf, oneOf, allOf and not. It cannot compare other keywords.
func (f Field) composition(b bound) verdict {
	switch bare := f.withoutNull(); {
	case b.new == "":
		return takes
	case composed(b.keyword) && unordered(b.old) == unordered(b.new) && (!f.Enforced || stable(bare.Old, bare.New)):
		return equal
	case b.keyword == "allOf" && f.impliesEach():
		return takes
	case composed(b.keyword):
		return f.implies(b.keyword, b.new)
	default:
		return perhaps
	}
}

// refusesNull reports that the new side no longer takes null, or takes it and then rejects it because
// of an enum.
func (f Field) refusesNull() bool {
	if !f.New.Nullable {
		return !f.Enforced || !enumRefusesNull(f.Old) && !f.keepsNull()
	}
	return f.Enforced && enumRefusesNull(f.New) && f.dropsNull()
}

// keepsNull reports that the new side keeps null in a list, because the items have no type, or in a map
// of any values (additionalProperties: true). Of other maps the API server drops it
// (PruneNonNullableNullsWithoutDefaults).
func (f Field) keepsNull() bool {
	list := f.Parent != nil && f.Parent.New.Items != nil
	return f.Property == "" && (list || !f.New.KeepsUnknown()) && loose(f.New) && !isIntOrString(f.New) && f.New.Ref == "" && !enumRefusesNull(f.New) && !defaulted(f.New)
}

// enumRefusesNull reports that the API server rejects null because of an enum. It does so even if the
// enum lists null (kube-openapi/pkg/validation/validate, basicCommonValidator), but not because of an
// enum in allOf.
func enumRefusesNull(s *discovery.Schema) bool { return len(s.Enum) > 0 }

// dropsNull reports that the old side drops a null, or replaces it by the default.
func (f Field) dropsNull() bool {
	if f.Property == "" {
		return f.Parent != nil && f.Parent.Old.Items == nil
	}
	return !f.OldRequired || defaulted(f.Old)
}

// replacesNull reports that the new side replaces null in a property by the default. If a property
// cannot be null, the API server drops the null or replaces it by the default, before it checks
// required properties (apiextensions-apiserver/pkg/apiserver/schema/defaulting,
// PruneNonNullableNullsWithoutDefaults). It rejects null in a list.
func (f Field) replacesNull() bool {
	return f.Enforced && f.Property != "" && f.Old.Nullable && !f.New.Nullable && defaulted(f.New)
}

// listedHold reports whether the old side lists its values, and all of them satisfy the new
// keyword.
func (f Field) listedHold(b bound) bool {
	was := listed(f.Old)
	return len(was) > 0 && scalarKeyword(b.keyword) && !slices.ContainsFunc(was, func(v string) bool {
		return v[0] == '{' || v[0] == '[' || cutsFractions(f.Old, v) || valid(f.Old, v) && !holds(f.New, b.keyword, v)
	})
}

func scalarKeyword(keyword string) bool {
	return !composed(keyword) && !strings.HasSuffix(keyword, "Items") && !strings.HasSuffix(keyword, "Properties") && !slices.Contains([]string{"nullable", "format", "type"}, keyword)
}

// followsFrom reports whether the rest of the old schema accepts only values that satisfy a keyword
// of the new side. A value of another type satisfies the keyword.
func (f Field) followsFrom(b bound) bool {
	if _, ok := endOf(b.keyword); ok {
		return !f.mayBe("integer", "number") || f.numbersKeep(b.keyword, b.new)
	}
	switch b.keyword {
	case "minLength", "maxLength", "pattern":
		if was := texts(f.Old); len(was.Patterns) == 0 && b.keyword != "pattern" {
			return !f.mayBe("string") || f.Enforced && b.keyword == "minLength" && float64(was.Min) >= size(f.New, b.keyword, 0)
		}
		return !f.mayBe("string") || texts(f.Old).Within(textOf(f.New, b.keyword)) == pattern.Yes
	case "multipleOf":
		return !f.mayBe("integer", "number") || b.new == "1" && !f.mayBe("number") || f.numbersKeep(b.keyword, b.new)
	case "allOf", "anyOf", "oneOf", "not":
		return f.numbersKeep(b.keyword, b.new)
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
		return !f.mayBe("object") || max(float64(f.fewestProperties()), strictest(f.Old, keyword, 0)-float64(f.lostDefaults())) >= size(f.New, keyword, 0)
	case "maxProperties":
		return !f.mayBe("object") || f.Enforced && float64(f.mostProperties()) <= size(f.New, keyword, 0)
	default:
		return false
	}
}

// mostProperties returns the maximum number of properties of an old object on the new side: those
// that both sides list or that the new side keeps, and those that a default adds.
func (f Field) mostProperties() int {
	if f.Old.AdditionalProperties != nil || f.Old.KeepsUnknown() || isEmbedded(f.Old) || isEmbedded(f.New) || f.Resource != "" && f.Path == "" {
		return math.MaxInt
	}
	n := len(slice.Filter(f.New.Properties, func(p discovery.Field) bool { return f.Old.Field(p.Name) != nil || defaulted(p.Schema) }))
	if f.New.AdditionalProperties != nil || f.New.KeepsUnknown() {
		n += len(slice.Filter(f.Old.Properties, func(p discovery.Field) bool { return f.New.Field(p.Name) == nil }))
	}
	return n
}

// fewestProperties returns the minimum number of properties of an old object on the new side: those
// that were required, and those that a default adds.
func (f Field) fewestProperties() int {
	required := slice.Filter(f.Old.Properties, func(p discovery.Field) bool { return p.Required && !f.losesDefault(p) })
	added := slice.Filter(f.New.Properties, func(p discovery.Field) bool {
		q := f.Old.Field(p.Name)
		return f.Enforced && defaulted(p.Schema) && (q == nil || !q.Required)
	})
	return len(f.Old.RequiredElsewhere) + len(required) + len(added)
}

// mayBe reports whether the old side accepts values of one of some types.
func (f Field) mayBe(of ...string) bool {
	return slices.ContainsFunc(types(f.Old), func(t string) bool { return t == "" || slices.Contains(of, t) })
}
