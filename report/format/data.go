package format

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"
)

// WriteJSON writes a value, indented, with a new line at the end. It writes names that
// are no UTF-8 too, with U+FFFD for what is wrong: a report is better than none.
func WriteJSON(w io.Writer, v any) error {
	if err := json.MarshalWrite(w, v, json.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.WithIndent("  ")); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// WriteYAML writes a value as YAML, with the members and the order of its JSON form.
func WriteYAML(w io.Writer, v any) error {
	var text bytes.Buffer
	if err := json.MarshalWrite(&text, v, json.Deterministic(true), jsontext.AllowInvalidUTF8(true)); err != nil {
		return err
	}
	root, err := yamlNode(jsontext.NewDecoder(&text))
	if err != nil {
		return err
	}
	e := yaml.NewEncoder(w)
	e.SetIndent(2)
	if err := e.Encode(root); err != nil {
		return err
	}
	return e.Close()
}

// yamlNode reads the next value.
func yamlNode(d *jsontext.Decoder) (*yaml.Node, error) {
	t, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch t.Kind() {
	case '{':
		return yamlNodes(d, &yaml.Node{Kind: yaml.MappingNode}, '}')
	case '[':
		return yamlNodes(d, &yaml.Node{Kind: yaml.SequenceNode}, ']')
	case '"':
		return yamlString(t.String()), nil
	case '0':
		return &yaml.Node{Kind: yaml.ScalarNode, Value: t.String()}, nil
	case 't', 'f', 'n':
		return &yaml.Node{Kind: yaml.ScalarNode, Value: t.String()}, nil
	default:
		return nil, fmt.Errorf("%s is not a value", strconv.Quote(t.String()))
	}
}

func yamlNodes(d *jsontext.Decoder, node *yaml.Node, end jsontext.Kind) (*yaml.Node, error) {
	for d.PeekKind() != end {
		child, err := yamlNode(d)
		if err != nil {
			return nil, err
		}
		node.Content = append(node.Content, child)
	}
	if len(node.Content) == 0 {
		node.Style = yaml.FlowStyle
	}
	_, err := d.ReadToken()
	return node, err
}

// yamlString is a text that stays one for every reader. The library quotes what would be
// another type in YAML 1.2 or 1.1; of white space at the ends, line separators and the
// byte order mark, it loses some where it is left to choose how to quote.
func yamlString(s string) *yaml.Node {
	if ordinary(s) {
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
	}
	s = strings.ReplaceAll(s, "\uFEFF", "\uFFFD")
	node := &yaml.Node{}
	if err := node.Encode(s); err != nil || strings.TrimSpace(s) != s || strings.ContainsAny(s, "\r\u0085\u2028\u2029") {
		node = &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s, Style: yaml.DoubleQuotedStyle}
	}
	return node
}

// ordinary: the library decides right how to quote the text, without writing and reading
// it once more, which Encode does at fifty times the cost. Encode knows the booleans of
// YAML 1.1 besides, and its base 60 numbers, which have colons.
func ordinary(s string) bool {
	if s == "" || strings.TrimSpace(s) != s || !utf8.ValidString(s) || slices.Contains([]string{"y", "n", "yes", "no", "on", "off"}, strings.ToLower(s)) {
		return false
	}
	if strings.IndexByte("0123456789+-", s[0]) >= 0 && strings.Contains(s, ":") {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}
