package rule

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/discovery"
)

// maxAtoms is how many statements a proof about anyOf, oneOf, allOf and not may go through:
// it tries all 2^n cases.
const maxAtoms = 14

// asserting are the extensions that an API server holds values to in composed schemas, too
// (apiextensions-apiserver/pkg/apiserver/schema, NestedValueValidation).
//
//nolint:gochecknoglobals // a constant set; Go has no constant slices.
var asserting = []string{"x-kubernetes-validations", "x-kubernetes-int-or-string", "x-kubernetes-embedded-resource"}

// maxListed is how many listed values are statements of their own.
const maxListed = 8

// formula is what anyOf, oneOf, allOf and not say, as a formula over statements: that a
// property is there, that a value holds to a keyword.
type formula struct {
	// op is "atom", "and", "or", "one" (exactly one), "not", "true" or "false".
	op   string
	name string
	of   []formula
}

// formulas reads formulas of one side.
type formulas struct {
	side cel.Side
	// failed: a text could not be read, or its meaning depends on the type of a value.
	failed bool
}

func constant(b bool) formula {
	if b {
		return formula{op: "true"}
	}
	return formula{op: "false"}
}

// keyword reads a keyword of a value at a path.
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

// lists reports whether a list has all values that the old side lists of a place.
func lists(values []jsontext.Value, at cel.Shape) bool {
	s, ok := at.(shape)
	if !ok || !s.Scalar() {
		return false
	}
	was := listed(s.old)
	return len(was) > 0 && !slices.ContainsFunc(was, func(v string) bool {
		return !slices.ContainsFunc(values, func(w jsontext.Value) bool { return string(w) == v })
	})
}

// about is a statement about a value.
func (r *formulas) about(name string, at cel.Shape) formula {
	if r.side == cel.New && (at == nil || !at.Scalar() && !at.Stable()) {
		name = "new " + name
	}
	return formula{op: "atom", name: name}
}

// listed says that a value is one of some.
func (r *formulas) listed(values []jsontext.Value, path string, at cel.Shape) formula {
	f := formula{op: "or"}
	for _, v := range values {
		f.of = append(f.of, r.about(path+" is "+string(v), at))
	}
	return f
}

// schema is all keywords of a schema; the API server applies those that fit the value.
func (r *formulas) schema(text, path string, at cel.Shape) formula {
	f := formula{op: "and"}
	keywords := read[map[string]jsontext.Value](r, text)
	for name, value := range keywords {
		text := string(value)
		if name == "minimum" || name == "maximum" { // exclusiveMinimum and exclusiveMaximum change what it means
			text += " " + string(keywords["exclusiveM"+name[1:]])
		}
		f.of = append(f.of, r.keyword(name, text, path, at))
	}
	return f
}

// properties: each property is absent or holds to its schema.
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

// has is the statement that a property is there. One whose default differs is another
// value on each side, with statements of its own.
func (r *formulas) has(name, path string, at cel.Shape) (formula, cel.Shape) {
	s, ok := at.(shape)
	// Of other values properties are neither there nor missing. No keyword is asked of null, but
	// one below a property is.
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

// follows reports whether a formula is true wherever another is; false if there are too
// many statements.
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

// composed are the keywords that hold other schemas.
func composed(keyword string) bool {
	return slices.Contains([]string{"allOf", "anyOf", "oneOf", "not"}, keyword)
}

// formulaOf is what a side's schema says of the value itself, as far as it has a part in
// composed keywords: those, the other constraints, the type.
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

// implies tells whether all values that the old schema takes hold to a composed keyword of
// the new one. Where it is only about which properties are there, every case is an object.
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

// narrowed leaves out the parts of a conjunction that share no statement with another
// formula: the fewer there are, the fewer cases.
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
