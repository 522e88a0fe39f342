package rule

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/discovery"
)

// maxAtoms is the maximum number of statements in a proof about anyOf, oneOf, allOf and not. The
// proof tries all 2^n cases.
const maxAtoms = 14

// asserting are the extensions that the API server also validates in composed schemas
// (apiextensions-apiserver/pkg/apiserver/schema, NestedValueValidation).
//
//nolint:gochecknoglobals // a constant set; Go has no constant slices.
var asserting = []string{"x-kubernetes-validations", "x-kubernetes-int-or-string", "x-kubernetes-embedded-resource"}

// maxListed is the maximum number of listed values that are separate statements.
const maxListed = 8

// formula is the meaning of anyOf, oneOf, allOf and not as a propositional formula. Its statements
// are that a property is set, or that a value satisfies a keyword.
type formula struct {
	// op is "atom", "and", "or", "one" (exactly one), "not", "true" or "false".
	op   string
	name string
	of   []formula
}

type formulas struct {
	side cel.Side
	// failed reports that a text could not be read, or that its meaning depends on the type of a
	// value.
	failed bool
}

func constant(b bool) formula {
	if b {
		return formula{op: "true"}
	}
	return formula{op: "false"}
}

// keyword reads a keyword that applies to the value at a path.
func (r *formulas) keyword(keyword, text, path string, at cel.Shape) formula {
	switch keyword {
	case "allOf", "anyOf", "oneOf":
		f := formula{op: map[string]string{"allOf": "and", "anyOf": "or", "oneOf": "one"}[keyword]}
		for _, sub := range read[[]jsontext.Value](r, text) {
			f.of = append(f.of, r.schema(string(sub), path, at))
		}
		return f
	case "not":
		return formula{op: "not", of: []formula{r.schema(text, path, at)}}
	case "required":
		f := formula{op: "and"}
		for _, name := range read[[]string](r, text) {
			has, _ := r.has(name, path, at)
			f.of = append(f.of, has)
		}
		return f
	case "properties":
		return r.properties(text, path, at)
	case "default", "description", "nullable":
		return constant(true)
	}
	if keyword == "enum" {
		values := read[[]jsontext.Value](r, text)
		if r.side == cel.New && lists(values, at) {
			return constant(true)
		}
		if len(values) <= maxListed {
			return r.listed(values, path, at)
		}
	}
	if annotation[keyword] || strings.HasPrefix(keyword, "x-") && !slices.Contains(asserting, keyword) {
		return constant(true)
	}
	return r.about(path+" "+keyword+" "+text, at)
}

// lists reports whether a list contains all values that the old side lists for a place.
func lists(values []jsontext.Value, at cel.Shape) bool {
	s, ok := at.(shape)
	if !ok || !s.scalar() {
		return false
	}
	was := listed(s.old)
	return len(was) > 0 && !slices.ContainsFunc(was, func(v string) bool {
		return !slices.ContainsFunc(values, func(w jsontext.Value) bool { return string(w) == v })
	})
}

// about returns a statement about a value. A value that a default can change is another value on
// the new side.
func (r *formulas) about(name string, at cel.Shape) formula {
	s, ok := at.(shape)
	if r.side == cel.New && (!ok || !s.scalar() && !stable(s.old, s.new)) {
		name = "new " + name
	}
	return formula{op: "atom", name: name}
}

// listed returns the formula that a value is one of several.
func (r *formulas) listed(values []jsontext.Value, path string, at cel.Shape) formula {
	f := formula{op: "or"}
	for _, v := range values {
		f.of = append(f.of, r.about(path+" is "+string(v), at))
	}
	return f
}

// schema reads all keywords of a schema. The API server applies those that match the type of the
// value.
func (r *formulas) schema(text, path string, at cel.Shape) formula {
	f := formula{op: "and"}
	keywords := read[map[string]jsontext.Value](r, text)
	for name, value := range keywords {
		text := string(value)
		if name == "minimum" || name == "maximum" { // exclusiveMinimum and exclusiveMaximum change the meaning
			text += " " + string(keywords["exclusiveM"+name[1:]])
		}
		f.of = append(f.of, r.keyword(name, text, path, at))
	}
	return f
}

// properties reads the schemas of properties: each property is unset or satisfies its schema.
func (r *formulas) properties(text, path string, at cel.Shape) formula {
	f := formula{op: "and"}
	for name, sub := range read[map[string]jsontext.Value](r, text) {
		has, field := r.has(name, path, at)
		f.of = append(f.of, formula{op: "or", of: []formula{
			{op: "not", of: []formula{has}},
			r.schema(string(sub), path+"."+name, field),
		}})
	}
	return f
}

// has returns the statement that a property is set, and the property's shape. If the default
// differs, the two sides have separate statements.
func (r *formulas) has(name, path string, at cel.Shape) (formula, cel.Shape) {
	s, ok := at.(shape)
	// Only objects have properties. Keywords do not apply to null, but keywords of a property can
	// apply to a parent that is null.
	if !ok || s.old.Type != "object" || s.new.Type != "object" || path != "" && s.nullable() {
		r.failed = true
		return formula{}, nil
	}
	field, presence, differs := s.property(name, r.side)
	atom := formula{op: "atom", name: path + "." + name}
	if differs && r.side == cel.New {
		atom.name = "new " + atom.name
	}
	if presence != cel.Maybe {
		return constant(presence == cel.Always), field
	}
	return atom, field
}

func read[T any](r *formulas, text string) (value T) {
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		r.failed = true
	}
	return value
}

func (f formula) atoms(into []string) []string {
	if f.op == "atom" && !slices.Contains(into, f.name) {
		into = append(into, f.name)
	}
	for _, sub := range f.of {
		into = sub.atoms(into)
	}
	return into
}

func (f formula) holds(assumed map[string]bool) bool {
	count := 0
	for _, sub := range f.of {
		if sub.holds(assumed) {
			count++
		}
	}
	switch f.op {
	case "atom":
		return assumed[f.name]
	case "and":
		return count == len(f.of)
	case "or":
		return count > 0
	case "one":
		return count == 1
	case "not":
		return count == 0
	default:
		return f.op == "true"
	}
}

// follows reports whether f is true in all cases in which from is true. It is false if there are
// too many statements.
func follows(f, from formula) bool {
	atoms := from.atoms(f.atoms(nil))
	if len(atoms) > maxAtoms {
		return false
	}
	assumed := map[string]bool{}
	for n := range 1 << len(atoms) {
		for i, a := range atoms {
			assumed[a] = n>>i&1 == 1
		}
		if from.holds(assumed) && !f.holds(assumed) {
			return false
		}
	}
	return true
}

// composed reports whether a keyword contains other schemas.
func composed(keyword string) bool {
	return slices.Contains([]string{"allOf", "anyOf", "oneOf", "not"}, keyword)
}

// formulaOf reads what one side's schema requires of the value itself: constraints, enum, format
// and type.
func (r *formulas) formulaOf(s *discovery.Schema, at cel.Shape) formula {
	f := formula{op: "and"}
	for _, k := range s.Constraints {
		text := k.Value
		if k.Name == "minimum" || k.Name == "maximum" {
			text += " " + s.Constraint("exclusiveM"+k.Name[1:])
		}
		f.of = append(f.of, r.keyword(k.Name, text, "", at))
	}
	if len(s.Enum) > 0 {
		f.of = append(f.of, r.keyword("enum", "["+strings.Join(s.Enum, ",")+"]", "", at))
	}
	if s.Format != "" {
		f.of = append(f.of, r.keyword("format", `"`+s.Format+`"`, "", at))
	}
	if of := types(s); of[0] != "" && !s.Nullable {
		any := formula{op: "or"}
		for _, name := range of {
			any.of = append(any.of, r.keyword("type", `"`+name+`"`, "", at))
		}
		f.of = append(f.of, any)
	}
	return f
}

// implies compares the values that the old schema accepts with a composed keyword of the new
// schema. If all statements are about which properties are set, every case is a possible object, so
// a counterexample is certain.
func (f Field) implies(keyword, text string) verdict {
	at := shapeOf(f.Old, f.New)
	old, new := formulas{side: cel.Old}, formulas{side: cel.New}
	given, wanted := old.formulaOf(f.Old, at), new.keyword(keyword, text, "", at)
	if old.failed || new.failed {
		return perhaps
	}
	given = narrowed(given, wanted)
	switch atoms := given.atoms(wanted.atoms(nil)); {
	case follows(wanted, given):
		return takes
	case len(atoms) > maxAtoms || slices.ContainsFunc(atoms, func(a string) bool { return strings.Contains(a, " ") }):
		return perhaps
	default:
		return refuses
	}
}

// narrowed returns the parts of a conjunction that share a statement with another formula. Fewer
// parts give fewer cases.
func narrowed(given, by formula) formula {
	atoms := by.atoms(nil)
	out := formula{op: "and"}
	for _, part := range given.of {
		if slices.ContainsFunc(part.atoms(nil), func(a string) bool { return slices.Contains(atoms, a) }) {
			out.of = append(out.of, part)
		}
	}
	return out
}
