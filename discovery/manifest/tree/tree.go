package tree

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// Kind is the kind of a node.
type Kind uint8

// The kinds of nodes, which are those of JSON values.
const (
	Null Kind = iota
	Map
	List
	String
	Number
	Bool
)

// Node is a value: an entry of a map, an item of a list, or the root of a document. The nodes of a
// tree are in the order of the text, parents before children: the first child of node i is i+1, the
// next one is the After of that child, and so on up to the After of i.
type Node struct {
	Kind Kind
	// Style is how a scalar is written. It is needed for rewriting it in place.
	Style Style
	// Key is the entry's key; "" in lists and for roots.
	Key string
	// Value is the value of a scalar, without quotes and escapes. Numbers and booleans are as
	// written. It is "" for maps and lists.
	Value string
	// Line and Column, from 1, are the place of the key of an entry, or of the value of an item.
	// Columns count characters.
	Line, Column int32
	// ValueLine and ValueColumn are the place of the value.
	ValueLine, ValueColumn int32
	// Start and End are the offsets in the file of the text of a scalar, with quotes. They are -1
	// if the node comes from an alias or a merge key, and in UTF-16.
	Start, End int32
	// After is the index of the first node after this one and its descendants.
	After int32
}

// Width returns the number of characters of a scalar in a line, with quotes. It does not count
// escapes if Start and End are not known, and escapes of non-ASCII characters may be counted wrong.
func (n *Node) Width() int {
	width := utf8.RuneCountInString(n.Value)
	switch {
	case n.Start >= 0 && n.End > n.Start:
		return width + int(n.End-n.Start) - len(n.Value)
	case n.Style == Plain:
		return width
	default:
		return width + len(`""`)
	}
}

// Style is how a scalar is written.
type Style uint8

// The styles.
const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal
	Folded
	JSON
)

// Tree is one document.
type Tree struct {
	Nodes []Node
}

// Child returns the entry of a map with a key; -1 if there is none, or i is not a map.
func (t *Tree) Child(i int, key string) int {
	if i < 0 || t.Nodes[i].Kind != Map {
		return -1
	}
	for c := i + 1; c < int(t.Nodes[i].After); c = int(t.Nodes[c].After) {
		if t.Nodes[c].Key == key {
			return c
		}
	}
	return -1
}

// At returns the node at a path of keys from a node; -1 if there is none.
func (t *Tree) At(i int, keys ...string) int {
	for _, key := range keys {
		i = t.Child(i, key)
	}
	return i
}

// Text returns the scalar of an entry of a map; "" if there is none.
func (t *Tree) Text(i int, key string) string {
	if c := t.Child(i, key); c >= 0 {
		return t.Nodes[c].Value
	}
	return ""
}

// Each ranges over the children of a map or list, in order. It ranges over none if i is -1 or a
// scalar.
func (t *Tree) Each(i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		if i < 0 {
			return
		}
		for c := i + 1; c < int(t.Nodes[i].After); c = int(t.Nodes[c].After) {
			if !yield(c) {
				return
			}
		}
	}
}

// Object is an API object in a file. Its strings and its tree are valid until the function that
// received it returns, which must clone what it keeps.
type Object struct {
	// File is the path as it is shown; Document is the number of the document in the file, from 1.
	File     string
	Document int
	Tree     *Tree
	// Root is the node of the object: the root of the document, or an item of a list.
	Root int
	// APIVersion, Kind, Name and Namespace are as written. If the name is generated, Name is
	// generateName and a "*". They are "" if they are missing or not scalars.
	APIVersion, Kind, Name, Namespace string
	// APIVersionNode and KindNode are their nodes; -1 if there is none, or if the list of an item
	// sets them.
	APIVersionNode, KindNode int
	// List is the list that has the object, if the object is the first item with another apiVersion
	// than that of the list; nil otherwise.
	List *ListType
	// Text is the text of the document in UTF-8, from the end of the previous document, with
	// comments and markers. It begins in line TextLine and at the offset TextStart, which is -1 in
	// UTF-16.
	Text                string
	TextLine, TextStart int
	// Guess says that the object is from a template that was not rendered, or from another source
	// that does not have the whole object.
	Guess bool
	// Possible is the condition under which the object exists, such as "with other values"; "" if
	// it exists. No finding in a possible object is certain.
	Possible string
	// Origin is the source of a rendered object.
	Origin Origin
	// Rendered says that the text of File is not that of the object, so that it cannot be
	// rewritten there.
	Rendered bool
	// Place, if it is not nil, converts a line and a column of the text to those of File; 0 if they
	// are not known.
	Place func(line, column int) (int, int)
	// Written, if Place is not nil, returns the text of a line of File; "" if it is not known.
	Written func(line int) string
}

// ListType is the type of a list of objects: a typed list, such as a RoleList, or a List.
type ListType struct {
	APIVersion, Kind string
	// Node is the map of the list. APIVersionNode and KindNode are the nodes of its type.
	Node, APIVersionNode, KindNode int
}

// Origin is the source of a rendered object.
type Origin struct {
	// Chart is the name of the chart, Template the path in it.
	Chart    string `json:"chart,omitempty"`
	Template string `json:"template,omitempty"`
	// Kustomization is the folder that was built.
	Kustomization string `json:"kustomization,omitempty"`
}

// Measured reports whether the width of a scalar is known: if its offsets are known, and in UTF-16,
// where no node has offsets.
func (o *Object) Measured(n *Node) bool {
	if n.Start >= 0 {
		return n.End > n.Start
	}
	return o.TextStart < 0 && n.Value != ""
}

// OneLine reports whether a scalar is in the line of its key and its width is known.
func (o *Object) OneLine(n *Node) bool {
	return n.Key != "" && n.Line == n.ValueLine && n.Style != Literal && n.Style != Folded && o.Measured(n)
}

// AppendLines appends the offsets of the lines of a text, with the line breaks of YAML.
func AppendLines[T string | []byte](lines []int, text T) []int {
	lines = append(lines, 0)
	for i := range len(text) {
		if text[i] == '\n' || text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			lines = append(lines, i+1)
		}
	}
	return lines
}

// SourceLine returns a line of Text, by its number in the file, without the line end; "" if it is
// not in Text.
func (o *Object) SourceLine(line int) string { return Line(o.Text, line-o.TextLine+1) }

// Line returns a line of a text, by its number from 1, without the line end; "" if the text does not
// have it.
func Line(text string, line int) string {
	for range line - 1 {
		at := strings.IndexAny(text, "\r\n")
		if at < 0 {
			return ""
		}
		if strings.HasPrefix(text[at:], "\r\n") {
			at++
		}
		text = text[at+1:]
	}
	if at := strings.IndexAny(text, "\r\n"); at >= 0 {
		text = text[:at]
	}
	return text
}
