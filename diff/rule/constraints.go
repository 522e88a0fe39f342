package rule

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// bound is one validation keyword on both sides; "" where a side has none.
type bound struct{ keyword, old, new string }

// bounds lists the validation keywords that differ.
func (f Field) bounds() (out []bound) {
	if !f.Both() || f.Old.Ref != f.New.Ref || f.typeShift().other {
		return nil
	}
	for _, k := range f.Old.Constraints {
		if is := f.New.Constraint(k.Name); is != k.Value {
			out = append(out, bound{k.Name, k.Value, is})
		}
	}
	for _, k := range f.New.Constraints {
		if f.Old.Constraint(k.Name) == "" {
			out = append(out, bound{k.Name, "", k.Value})
		}
	}
	if f.Old.Nullable != f.New.Nullable {
		out = append(out, bound{"nullable", strconv.FormatBool(f.Old.Nullable), strconv.FormatBool(f.New.Nullable)})
	}
	if f.Old.Closed != f.New.Closed {
		out = append(out, bound{"additionalProperties", openness(f.Old), openness(f.New)})
	}
	order.By(out, func(a, b bound) int { return strings.Compare(a.keyword, b.keyword) })
	// A choice between types is a type, which another rule has compared.
	return slices.DeleteFunc(out, func(b bound) bool {
		return b.equal() || (pureTypes(b.old) != nil || b.old == "") && (pureTypes(b.new) != nil || b.new == "") && (b.keyword == "oneOf" || b.keyword == "anyOf")
	})
}

func openness(s *discovery.Schema) string {
	if s.Closed {
		return "false"
	}
	return "true"
}

// tighter reports whether the new side takes less; where that cannot be told
// (another pattern, another anyOf), it may.
func (b bound) tighter() bool {
	was, err1 := strconv.ParseFloat(b.old, 64)
	is, err2 := strconv.ParseFloat(b.new, 64)
	numbers := err1 == nil && err2 == nil
	switch {
	case b.keyword == "nullable" || b.keyword == "additionalProperties":
		return b.new == "false"
	case b.old == "":
		return b.new != "false"
	case b.new == "":
		return false
	case b.keyword == "multipleOf" && numbers && is != 0:
		return math.Mod(was, is) != 0
	case strings.HasPrefix(b.keyword, "min") && numbers:
		return is > was
	case strings.HasPrefix(b.keyword, "max") && numbers:
		return is < was
	default:
		return b.new != "false"
	}
}

// equal: what one side writes out is what the other leaves to the default.
func (b bound) equal() bool {
	switch b.keyword {
	case "minLength", "minItems", "minProperties":
		return cmp.Or(b.old, "0") == cmp.Or(b.new, "0")
	case "uniqueItems", "exclusiveMinimum", "exclusiveMaximum":
		return cmp.Or(b.old, "false") == cmp.Or(b.new, "false")
	default:
		return false
	}
}

// constraintChanges makes a change of each bound that is tighter, or is not.
func (f Field) constraintChanges(id string, severity Severity, tighter bool) (changes []Change) {
	for _, b := range f.bounds() {
		if b.tighter() != tighter {
			continue
		}
		c := f.change(id, severity, "has "+b.keyword+" "+cmp.Or(b.new, "none")+", had "+cmp.Or(b.old, "none"))
		c.Old, c.New, c.Detail = b.old, b.new, b.keyword
		changes = append(changes, c)
	}
	return changes
}
