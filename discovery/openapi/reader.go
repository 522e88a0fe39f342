package openapi

import (
	"bytes"
	"cmp"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// reader reads a JSON text. It does not check for duplicate names while skipping, which halves the
// time. Callers check where duplicates matter (schemas, properties).
type reader struct {
	dec *jsontext.Decoder
	// seen is set for reading schemas, parts for reading the schema of a definition.
	seen  *seen
	parts *parts
}

func newReader(data []byte) reader {
	// jsontext reads a *bytes.Buffer in place, without copying the document.
	return reader{dec: jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true))}
}

// token reads a token of one of two kinds. what names them in the error.
func (r reader) token(what string, kind, orKind jsontext.Kind) (jsontext.Token, error) {
	tok, err := r.dec.ReadToken()
	if k := tok.Kind(); err == nil && k != kind && k != orKind {
		err = r.expected(what, k)
	}
	return tok, err
}

func (r reader) expected(what string, found jsontext.Kind) error {
	return fmt.Errorf("at %s: expected %s, found %s", r.place(), what, kindName(found))
}

// object calls member for each name of an object. member must consume the value.
func (r reader) object(member func(name string) error) error {
	if _, err := r.token("an object", '{', '{'); err != nil {
		return err
	}
	for r.dec.PeekKind() != '}' {
		name, err := r.name()
		if err != nil {
			return err
		}
		if err := member(name); err != nil {
			return err
		}
	}
	_, err := r.dec.ReadToken()
	return err
}

// fields reads the members of an object: each name is followed by a *string for the text, or by a
// function that consumes the value. Other members are skipped.
func (r reader) fields(pairs ...any) error {
	return r.object(func(name string) (err error) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] != name {
				continue
			}
			switch into := pairs[i+1].(type) {
			case *string:
				*into, err = r.text()
				return err
			case func() error:
				return into()
			}
		}
		return r.skip()
	})
}

// name reads the name of a member. Frequent names are not allocated.
func (r reader) name() (string, error) {
	raw, err := r.dec.ReadValue()
	if err != nil {
		return "", err
	}
	if known, ok := names[string(raw)]; ok {
		return known, nil
	}
	name, err := jsontext.AppendUnquote(nil, raw)
	return string(name), err
}

// names are the frequent names, as they are written.
//
//nolint:gochecknoglobals // a constant; Go has no constant maps.
var names = func() map[string]string {
	known := map[string]string{}
	for _, name := range []string{
		"type", "format", "$ref", "description", "properties", "required", "items", "additionalProperties", "default", "enum", "nullable",
		"allOf", "anyOf", "oneOf", "pattern", "minimum", "maximum", "minLength", "maxLength", "maxItems", "uniqueItems",
		"x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type", "x-kubernetes-patch-merge-key",
		"x-kubernetes-patch-strategy", "x-kubernetes-validations", "x-kubernetes-int-or-string", kindExtension,
		"get", "put", "post", "delete", "patch", "parameters", "name", "in", "schema", "content", "responses", "requestBody", "operationId", "tags",
		"200", "201", "202", "401", "application/json", "application/yaml", "application/vnd.kubernetes.protobuf", "application/json;stream=watch",
		"application/vnd.kubernetes.protobuf;stream=watch", "application/cbor", "application/cbor-seq", "x-kubernetes-action", "group", "version", "kind", "apiVersion", "metadata",
	} {
		known[`"`+name+`"`] = name
	}
	return known
}()

// array calls element for each element of an array. element must consume it.
func (r reader) array(element func() error) error {
	if _, err := r.token("an array", '[', '['); err != nil {
		return err
	}
	for r.dec.PeekKind() != ']' {
		if r.dec.PeekKind() == 0 {
			_, err := r.dec.ReadToken()
			return err
		}
		if err := element(); err != nil {
			return err
		}
	}
	_, err := r.dec.ReadToken()
	return err
}

func (r reader) text() (string, error) {
	tok, err := r.token("a string", '"', '"')
	if err != nil {
		return "", err
	}
	return tok.String(), nil
}

func (r reader) truth() (bool, error) {
	tok, err := r.token("true or false", 't', 'f')
	if err != nil {
		return false, err
	}
	return tok.Bool(), nil
}

// list reads an array with a function that reads an element.
func list[T any](r reader, element func() (T, error)) (out []T, err error) {
	err = r.array(func() error {
		one, err := element()
		out = append(out, one)
		return err
	})
	return out, err
}

// canonical reads a value as compact JSON with sorted members, so that equal values have equal
// texts.
func (r reader) canonical() (string, error) {
	v, err := r.dec.ReadValue()
	if err != nil {
		return "", err
	}
	v = v.Clone()
	if err := v.Format(jsontext.ReorderRawObjects(true)); err != nil {
		return "", fmt.Errorf("at %s: %w", r.place(), err)
	}
	return string(v), nil
}

func (r reader) skip() error { return r.dec.SkipValue() }

// place returns the JSON pointer of the last value, shortened.
func (r reader) place() string {
	return cmp.Or(phrase.Clip(string(r.dec.StackPointer()), 200), "the top")
}

func kindName(k jsontext.Kind) string {
	switch k {
	case '{', '}':
		return "an object"
	case '[', ']':
		return "an array"
	case '"':
		return "a string"
	case '0':
		return "a number"
	default:
		return k.String()
	}
}
