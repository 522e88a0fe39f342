package rule

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/diff/pattern"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
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
	// path, keyword and value are set if the statement is about one value: that it satisfies the
	// keyword, or that it is the value of an enum.
	path, keyword, value string
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
		return formula{
			op: map[string]string{"allOf": "and", "anyOf": "or", "oneOf": "one"}[keyword],
			of: slice.Map(read[[]jsontext.Value](r, text), func(sub jsontext.Value) formula { return r.schema(string(sub), path, at) }),
		}
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
	return r.about(path, keyword, text, at)
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
func (r *formulas) about(path, keyword, text string, at cel.Shape) formula {
	s, ok := at.(shape)
	if r.side == cel.New && (!ok || !s.scalar() && !stable(s.old, s.new)) {
		path = "new " + path
	}
	return formula{op: "atom", name: path + " " + keyword + " " + text, path: path, keyword: keyword, value: text}
}

// listed returns the formula that a value is one of several.
func (r *formulas) listed(values []jsontext.Value, path string, at cel.Shape) formula {
	return formula{op: "or", of: slice.Map(values, func(v jsontext.Value) formula { return r.about(path, "enum", string(v), at) })}
}

// schema reads all keywords of a schema. The API server applies those that match the type of the
// value.
func (r *formulas) schema(text, path string, at cel.Shape) formula {
	return r.all(read[map[string]jsontext.Value](r, text), path, at)
}

// all reads keywords that apply to the value at a path.
func (r *formulas) all(keywords map[string]jsontext.Value, path string, at cel.Shape) formula {
	f := formula{op: "and"}
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

// atoms adds the statements of a formula to others, each once.
func (f formula) atoms(into []formula) []formula {
	return f.collect(into, slice.Set(slice.Map(into, func(a formula) string { return a.name })))
}

func (f formula) collect(into []formula, known map[string]bool) []formula {
	if f.op == "atom" && !known[f.name] {
		known[f.name] = true
		into = append(into, f)
	}
	for _, sub := range f.of {
		into = sub.collect(into, known)
	}
	return into
}

// precludes reports that two statements about a value cannot be true and false, or both be true.
func (f formula) precludes(other formula, is bool) bool {
	if f.path != other.path || f.keyword != other.keyword || f.keyword == "" {
		return false
	}
	if is {
		a, plainA := plainText(f.value)
		b, plainB := plainText(other.value)
		return f.keyword == "enum" && plainA && plainB && a != b
	}
	if f.keyword == "pattern" {
		return f.text().Within(other.text()) == pattern.Yes
	}
	e, a, ok := f.limit()
	_, b, both := other.limit()
	return ok && both && e.within(a, b)
}

func (f formula) text() pattern.Texts {
	return textOf(&discovery.Schema{Constraints: []discovery.Keyword{{Name: "pattern", Value: f.value}}}, "pattern")
}

func (f formula) limit() (e end, at limit, ok bool) {
	text, exclusive, _ := strings.Cut(f.value, " ")
	n, err := strconv.ParseFloat(text, 64)
	if e = upper; strings.HasPrefix(f.keyword, "min") {
		e = lower
	}
	ok = err == nil && (strings.HasPrefix(f.keyword, "min") || strings.HasPrefix(f.keyword, "max")) && n == math.Trunc(n)
	return e, limit{n, exclusive == "true"}, ok
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
	var impossible [][2]int // the statements that differ, and those among them that are true
	for i, a := range atoms {
		for j, b := range atoms {
			if i != j && a.precludes(b, false) {
				impossible = append(impossible, [2]int{1<<i | 1<<j, 1 << i})
			}
			if i < j && a.precludes(b, true) {
				impossible = append(impossible, [2]int{1<<i | 1<<j, 1<<i | 1<<j})
			}
		}
	}
	assumed := map[string]bool{}
	for n := range 1 << len(atoms) {
		if slices.ContainsFunc(impossible, func(c [2]int) bool { return n&c[0] == c[1] }) {
			continue
		}
		for i, a := range atoms {
			assumed[a.name] = n>>i&1 == 1
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
	keywords := map[string]jsontext.Value{}
	for _, k := range s.Constraints {
		keywords[k.Name] = jsontext.Value(k.Value)
	}
	if len(s.Enum) > 0 {
		keywords["enum"] = jsontext.Value("[" + strings.Join(s.Enum, ",") + "]")
	}
	if s.Format != "" {
		keywords["format"] = jsontext.Value(`"` + s.Format + `"`)
	}
	f := r.all(keywords, "", at)
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
	f = f.withoutNull()
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
	case len(atoms) > maxAtoms:
		f.shorten()
		return perhaps
	case slices.ContainsFunc(atoms, func(a formula) bool { return a.keyword != "" || strings.Contains(a.name, " ") }):
		return perhaps
	default:
		return refuses
	}
}

// narrowed returns the parts of a conjunction that are about the same properties or values as another
// formula. Fewer parts give fewer cases.
func narrowed(given, by formula) formula {
	atoms := by.atoms(nil)
	return formula{op: "and", of: slice.Filter(given.of, func(part formula) bool {
		return slices.ContainsFunc(part.atoms(nil), func(a formula) bool {
			return slices.ContainsFunc(atoms, func(b formula) bool {
				return a.name == b.name || a.keyword != "" && a.path == b.path && a.keyword == b.keyword
			})
		})
	})}
}
