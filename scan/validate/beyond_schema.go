package validate

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/carried"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// walk walks through a value with its schema, for the rules that OpenAPI does not have.
func (x *check) walk(node int, s *discovery.Schema, at string, depth int) {
	if s == nil || depth > maxDepth || len(x.found) > maxErrors {
		return
	}
	s, name := x.resolve(s)
	n := &x.o.Tree.Nodes[node]
	if strings.HasSuffix(name, objectMeta) {
		x.metadata(node, at)
	}
	if s == nil || n.Kind == tree.Null {
		return
	}
	if special(name) || intOrString(s) {
		x.special(node, name, s, at, depth)
		return
	}
	switch n.Kind {
	case tree.Map:
		x.object(node, s, at, depth)
	case tree.List:
		if s.Type == "array" {
			x.list(node, s, at, depth)
		}
	case tree.String:
		if s.Type == "string" {
			x.format(node, name, s, at)
		}
	case tree.Number:
		x.number(node, s, at)
	default:
		// The standard has all rules for booleans.
	}
}

// special checks the types that have their own JSON forms.
func (x *check) special(node int, name string, s *discovery.Schema, at string, depth int) {
	n := &x.o.Tree.Nodes[node]
	short := name[strings.LastIndexByte(name, '.')+1:]
	switch {
	case short == "IntOrString" && special(name) || intOrString(s):
		f, isNumber := number(n.Value).(float64)
		isInteger := n.Kind == tree.Number && isNumber && f == float64(int64(f)) && (!x.kind.byCode || f <= 1<<31-1 && f >= -1<<31)
		if n.Kind != tree.String && !isInteger {
			x.add(node, at, x.written(node), "must be an integer or a string, not "+x.is(node), rule.Breaking)
		}
	case short == "Quantity":
		x.quantity(node, at)
	case short == "RawExtension", short == "FieldsV1":
		if n.Kind != tree.Map {
			x.add(node, at, x.written(node), "must be a map, not "+x.is(node), rule.Breaking)
		}
	case short == schemaProps+"OrBool" && n.Kind != tree.Map:
		if n.Kind != tree.Bool {
			x.add(node, at, x.written(node), "must be a boolean or a schema, not "+x.is(node), rule.Breaking)
		}
	case strings.HasPrefix(short, schemaProps):
		kind := strings.TrimPrefix(short, schemaProps)
		x.schemaOr(node, strings.TrimSuffix(name, kind), kind == "OrStringArray", at, depth)
	}
}

// schemaProps is the type of a schema in a CustomResourceDefinition. Types whose names begin with it
// are either a schema or something else.
const schemaProps = "JSONSchemaProps"

// schemaOr checks a value that may be a schema, or a list of schemas or of names. The API server
// decodes it with code of its own, which accepts unknown fields, and ignores a scalar.
func (x *check) schemaOr(node int, name string, names bool, at string, depth int) {
	switch x.o.Tree.Nodes[node].Kind {
	case tree.Map:
		x.schema(node, name, at, depth)
	case tree.List:
		for i, item := range x.items(node) {
			at, kind := indexed(at, i), x.o.Tree.Nodes[item].Kind
			switch {
			case kind == tree.Null:
			case names && kind != tree.String:
				x.add(item, at, x.written(item), "must be a string, not "+x.is(item), rule.Breaking)
			case !names && kind != tree.Map:
				x.add(item, at, x.written(item), "must be a map, not "+x.is(item), rule.Breaking)
			case !names:
				x.schema(item, name, at, depth)
			}
		}
	case tree.Null, tree.String, tree.Number, tree.Bool:
	}
}

// schema checks a schema in items, additionalProperties or dependencies.
func (x *check) schema(node int, name, at string, depth int) {
	outer, field, open := x.from, x.at, x.open
	x.from, x.at, x.open = node, at, true
	if value, ok := x.value(node, depth); ok {
		x.with(x.v.named(x.kind, name), value)
	}
	x.walk(node, &discovery.Schema{Ref: name}, at, depth+1)
	x.from, x.at, x.open = outer, field, open
}

func (x *check) quantity(node int, at string) {
	if n := &x.o.Tree.Nodes[node]; n.Kind != tree.Number && n.Kind != tree.String {
		x.add(node, at, x.written(node), "must be a quantity such as 500m or 1Gi, not "+x.is(node), rule.Breaking)
	} else if !isQuantity(n) {
		x.add(node, at, x.written(node), "must be a quantity such as 500m or 1Gi"+x.butIs(node), rule.Breaking)
	}
}

// isQuantity reports whether resource.Quantity accepts a value. A number is passed as JSON writes it:
// YAML's 1_000 and 0x10 are then 1000 and 16.
func isQuantity(n *tree.Node) bool {
	text := n.Value
	if n.Kind == tree.Number {
		b, err := json.Marshal(number(text))
		if err != nil {
			return false
		}
		text = strings.Trim(string(b), `"`)
	}
	// ParseQuantity expands numbers.
	if len(text) > 100 {
		return false
	}
	_, err := resource.ParseQuantity(strings.TrimSpace(text)) // as its UnmarshalJSON does
	return err == nil
}

func (x *check) object(node int, s *discovery.Schema, at string, depth int) {
	t := x.o.Tree
	embedded := s.Extension("x-kubernetes-embedded-resource") == "true"
	if embedded {
		x.embedded(node, at)
	}
	open := len(s.Properties) == 0 && !s.Closed || s.KeepsUnknown() || s.AdditionalProperties != nil
	for c := range t.Each(node) {
		key := t.Nodes[c].Key
		path := join(at, key)
		f := s.Field(key)
		switch {
		case depth == 0 && key == "status" && x.kind.status && !x.kind.byCode:
			// The API server drops it before validation.
		case f != nil:
			x.walk(c, f.Schema, path, depth+1)
		case s.AdditionalProperties != nil:
			x.walk(c, s.AdditionalProperties, path, depth+1)
		case open, embedded && standardField(key), depth == 0 && standardField(key):
		case x.open, x.v.options.Elsewhere && len(s.Properties) > 0:
		case x.v.options.Unknown || s.Closed:
			x.unknown(c, s, key, path)
		}
		if len(x.found) > maxErrors {
			return
		}
	}
}

func standardField(key string) bool {
	return key == "apiVersion" || key == "kind" || key == "metadata"
}

func join(at, key string) string {
	var b strings.Builder
	b.WriteString(at)
	write(&b, key, -1)
	return b.String()
}

// unknown reports a field that the schema does not have, with the most similar name.
func (x *check) unknown(node int, s *discovery.Schema, key, path string) {
	names := slice.Map(s.Properties, func(f discovery.Field) string { return f.Name })
	message := "is not a field of this object"
	if len(key) < 100 {
		if meant := nearest.Word(key, names); meant != "" {
			message += "; did you mean " + meant + "?"
		}
	}
	x.add(node, path, "", message, rule.Breaking)
}

// embedded checks what the API server checks of an object inside a custom resource
// (k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta).
func (x *check) embedded(node int, at string) {
	for _, key := range []string{"apiVersion", "kind"} {
		c := x.o.Tree.Child(node, key)
		switch n := &x.o.Tree.Nodes[max(c, 0)]; {
		case c < 0, n.Kind != tree.String, n.Value == "":
			x.add(node, at, "", "is a complete object, and must have "+key, rule.Breaking)
		case key == "apiVersion" && strings.Count(n.Value, "/") > 1, key == "kind" && len(validation.IsDNS1035Label(strings.ToLower(n.Value))) > 0:
			x.add(c, join(at, key), x.written(c), "must be the "+key+" of an object"+x.butIs(c), rule.Breaking)
		}
	}
	x.names(x.o.Tree.Child(node, "metadata"), join(at, "metadata"), pathSegment, true)
}

// list checks the items of a list, and that they are unique where they must be.
func (x *check) list(node int, s *discovery.Schema, at string, depth int) {
	for i, c := range x.items(node) {
		if len(x.found) > maxErrors {
			break
		}
		path := indexed(at, i)
		if x.kind.byCode && x.o.Tree.Nodes[c].Kind == tree.Null && x.requires(s.Items) && !x.dropped(at) {
			x.add(c, path, "null", "must be a map, not null", rule.Breaking)
		}
		x.walk(c, rule.ItemsOf(s), path, depth+1)
	}
	if x.dropped(at) {
		return
	}
	switch s.Extension("x-kubernetes-list-type") {
	case `"set"`:
		x.repeated(node, at, x.member, x.secretBelow)
	case `"map"`:
		var keys []string
		if json.Unmarshal([]byte(s.Extension("x-kubernetes-list-map-keys")), &keys) != nil || len(keys) == 0 {
			return
		}
		items, _ := x.resolve(s.Items)
		x.repeated(node, at, func(c int) (string, string, bool) { return x.mapKey(c, keys, items) }, func(c int) bool {
			return slices.ContainsFunc(keys, func(key string) bool { k := x.o.Tree.Child(c, key); return k >= 0 && x.secret(k) })
		})
	}
}

// requires reports whether a type has required fields. Go code decodes null to a value without them.
func (x *check) requires(s *discovery.Schema) bool {
	s, name := x.resolve(s)
	return s != nil && slices.ContainsFunc(s.Properties, func(f discovery.Field) bool { return f.Required && len(x.v.needed(name, []string{f.Name})) > 0 })
}

// resolve follows references, and returns the name of the last one.
func (x *check) resolve(s *discovery.Schema) (_ *discovery.Schema, name string) {
	for hops := 0; s != nil && s.Ref != "" && hops < 20; hops++ {
		name = s.Ref
		s = x.v.target.Schema(x.kind.gv, name)
	}
	return s, name
}

// repeated reports items with the key of an earlier one. The API server accepts them in built-in
// kinds and in metadata on create, and rejects them in server-side apply. secret reports whether the key of an item
// must not be quoted: the rest of the item, such as the value of a variable, is not quoted anyway.
func (x *check) repeated(node int, at string, key func(int) (key, text string, ok bool), secret func(int) bool) {
	severity, what := rule.Breaking, "is repeated: the list must not repeat "
	if x.kind.byCode || strings.HasPrefix(at, "metadata.") {
		severity, what = rule.Risky, "is repeated, which server-side apply refuses: "
	}
	seen := map[string]bool{}
	for i, c := range x.items(node) {
		if len(x.found) > maxErrors {
			return
		}
		k, text, ok := key(c)
		if ok && seen[k] {
			name := finding.Clip(text, maxQuoted)
			if secret(c) {
				name = "what the item has"
			}
			x.add(c, indexed(at, i), name, what+name, severity)
		}
		if ok {
			seen[k] = true
		}
	}
}

// member returns an item of a set as JSON, and how it is quoted. Items with values that a template
// fills in are not compared.
func (x *check) member(node int) (key, text string, ok bool) {
	n := &x.o.Tree.Nodes[node]
	value, whole := x.value(node, 0)
	b, err := json.Marshal(value)
	if !whole || err != nil || n.Kind == tree.Null {
		return "", "", false
	}
	if n.Kind == tree.Map || n.Kind == tree.List {
		return string(b), string(b), !carried.Filled(string(b))
	}
	return string(b), n.Value, true
}

// mapKey is the key of an item, with the defaults of missing fields.
func (x *check) mapKey(node int, keys []string, items *discovery.Schema) (key, text string, ok bool) {
	var parts, texts []string
	for _, field := range keys {
		part, text := "", ""
		if c := x.o.Tree.Child(node, field); c >= 0 && x.o.Tree.Nodes[c].Kind != tree.Null {
			if part, text, _ = x.member(c); part == "" {
				return "", "", false
			}
			ok = true
		} else if items != nil && items.Field(field) != nil {
			part = items.Field(field).Schema.Default
			text = strings.Trim(part, `"`)
		}
		parts, texts = append(parts, part), append(texts, field+" "+text)
	}
	return strings.Join(parts, ","), strings.Join(texts, ", "), ok
}

// format checks the formats of strings that the API server checks.
func (x *check) format(node int, name string, s *discovery.Schema, at string) {
	value := x.o.Tree.Nodes[node].Value
	what, valid := "", true
	switch {
	case !x.kind.byCode:
		what, valid = x.formatOf(s, value)
	case strings.HasSuffix(name, ".meta.v1.MicroTime"):
		_, err := time.Parse(metav1.RFC3339Micro, value)
		what, valid = "a time with six digits after the second, such as 2026-01-02T15:04:05.000000Z", err == nil
	case s.Format == "date-time":
		_, err := time.Parse(time.RFC3339, value)
		what, valid = wanted["datetime"], err == nil
	case strings.HasSuffix(name, ".meta.v1.Duration"):
		_, err := time.ParseDuration(value)
		what, valid = wanted["duration"], err == nil
	case s.Format == "byte":
		// Go's decoder accepts line breaks.
		_, err := base64.StdEncoding.DecodeString(strings.NewReplacer("\n", "", "\r", "").Replace(value))
		what, valid = wanted["byte"], err == nil
	}
	if !valid {
		x.add(node, at, x.written(node), "must be "+what+x.butIs(node), rule.Breaking)
	}
}
