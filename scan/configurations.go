package scan

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// configurations checks the configurations of components that an object carries as text: in the
// data of a ConfigMap, and in the files of Cluster API's objects.
func (f *file) configurations(o *tree.Object) {
	for _, at := range carriedTexts(o) {
		n := &o.Tree.Nodes[at]
		if n.Kind != tree.String || !names(n.Value) {
			continue
		}
		if f.inner == nil {
			f.inner = &reader.Reader{}
		}
		read := f.inner.Read(o.File, []byte(n.Value), func(c *tree.Object) {
			if f.examination.Checker.Configures(c) {
				f.configuration(o, n, c)
			}
		})
		if len(read.Problems) > 0 {
			f.notes = append(f.notes, finding.Unreadable{File: o.File, Line: int(n.Line), Document: o.Document, Reason: "the text of " + strings.Clone(n.Key) + " contains the configuration of a component, and cannot be read: " + read.Problems[0].Reason})
		}
	}
}

// names reports whether a text has a group of component configurations. Other texts are not parsed.
func names(text string) bool {
	groups := []string{".config.k8s.io/", "kubeadm.k8s.io/", "audit.k8s.io/", "apiserver.k8s.io/", ".admission.k8s.io/"}
	return strings.Contains(text, "apiVersion") && slices.ContainsFunc(groups, func(group string) bool { return strings.Contains(text, group) })
}

// carriedTexts are the nodes of an object that may have files of components.
func carriedTexts(o *tree.Object) (nodes []int) {
	t := o.Tree
	switch {
	case o.Kind == "ConfigMap" && o.APIVersion == "v1":
		for entry := range t.Each(t.Child(o.Root, "data")) {
			nodes = append(nodes, entry)
		}
	case strings.HasPrefix(o.Kind, "Kubeadm") && strings.Contains(o.APIVersion, ".cluster.x-k8s.io/"):
		at := t.Child(o.Root, "spec")
		for _, key := range []string{"template", "spec", "kubeadmConfigSpec"} {
			if next := t.Child(at, key); next >= 0 {
				at = next
			}
		}
		for entry := range t.Each(t.Child(at, "files")) {
			if content := t.Child(entry, "content"); content >= 0 && t.Child(entry, "encoding") < 0 {
				nodes = append(nodes, content)
			}
		}
	}
	return nodes
}

// configuration checks a configuration in a text as a part of the object that carries it.
func (f *file) configuration(o *tree.Object, n *tree.Node, c *tree.Object) {
	if c.Name == "" {
		c.Namespace, c.Name = o.Namespace, o.Name
	}
	c.Guess, c.Possible, c.Origin, c.Document = c.Guess || o.Guess, o.Possible, o.Origin, o.Document
	f.examination.Checker.Examine(c, nil, func(x finding.Finding, _ checker.Mark) {
		place(&x, o, n)
		f.add(x, o, f.offset(o, &x))
	})
}

// place moves a finding from the text of a node to its place in the file. If the lines of the text
// are not lines of the file, the place is the start of the text.
func place(x *finding.Finding, o *tree.Object, n *tree.Node) {
	line, column := int(n.ValueLine)+x.Line, 0
	if source := o.SourceLine(line); n.Style == tree.Literal {
		if written := lineOf(n.Value, x.Line); strings.HasSuffix(source, written) {
			column = utf8.RuneCountInString(source) - utf8.RuneCountInString(written)
		}
		x.EndColumn += column
		x.Column += column
	} else {
		line, x.Column, x.EndColumn = int(n.Line), int(n.Column), 0
	}
	x.Line, x.Offset = line, -1
}

// lineOf is a line of a text by its number, from 1.
func lineOf(text string, line int) string {
	for range line - 1 {
		_, text, _ = strings.Cut(text, "\n")
	}
	text, _, _ = strings.Cut(text, "\n")
	return text
}
