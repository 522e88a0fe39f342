package kustomize

import (
	"cmp"
	"strings"

	"gopkg.in/yaml.v3"
	"sigs.k8s.io/kustomize/api/resource"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// place is an object in a resource file.
type place struct {
	apiVersion, kind, name, namespace string
	document, line, column            int
	root                              *yaml.Node
}

// locate finds the place of a built object in a resource file: that of an object of the same type
// whose name the built name contains. sure says that the object comes from that file. Then names
// may also have variables, and the only object of the type or kind is it, because a replacement can
// change the whole name.
func (g *guard) locate(b *Built, file string, r *resource.Resource, sure bool) {
	places, read := g.places[file]
	if !read {
		places = g.index(file)
		g.places[file] = places
	}
	gvk := r.GetGvk()
	ofKind := slice.Filter(places, func(p place) bool { return p.kind == gvk.Kind })
	ofType := slice.Filter(ofKind, func(p place) bool {
		return p.apiVersion == gvk.ApiVersion() && (sure || !variable().MatchString(p.name))
	})
	found := b.nearest(ofType)
	if found == nil && sure {
		// A patch may have changed the version.
		found = cmp.Or(b.nearest(ofKind), only(ofType), only(ofKind))
	}
	if found != nil {
		b.Place = g.patches.place(file, found.document, found.line, found.column)
		b.Name, b.Namespace = found.name, found.namespace
		b.kind, b.own, b.file = found.kind, found.root, file
	}
}

// nearest returns the place with the longest name that the built name contains: "prod-web-admin"
// contains both "web" and "web-admin".
func (b *Built) nearest(places []place) (found *place) {
	longest := 0
	for p := range slice.Each(places) {
		length, is := p.within(b.Name)
		if is && (found == nil || length > longest || length == longest && p.namespace == b.Namespace) {
			found, longest = p, length
		}
	}
	return found
}

// variable is a variable that kustomize fills in: $(namespace).
var variable = lazy.Regexp(`\$\([^()]*\)`)

// within reports whether a built name contains the name of a place, and how many characters they
// have in common. Variables in the name stand for any text.
func (p *place) within(built string) (length int, is bool) {
	for _, part := range variable().Split(p.name, -1) {
		_, after, found := strings.Cut(built, part)
		if !found {
			return 0, false
		}
		built, length = after, length+len(part)
	}
	return length, true
}

// only returns the place if there is exactly one.
func only(places []place) *place {
	if len(places) != 1 {
		return nil
	}
	return &places[0]
}

func (g *guard) index(file string) (out []place) {
	data, err := g.ReadFile(file)
	if err != nil {
		return nil
	}
	g.patches.lines[file] = strings.Split(string(data), "\n")
	for document, root := range documents(data) {
		out = appendPlaces(out, root, document)
	}
	return out
}

// longestLine is the length in bytes of the longest line that is shown.
const longestLine = 1000

// appendPlaces appends the place of an object, or those of the items of a list, as kustomize does.
func appendPlaces(out []place, n *yaml.Node, document int) []place {
	p := place{document: document, root: n}
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

// entry returns the key and the value of an entry of a map or its alias; nil if there is none.
func entry(n *yaml.Node, name string) (key, value *yaml.Node) {
	if n != nil && n.Kind == yaml.AliasNode {
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
