package tree

import (
	"strings"
	"unicode/utf8"
)

// Kind is what a node is.
type Kind uint8

// The kinds of nodes, as JSON has them.
const (
	Null Kind = iota
	Map
	List
	String
	Number
	Bool
)

// Node is one value: an entry of a map, an item of a list, or a document's root.
// The nodes of a tree stand in the order of the text, parents before their
// children: the children of node i are i+1, then the After of each, up to the
// After of i.
type Node struct {
	Kind Kind
	// Style is how a scalar is written, for who rewrites it in place.
	Style Style
	// Key is the entry's key; "" in lists and for roots.
	Key string
	// Value is a scalar's value, quotes and escapes resolved; numbers and booleans
	// as written. "" for maps and lists.
	Value string
	// Line and Column, from 1, are where the key of an entry begins, or the value
	// of an item. Columns count characters.
	Line, Column int32
	// ValueLine and ValueColumn are where the value begins.
	ValueLine, ValueColumn int32
	// Start and End are the offsets in the file of a scalar's text as written,
	// quotes included. -1 where the text is not the node's own: behind an alias, a
	// merge key, in UTF-16.
	Start, End int32
	// After is the index of the first node behind this one and all below it.
	After int32
}

// Width is how many characters a scalar that stands in one line takes there,
// quotes included: exact where Start and End are known, but for characters beyond
// ASCII that are written as escapes, and without escapes where they are not.
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

// Child finds an entry of a map by its key; -1 where there is none, or i is no map.
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

// Children calls visit with each child of a map or list, in order, until it
// returns false.
func (t *Tree) Children(i int, visit func(child int) bool) {
	for c := i + 1; c < int(t.Nodes[i].After); c = int(t.Nodes[c].After) {
		if !visit(c) {
			return
		}
	}
}

// Object is an API object in a file. Its strings and its tree are good until the
// function that was given it returns: who keeps something clones it.
type Object struct {
	// File is the path as it is shown; Document counts the documents of the file
	// from 1.
	File     string
	Document int
	Tree     *Tree
	// Root is the object's node: the root of the document, or an item of a list.
	Root int
	// APIVersion, Kind, Name and Namespace as written; Name is generateName and a
	// "*" where the name is generated. "" where they are missing or no scalars.
	APIVersion, Kind, Name, Namespace string
	// APIVersionNode and KindNode are their nodes; -1 where an item takes them
	// from its typed list, or where there is none.
	APIVersionNode, KindNode int
	// Text is the document as it stands in the file, from behind the document
	// before it on, comments and markers and all; in UTF-8. It begins in line
	// TextLine, and at the offset TextStart, which is -1 in UTF-16.
	Text                string
	TextLine, TextStart int
	// Guess: the object was read from a template that was not rendered, or from
	// another place that does not show the whole of it.
	Guess bool
	// Possible, where it is not "", says under which condition the object is there:
	// "with other values". Nothing found in it is certain.
	Possible string
	// Origin says what the object was made from, where File is not it.
	Origin Origin
	// Rendered: the text of File is not that of the object, so that it cannot be rewritten there.
	Rendered bool
	// Place, where it is not nil, tells where in File a line and a column of the
	// text come from; 0 for what cannot be told.
	Place func(line, column int) (int, int)
	// Written, where Place is not nil, is what is written in a line of File; "" where
	// that cannot be told.
	Written func(line int) string
}

// Origin is what a rendered object was made from.
type Origin struct {
	// Chart is the name of the chart, Template the path in it.
	Chart    string `json:"chart,omitempty"`
	Template string `json:"template,omitempty"`
	// Kustomization is the folder that was built.
	Kustomization string `json:"kustomization,omitempty"`
}

// Measured reports whether the width of a scalar's text is known: where its
// offsets are, and in UTF-16, where no node has any.
func (o *Object) Measured(n *Node) bool {
	if n.Start >= 0 {
		return n.End > n.Start
	}
	return o.TextStart < 0 && n.Value != ""
}

// OneLine reports whether a scalar stands in the line of its key, and how wide it
// is can be told.
func (o *Object) OneLine(n *Node) bool {
	return n.Key != "" && n.Line == n.ValueLine && n.Style != Literal && n.Style != Folded && o.Measured(n)
}

// SourceLine is a line of the file, by its number, as far as it stands in Text;
// without its end.
func (o *Object) SourceLine(line int) string {
	text := o.Text
	for n := o.TextLine; n < line; n++ {
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
