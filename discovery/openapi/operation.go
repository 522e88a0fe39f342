package openapi

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// operation has the used fields of one method of a path.
type operation struct {
	method string
	// kind is x-kubernetes-group-version-kind; zero in 1.23.
	kind discovery.GroupVersionKind
	// request and response name the schemas of the bodies; "" if there is none, or it is not a
	// reference.
	request, response string
	parameters        []string
	mediaTypes        []string
}

// pathItem has the operations of one path. The parameters of the path are added to each.
type pathItem []operation

// pathItem reads the object of one path, of v3 or v2: no keyword has different meanings in both.
func (d *Decoder) pathItem(r reader) (pathItem, error) {
	var item pathItem
	var shared []string
	err := r.object(func(name string) error {
		switch name {
		case "get", "put", "post", "delete", "patch", "head", "options":
			op, err := d.operation(r)
			op.method = name
			item = append(item, op)
			return err
		case "parameters":
			p, err := d.parameters(r)
			shared = p.names
			return err
		default:
			return r.skip()
		}
	})
	for i := range item {
		item[i].parameters = union(item[i].parameters, shared)
	}
	// The order in a document has no meaning, and the result must not depend on it. If several
	// bodies are possible, that of put is used, which is the last.
	order.By(item, func(a, b operation) int { return strings.Compare(a.method, b.method) })
	return item, err
}

func (d *Decoder) operation(r reader) (op operation, err error) {
	err = r.object(func(name string) (err error) {
		switch name {
		case kindExtension:
			op.kind, err = r.kind()
		case "parameters":
			var p parameterList
			p, err = d.parameters(r)
			op.parameters = p.names
			if p.body != "" {
				op.request = p.body
			}
		case "requestBody":
			op.request, err = r.body(&op)
		case "responses":
			err = r.object(func(code string) error {
				if code != "200" && code != "201" && code != "202" {
					return r.skip()
				}
				ref, err := r.body(&op)
				op.response = cmp.Or(op.response, ref)
				return err
			})
		case "consumes", "produces":
			var types []string
			types, err = list(r, r.text)
			op.mediaTypes = append(op.mediaTypes, types...)
		default:
			err = r.skip()
		}
		return err
	})
	return op, err
}

// body reads a request or response: the content by media type of v3, or the schema of v2.
func (r reader) body(op *operation) (ref string, err error) {
	schema := r.bareReference(&ref)
	err = r.fields("schema", schema, "content", func() error {
		return r.object(func(mediaType string) error {
			op.mediaTypes = append(op.mediaTypes, mediaType)
			return r.fields("schema", schema)
		})
	})
	return ref, err
}

// bareReference returns a function that reads {"$ref": …}. It keeps ref if there is none.
func (r reader) bareReference(ref *string) func() error {
	return func() error {
		return r.fields("$ref", func() error {
			s, err := r.reference()
			*ref = cmp.Or(*ref, s)
			return err
		})
	}
}

// parameterList has the names of query parameters, sorted, and the schema of the body (v2).
type parameterList struct {
	names []string
	body  string
}

// parameters reads a list of parameters. Few different lists are in all paths, so each text is
// decoded once.
func (d *Decoder) parameters(r reader) (parameterList, error) {
	raw, err := r.dec.ReadValue()
	if err != nil {
		return parameterList{}, err
	}
	key := d.digest(raw)
	if known, ok := d.parameterLists[key]; ok {
		return known, nil
	}
	var list parameterList
	inner := newReader(raw)
	err = inner.array(func() error { return d.parameter(inner, &list) })
	if err != nil {
		return parameterList{}, err
	}
	list.names = slice.Unique(list.names)
	d.parameterLists[key] = list
	return list, nil
}

func (d *Decoder) parameter(r reader, list *parameterList) error {
	var name, in, ref, body string
	if err := r.fields("name", &name, "in", &in, "$ref", &ref, "schema", r.bareReference(&body)); err != nil {
		return err
	}
	if ref != "" {
		// v2 documents share parameters since 1.27: "#/parameters/limit-1NfNmdNH".
		shared := d.shared[strings.TrimPrefix(ref, "#/parameters/")]
		name, in, body = shared.name, shared.in, shared.body
	}
	switch in {
	case "query":
		list.names = append(list.names, name)
	case "body":
		list.body = body
	}
	return nil
}

func union(a, b []string) []string {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	return slice.Unique(slices.Concat(a, b))
}
