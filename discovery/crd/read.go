package crd

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/manifest"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// maxLists limits the depth of Lists in Lists.
const maxLists = 8

// Read reads the definitions of a YAML or JSON text with any number of documents and Lists. It
// counts and skips documents of other kinds. The name is used in messages and in Origin.
func Read(name string, text []byte) (Manifests, error) {
	var found Manifests
	for doc, err := range manifest.Documents(text) {
		if err != nil {
			hint := ""
			if bytes.Contains(text, []byte("{{")) {
				hint = "; it looks like a template: render it first (helm template), and use the result"
			}
			return Manifests{}, fmt.Errorf("%s: %w%s", name, err, hint)
		}
		r := reader{origin: fmt.Sprintf("%s, line %d", name, doc.Line), found: &found}
		if err := r.document(doc.JSON, header{}, 0); err != nil {
			return Manifests{}, err
		}
	}
	return found, found.settle()
}

// maxDefinition limits the size of a definition. An API server stores at most 1.5 MB.
const maxDefinition = 8 << 20

// header has the members that identify a document.
type header struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
}

func (h header) definition() (beta, ok bool) {
	if h.Kind != "CustomResourceDefinition" {
		return false, false
	}
	return h.APIVersion == "apiextensions.k8s.io/v1beta1", h.APIVersion == "apiextensions.k8s.io/v1beta1" || h.APIVersion == "apiextensions.k8s.io/v1"
}

type reader struct {
	origin string
	found  *Manifests
}

// document reads one document. Items of a typed list may omit apiVersion and kind; inherited has
// those of the list.
func (r reader) document(data jsontext.Value, inherited header, depth int) error {
	h := inherited
	if err := json.Unmarshal(data, &h); err != nil {
		// It is not an object, or its kind is not a string.
		r.found.Skipped++
		return nil //nolint:nilerr // manifests may be next to other files
	}
	if h.Kind == "List" && h.APIVersion == "v1" || h.Kind == "CustomResourceDefinitionList" && strings.HasPrefix(h.APIVersion, "apiextensions.k8s.io/") {
		return r.list(data, h, depth)
	}
	beta, ok := h.definition()
	if !ok && h.Kind == "CustomResourceDefinition" && (h.APIVersion == "" || strings.HasPrefix(h.APIVersion, "apiextensions.k8s.io/")) {
		return fmt.Errorf("%s: a CustomResourceDefinition has the apiVersion %q; expected apiextensions.k8s.io/v1 or v1beta1", r.origin, h.APIVersion)
	}
	if !ok {
		r.found.Skipped++
		return nil
	}
	if len(data) > maxDefinition {
		return fmt.Errorf("%s: the CustomResourceDefinition is %d MiB; the limit of an API server is 2 MiB", r.origin, len(data)>>20)
	}
	d, err := decode(data, beta)
	if err != nil {
		return fmt.Errorf("%s: the CustomResourceDefinition %q cannot be read: %w", r.origin, d.Name, err)
	}
	d.Origin = r.origin
	r.found.Definitions = append(r.found.Definitions, d)
	return nil
}

func (r reader) list(data jsontext.Value, h header, depth int) error {
	if depth == maxLists {
		return fmt.Errorf("%s: Lists are nested more than %d levels deep", r.origin, maxLists)
	}
	var list struct {
		Items []jsontext.Value `json:"items"`
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return fmt.Errorf("%s: the items of the %s cannot be read: %w", r.origin, h.Kind, unjson.Sentence(err))
	}
	var inherited header
	if kind, typed := strings.CutSuffix(h.Kind, "List"); typed && kind != "" {
		inherited = header{APIVersion: h.APIVersion, Kind: kind}
	}
	for _, item := range list.Items {
		if err := r.document(item, inherited, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// settle sorts the definitions and removes duplicates. It returns an error for two different
// definitions of the same resource.
func (m *Manifests) settle() error {
	order.Stably(m.Definitions, func(a, b Definition) int { return strings.Compare(a.key(), b.key()) })
	kept := m.Definitions[:0]
	for _, d := range m.Definitions {
		if len(kept) > 0 && kept[len(kept)-1].key() == d.key() {
			if last := kept[len(kept)-1]; !last.same(d) {
				return fmt.Errorf("%s is defined twice, with different content: in %s and in %s; specify a folder or file with only one of them", d.resource(), last.Origin, d.Origin)
			}
			continue
		}
		kept = append(kept, d)
	}
	m.Definitions = kept
	return nil
}

// key returns the sort key: group, then plural.
func (d *Definition) key() string { return d.Group + "\x00" + d.Names.Plural }

// same reports whether two definitions are equal, except for their Origin.
func (d Definition) same(other Definition) bool {
	d.Origin, other.Origin = "", ""
	return reflect.DeepEqual(d, other)
}
