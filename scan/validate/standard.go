package validate

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/scan/carried"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// standard validates what OpenAPI itself defines.
func (x *check) standard() {
	value, ok := x.value(x.o.Root, 0)
	root, isMap := value.(map[string]any)
	if !ok {
		x.add(x.o.Root, "", "", fmt.Sprintf("is nested more than %d levels deep, which is not validated", maxDepth), rule.Unknown)
		return
	}
	if isMap && x.kind.status && !x.kind.byCode {
		delete(root, "status")
	}
	if !x.kind.byCode {
		x.complete(value, x.kind.root, 0)
	}
	if isMap {
		// An item of a typed list may leave its type to the list.
		root["apiVersion"], root["kind"] = x.o.APIVersion, x.o.Kind
	}
	x.with(x.kind.schema, value)
}

// with validates the value of x.from with a schema. Reasons leave the schema and the value, which may
// be secret, out of messages.
func (x *check) with(schema *openapi3.Schema, value any) {
	x.gather(schema.VisitJSON(value, openapi3.MultiErrors(), openapi3.SetSchemaErrorMessageCustomizer(func(e *openapi3.SchemaError) string { return e.Reason }), openapi3.SetSchemaRegexCompiler(x.v.compile), openapi3.WithStringFormatValidators(x.v.formats)))
}

// dropped reports whether the API server decodes what is at a path and then drops it. Only its
// types matter. Custom resources have no types to decode into.
func (x *check) dropped(at string) bool {
	return x.kind.status && (at == "status" || strings.HasPrefix(at, "status."))
}

// decoded is the part of a complaint that matters for a value that is only decoded; "" if none
// does. An enum complaint about a value of another type is one about the type.
func (x *check) decoded(node int, complaint string) string {
	if complaint == "enum" && x.o.Tree.Nodes[node].Kind != tree.String {
		return "type"
	}
	if complaint == "type" {
		return complaint
	}
	return ""
}

// gather splits errors.
func (x *check) gather(err error) {
	var many openapi3.MultiError
	var one *openapi3.SchemaError
	switch {
	case err == nil || len(x.found) > maxErrors:
	case errors.As(err, &one) && one.SchemaField == "allOf" && one.Origin != nil:
		// The parts have more detail; their paths begin at the same value.
		x.schemaError(one)
	case errors.As(err, &many) && one == nil, isMulti(err, &many):
		for _, e := range many {
			x.gather(e)
		}
	case one != nil:
		x.schemaError(one)
	}
}

func isMulti(err error, into *openapi3.MultiError) bool {
	m, ok := err.(openapi3.MultiError) //nolint:errorlint // As would find one within a schema error
	*into = m
	return ok
}

func (x *check) schemaError(e *openapi3.SchemaError) {
	node, at := x.follow(e.JSONPointer())
	complaint := e.SchemaField
	if x.dropped(at) {
		if complaint = x.decoded(node, complaint); complaint == "" {
			return
		}
	}
	if e.Schema != nil && x.heldWhole(node, e) {
		return
	}
	switch complaint {
	case "required":
		x.missing(node, at)
	case "type":
		isList := x.o.Tree.Nodes[node].Kind == tree.List
		x.found = append(x.found, problem{node: node, field: at, value: x.written(node), message: "must be " + types(e.Schema) + ", not " + x.is(node), severity: rule.Breaking, isList: isList})
	case "enum":
		x.add(node, at, x.written(node), x.enum(e), rule.Breaking)
	case "nullable":
		x.add(node, at, "null", "must be "+types(e.Schema)+", not null", rule.Breaking)
	default:
		x.add(node, at, x.written(node), "is not valid: "+x.reason(node, e), rule.Breaking)
	}
}

// missing adds a required field. A strategic merge patch that only helmfile or a script names may
// leave out any field.
func (x *check) missing(node int, field string) {
	if x.patch == nil {
		x.patch = new(x.isPatch())
	}
	if *x.patch {
		x.add(node, field, "", "is required and missing, unless this is a patch, as its directives suggest", rule.Possible)
		return
	}
	x.add(node, field, "", "is required and missing", rule.Breaking)
}

// isPatch reports whether the object has directives of a patch. A custom resource may have them in a
// patch for others.
func (x *check) isPatch() bool {
	all := x.o.Tree.Nodes
	return x.kind.byCode && x.o.Origin.Chart == "" && slices.ContainsFunc(all[x.o.Root:all[x.o.Root].After], func(n tree.Node) bool { return carried.Directive(n.Key) })
}

// reason is the reason of kin-openapi, which may quote the value.
func (x *check) reason(node int, e *openapi3.SchemaError) string {
	if e.Reason != "" && !x.secretBelow(node) {
		return e.Reason
	}
	return "the schema's " + e.SchemaField + " does not allow it"
}

func types(s *openapi3.Schema) string {
	if s == nil || s.Type == nil || len(*s.Type) == 0 {
		return "of a different type"
	}
	switch (*s.Type)[0] {
	case "object":
		return "a map"
	case "array":
		return "a list"
	case "integer":
		return "an integer"
	default:
		return "a " + (*s.Type)[0]
	}
}

// is describes the value of a node.
func (x *check) is(node int) string {
	n := &x.o.Tree.Nodes[node]
	switch n.Kind {
	case tree.Map:
		return "a map"
	case tree.List:
		return "a list"
	case tree.String:
		if x.secret(node) {
			return "a string"
		}
		return "the string " + quote(n.Value)
	case tree.Null:
		return "null"
	case tree.Number, tree.Bool:
	}
	what := "number"
	if n.Kind == tree.Bool {
		what = "boolean" // also n, yes and on
	}
	if x.secret(node) {
		return "a " + what
	}
	return "the " + what + " " + finding.Clip(n.Value, maxQuoted)
}

// butIs is the end of a message about a scalar that should be something else.
func (x *check) butIs(node int) string {
	if x.secret(node) {
		return "; the value is not shown"
	}
	return ", not " + quote(x.o.Tree.Nodes[node].Value)
}

// maxQuoted is the most bytes that are quoted of a value.
const maxQuoted = 80

func quote(s string) string { return strconv.Quote(finding.Clip(s, maxQuoted)) }

// enum lists the allowed values, and the most similar one.
func (x *check) enum(e *openapi3.SchemaError) string {
	var allowed []string
	for _, v := range e.Schema.Enum {
		text, isText := v.(string)
		if b, err := json.Marshal(v); err == nil && !isText {
			text = string(b)
		}
		if text != "" {
			allowed = append(allowed, text)
		}
	}
	node, _ := x.follow(e.JSONPointer())
	message := "must be one of " + finding.Clip(strings.Join(allowed, ", "), 300) + ", not " + x.is(node)
	if meant := nearest.Word(x.written(node), allowed); meant != "" && len(x.written(node)) < 100 {
		message += "; did you mean " + meant + "?"
	}
	return message
}

// written is a scalar as it is in the file; "" if it is secret.
func (x *check) written(node int) string {
	n := &x.o.Tree.Nodes[node]
	if n.Kind == tree.Map || n.Kind == tree.List || x.secret(node) {
		return ""
	}
	return finding.Clip(n.Value, maxQuoted)
}

// follow finds the node of a path below x.from, or of the part of it that exists, and writes the path.
func (x *check) follow(path []string) (node int, at string) {
	node = x.from
	var b strings.Builder
	b.WriteString(x.at)
	lost := false
	for _, key := range path {
		index := -1
		if x.o.Tree.Nodes[node].Kind == tree.List && !lost {
			index, _ = strconv.Atoi(key)
		}
		write(&b, key, index)
		if lost {
			continue
		}
		if next := x.child(node, key, index); next >= 0 {
			node = next
		} else {
			lost = true
		}
	}
	return node, b.String()
}

func (x *check) child(node int, key string, index int) int {
	if index < 0 {
		return x.o.Tree.Child(node, key)
	}
	for i, c := range x.items(node) {
		if i == index {
			return c
		}
	}
	return -1
}

// items ranges over the entries of a list, each with its index.
func (x *check) items(node int) iter.Seq2[int, int] {
	return func(yield func(index, item int) bool) {
		i := 0
		for c := range x.o.Tree.Each(node) {
			if !yield(i, c) {
				return
			}
			i++
		}
	}
}

// indexed is the path of an item.
func indexed(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]" }

// write appends a key to a path.
func write(b *strings.Builder, key string, index int) {
	if index >= 0 {
		b.WriteString("[" + strconv.Itoa(index) + "]")
		return
	}
	segment := finding.Segment(key)
	if b.Len() > 0 && segment[0] != '[' {
		b.WriteByte('.')
	}
	b.WriteString(segment)
}

// value is a node as JSON. For kinds that Go code decodes, null in a map is left out.
func (x *check) value(node, depth int) (any, bool) {
	t := x.o.Tree
	n := &t.Nodes[node]
	if depth > maxDepth {
		return nil, false
	}
	ok := true
	switch n.Kind {
	case tree.Map:
		out := map[string]any{}
		for c := range t.Each(node) {
			if t.Nodes[c].Kind == tree.Null && x.kind.byCode {
				continue
			}
			v, whole := x.value(c, depth+1)
			out[t.Nodes[c].Key] = v
			ok = ok && whole
		}
		return out, ok
	case tree.List:
		out := []any{}
		for c := range t.Each(node) {
			v, whole := x.value(c, depth+1)
			out = append(out, v)
			ok = ok && whole
		}
		return out, ok
	case tree.Number:
		return exact(number(n.Value), n.Value), true
	case tree.Bool:
		return slices.Contains([]string{"true", "yes", "on", "y"}, strings.ToLower(n.Value)), true // as in YAML 1.1
	case tree.Null:
		return nil, true
	default:
		return n.Value, true
	}
}

// number parses a number of YAML: 0x1F, 0o17, 017, 1_000, .5, 1e3.
func number(text string) any {
	plain := strings.ReplaceAll(text, "_", "")
	if n, err := strconv.ParseInt(plain, 0, 64); err == nil {
		return float64(n)
	}
	if f, err := strconv.ParseFloat(plain, 64); err == nil && f-f == 0 {
		return f
	}
	// Too large, infinite, or no number: JSON has no such value.
	return text
}

// exact is a number that was read from a text. A whole number with more than 53 bits is an int, not a
// float64, which cannot represent all of them: kin-openapi compares an int with an enum exactly, and
// with limits as a float64.
func exact(parsed any, text string) any {
	f, ok := parsed.(float64)
	if !ok || math.Abs(f) < 1<<53 || f != math.Trunc(f) {
		return parsed
	}
	if n, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 0, strconv.IntSize); err == nil {
		return int(n)
	}
	if wide(f) {
		return parsed
	}
	return int(f)
}

// decode is a JSON value with exact numbers; nil if it is no JSON.
func decode(text string) (value any) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if d.Decode(&value) != nil {
		return nil
	}
	return exactly(value)
}

func exactly(value any) any {
	switch value := value.(type) {
	case json.Number:
		return exact(number(value.String()), value.String())
	case map[string]any:
		for key, v := range value {
			value[key] = exactly(v)
		}
	case []any:
		for i, v := range value {
			value[i] = exactly(v)
		}
	}
	return value
}

type matcher struct{ *regexp.Regexp }

// MatchString returns true for patterns that Go cannot compile: nothing is reported for them.
func (m matcher) MatchString(s string) bool { return m.Regexp == nil || m.Regexp.MatchString(s) }

// compile compiles a pattern once. Kubernetes matches with Go's regexp too.
func (v *Validator) compile(pattern string) (openapi3.RegexMatcher, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	m, known := v.patterns[pattern]
	if !known {
		m.Regexp, _ = regexp.Compile(pattern) // nil if Go cannot compile it
		v.patterns[pattern] = m
	}
	return m, nil
}

func (x *check) add(node int, field, value, message string, severity rule.Severity) {
	x.found = append(x.found, problem{node: node, field: field, value: value, message: message, severity: severity})
}
