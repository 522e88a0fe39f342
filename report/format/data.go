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

// WriteJSON writes a value with indent and a final line break. Invalid UTF-8 is written as U+FFFD,
// because a report is better than an error.
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
	case '0', 't', 'f', 'n':
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

// yamlString is a node that every reader reads as a string. The library quotes what would be
// another type in YAML 1.2 or 1.1. But with its own choice of quotes, it loses some white space at
// the ends, line separators and the byte order mark.
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

// ordinary reports whether the library quotes the text correctly without Encode, which writes and
// reads it once more and takes fifty times as long. Only Encode handles the booleans of YAML 1.1
// and its base 60 numbers, which contain colons.
func ordinary(s string) bool {
	if s == "" || strings.TrimSpace(s) != s || !utf8.ValidString(s) || slices.Contains([]string{"y", "n", "yes", "no", "on", "off"}, strings.ToLower(s)) {
		return false
	}
	if strings.IndexByte("0123456789+-", s[0]) >= 0 && strings.Contains(s, ":") {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}
