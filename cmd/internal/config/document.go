package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/cause"
)

// maxSize is the largest size of a configuration file.
const maxSize = 1 << 20

// document parses YAML text with one document whose root is a mapping.
func document(data []byte) (*yaml.Node, *Problem) {
	if p := encoding(data); p != nil {
		return nil, p
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, second yaml.Node
	if err := cause.Parser(func() error { return dec.Decode(&doc) }); errors.Is(err, io.EOF) || err == nil && empty(&doc) {
		return nil, &Problem{Line: 1, Column: 1, Text: "the file is empty: begin it with version: 1"}
	} else if err != nil {
		return nil, syntax(data, err)
	}
	if err := cause.Parser(func() error { return dec.Decode(&second) }); err == nil {
		return nil, &Problem{Line: max(second.Line, 1), Column: max(second.Column, 1), Text: "a second document begins here: the file must be one document, without ---"}
	} else if !errors.Is(err, io.EOF) {
		return nil, syntax(data, err)
	}
	root := doc.Content[0]
	if root.Kind != yaml.MappingNode {
		return nil, at(root, "the file must contain keys with values, beginning with version: 1, not %s", describe(root))
	}
	return root, nil
}

// empty reports whether the document contains only comments.
func empty(doc *yaml.Node) bool {
	return len(doc.Content) == 0 || doc.Content[0].Kind == yaml.ScalarNode && doc.Content[0].ShortTag() == "!!null" && doc.Content[0].Value == ""
}

// encoding returns a problem that makes the text unfit for the YAML parser.
func encoding(data []byte) *Problem {
	switch {
	case len(data) > maxSize:
		return &Problem{Text: "the file is larger than 1 MiB: is it the right file?"}
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return &Problem{Text: "the file is written in UTF-16: save it as UTF-8"}
	}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		switch {
		case bytes.IndexByte(line, 0) >= 0:
			return &Problem{Line: n, Text: "the line contains a zero byte: is it a text file?"}
		case !utf8.Valid(line):
			return &Problem{Line: n, Text: "the line is not UTF-8: save the file as UTF-8"}
		}
	}
	return nil
}

// syntaxLine matches the line number in an error of the YAML library.
var syntaxLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

// syntax converts an error of the YAML library. The library counts lines from 0 in some cases and
// from 1 in others, so the line can be off by one.
func syntax(data []byte, err error) *Problem {
	if line := tabbed(data); line > 0 {
		return &Problem{Line: line, Text: "the line is indented with a tab: YAML needs spaces"}
	}
	text, line := err.Error(), 1
	if m := syntaxLine.FindStringSubmatch(text); m != nil {
		text = m[2]
		if n, err := strconv.Atoi(m[1]); err == nil {
			line = n
		}
	}
	return &Problem{Line: line, Text: "not valid YAML: " + show(text)}
}

// tabbed returns the first line that is indented with a tab, or 0.
func tabbed(data []byte) int {
	n := 0
	for line := range bytes.Lines(data) {
		n++
		indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
		if bytes.ContainsRune(indent, '\t') && len(bytes.TrimSpace(line)) > 0 {
			return n
		}
	}
	return 0
}

// describe returns what a value is, for the end of "…, not".
func describe(n *yaml.Node) string {
	switch tag := n.ShortTag(); {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.AliasNode:
		return "an alias"
	case tag == "!!null":
		return "nothing"
	case slices.Contains([]string{"!!bool", "!!int", "!!float"}, tag):
		return show(n.Value)
	default:
		return "the string " + quote(n.Value)
	}
}

// show returns text of the file, escaped for a terminal and shortened.
func show(s string) string { return strings.Trim(quote(s), `"`) }

// quote returns text of the file in quotes, escaped for a terminal and shortened.
func quote(s string) string {
	const most = 60
	if runes := []rune(s[:min(len(s), 4*most)]); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
