package kustomize

import (
	"errors"
	"io"
	"strings"

	"gopkg.in/yaml.v3"
	"sigs.k8s.io/kustomize/api/resource"
)

// place is an object in a resource file.
type place struct {
	apiVersion, kind, name, namespace string
	document, line, column            int
	text                              string
}

// locate finds the object in a resource file: of those of its type the one whose
// name the built name still has in it. Sure: it comes from that file.
func (g *guard) locate(b *Built, file string, r *resource.Resource, sure bool) {
	places, read := g.places[file]
	if !read {
		places = g.index(file)
		g.places[file] = places
	}
	gvk := r.GetGvk()
	found := b.nearest(places, func(p *place) bool { return p.apiVersion == gvk.ApiVersion() && p.kind == gvk.Kind })
	if found == nil && sure {
		// A patch may have written another version.
		found = b.nearest(places, func(p *place) bool { return p.kind == gvk.Kind })
	}
	if found != nil {
		b.Line, b.Column, b.Document, b.Text = found.line, found.column, found.document, found.text
		b.Name, b.Namespace = found.name, found.namespace
	}
}

// nearest is the place with the longest name that the built name still has in it:
// "web" is in "prod-web-admin" too.
func (b *Built) nearest(places []place, like func(*place) bool) (found *place) {
	for i := range places {
		p := &places[i]
		if !like(p) || !strings.Contains(b.Name, p.name) {
			continue
		}
		if found == nil || len(p.name) > len(found.name) || len(p.name) == len(found.name) && p.namespace == b.Namespace {
			found = p
		}
	}
	return found
}

// index lists the objects of a resource file.
func (g *guard) index(file string) (out []place) {
	data, err := g.ReadFile(file)
	if err != nil {
		return nil
	}
	text := string(data)
	defer func() { withLines(out, text) }()
	dec := yaml.NewDecoder(strings.NewReader(text))
	for document := 1; ; document++ {
		var node yaml.Node
		if err := dec.Decode(&node); err != nil {
			// A document that cannot be read would have failed the build.
			if errors.Is(err, io.EOF) {
				return out
			}
			return out
		}
		if len(node.Content) == 1 {
			out = appendPlaces(out, node.Content[0], document)
		}
	}
}

// withLines fills in the lines that the places are in.
func withLines(places []place, text string) {
	lines := strings.Split(text, "\n")
	for i := range places {
		if at := places[i].line - 1; at >= 0 && at < len(lines) && len(lines[at]) < longestLine {
			places[i].text = strings.TrimRight(lines[at], "\r")
		}
	}
}

// longestLine is that of a line that is shown.
const longestLine = 1000

// appendPlaces opens lists, as kustomize does.
func appendPlaces(out []place, n *yaml.Node, document int) []place {
	p := place{document: document}
	if key, value := entry(n, "apiVersion"); value != nil {
		p.apiVersion, p.line, p.column = value.Value, key.Line, key.Column
	}
	if _, value := entry(n, "kind"); value != nil {
		p.kind = value.Value
	}
	if _, items := entry(n, "items"); items != nil && items.Kind == yaml.SequenceNode && strings.HasSuffix(p.kind, "List") {
		for _, item := range items.Content {
			out = appendPlaces(out, item, document)
		}
		return out
	}
	if _, meta := entry(n, "metadata"); meta != nil {
		if _, value := entry(meta, "name"); value != nil {
			p.name = value.Value
		}
		if _, value := entry(meta, "namespace"); value != nil {
			p.namespace = value.Value
		}
	}
	return append(out, p)
}

// entry finds an entry of a map, through an alias.
func entry(n *yaml.Node, name string) (key, value *yaml.Node) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n == nil || n.Kind != yaml.MappingNode {
		return nil, nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i], n.Content[i+1]
		}
	}
	return nil, nil
}
