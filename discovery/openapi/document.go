package openapi

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// Decoder decodes documents. It decodes equal texts once, for all documents and both sides of a
// comparison, which then skips schemas with the same pointer. It is not safe for concurrent use:
// see [Decoder.Beside].
type Decoder struct {
	*seen
	// These are of one v2 document, or of all v3 documents.
	parameterLists map[digest]parameterList
	shared         map[string]sharedParameter
}

// seen has the decoded texts that decoders share.
type seen struct {
	seeds     [2]maphash.Seed
	schemas   sync.Map // schemaBody by digest
	pathItems sync.Map // pathItem by digest
	parts     sync.Map // schemas of definitions: *discovery.Schema by partKey
	facts     sync.Map // facts of descriptions: discovery.Facts by partKey
}

// digest identifies a text: a hash of 128 bits with random seeds, so that different texts cannot be
// made to have the same digest.
type digest [2]uint64

func (d *seen) digest(text []byte) digest {
	return digest{maphash.Bytes(d.seeds[0], text), maphash.Bytes(d.seeds[1], text)}
}

func (d *seen) digestOf(text string) digest {
	return digest{maphash.String(d.seeds[0], text), maphash.String(d.seeds[1], text)}
}

type sharedParameter struct{ name, in, body string }

// Beside returns a decoder for another goroutine. Both share what they have decoded.
func (d *Decoder) Beside() *Decoder {
	return &Decoder{seen: d.seen, parameterLists: map[digest]parameterList{}}
}

// NewDecoder returns an empty decoder.
func NewDecoder() *Decoder {
	return (&Decoder{seen: &seen{seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}}}).Beside()
}

// Document is a decoded OpenAPI v3 or swagger v2 document.
type Document struct {
	// Title and Version are those of info. Published documents of Kubernetes have the version
	// "unversioned". Documents of custom resources have the title "Kubernetes CRD Swagger".
	Title, Version string
	// Schemas are by name, and are shared with other documents of the decoder.
	Schemas map[string]*discovery.Schema
	// schemaOf names the schema of a kind, kindOf the kind of a schema. They have only schemas of
	// exactly one kind: meta kinds (DeleteOptions) are listed for every group-version.
	schemaOf map[discovery.GroupVersionKind]string
	kindOf   map[string]discovery.GroupVersionKind
	paths    []path
}

type path struct {
	name string
	item pathItem
}

// ErrNotOpenAPI reports a JSON document that is not an OpenAPI document.
var ErrNotOpenAPI = errors.New("it is JSON, but neither an OpenAPI v3 nor a swagger v2 document: it has no \"openapi\" or \"swagger\" field")

// Decode decodes a v3 or v2 document. The error names the place of the fault.
func (d *Decoder) Decode(data []byte) (*Document, error) {
	doc := &Document{
		Schemas:  map[string]*discovery.Schema{},
		schemaOf: map[discovery.GroupVersionKind]string{},
		kindOf:   map[string]discovery.GroupVersionKind{},
	}
	text := &scan{data: data}
	var format string
	var paths []byte
	err := text.members(func(name string) error {
		if name == "components" {
			return text.members(func(name string) error {
				if name == "schemas" {
					return d.schemasOf(text, doc)
				}
				return valid(text.value())
			})
		}
		if name == "definitions" {
			return d.schemasOf(text, doc)
		}
		if name == "paths" && format == "openapi" {
			return d.pathsOf(text, doc, true)
		}
		value, err := text.value()
		if err != nil {
			return err
		}
		switch name {
		case "openapi", "swagger":
			format = name
			_, err = newReader(value).text()
		case "info":
			err = newReader(value).fields("title", &doc.Title, "version", &doc.Version)
		case "parameters":
			err = d.sharedParameters(newReader(value))
		case "paths":
			// A v2 document may define its shared parameters after the paths that use them, so its
			// paths are read last.
			paths = value
		default:
			err = valid(value, nil)
		}
		return err
	})
	if err != nil {
		return nil, sentence(err)
	}
	if format == "" {
		return nil, ErrNotOpenAPI
	}
	if paths != nil {
		if err := d.pathsOf(&scan{data: paths}, doc, format == "openapi"); err != nil {
			return nil, sentence(err)
		}
	}
	order.By(doc.paths, func(a, b path) int { return strings.Compare(a.name, b.name) })
	if text.next(); text.pos < len(data) {
		return nil, errors.New("there is extra data after the end of the JSON document")
	}
	return doc, nil
}

// valid returns an error for a skipped value that is not valid JSON.
func valid(value []byte, err error) error {
	if err != nil {
		return err
	}
	return newReader(value).skip()
}

func (d *Decoder) schemasOf(text *scan, doc *Document) error {
	return text.members(func(name string) error {
		if _, twice := doc.Schemas[name]; twice {
			return fmt.Errorf("schema %q is defined twice", name)
		}
		raw, err := text.value()
		if err != nil {
			return err
		}
		key := d.digest(raw)
		known, ok := d.schemas.Load(key)
		if !ok {
			r := newReader(raw)
			r.seen = d.seen
			body, err := r.schema("")
			if err != nil {
				return fmt.Errorf("schema %q: %w", name, err)
			}
			known, _ = d.schemas.LoadOrStore(key, body)
		}
		body := known.(schemaBody)
		doc.Schemas[name] = body.schema
		if len(body.kinds) == 1 {
			doc.schemaOf[body.kinds[0]] = name
			doc.kindOf[name] = body.kinds[0]
		}
		return nil
	})
}

func (d *Decoder) sharedParameters(r reader) error {
	// The names of shared parameters are valid only within the document, and so are the lists that
	// use them.
	d.shared = map[string]sharedParameter{}
	d.parameterLists = map[digest]parameterList{}
	return r.object(func(key string) error {
		p := sharedParameter{}
		err := r.fields("name", &p.name, "in", &p.in, "schema", r.bareReference(&p.body))
		d.shared[key] = p
		return err
	})
}

// pathsOf reads the paths. intern shares equal paths between documents. Paths of v2 cannot be
// shared, because they may refer to the document's shared parameters.
func (d *Decoder) pathsOf(text *scan, doc *Document, intern bool) error {
	err := text.members(func(name string) error {
		raw, err := text.value()
		if err != nil {
			return err
		}
		key := d.digest(raw)
		known, ok := d.pathItems.Load(key)
		if !ok || !intern {
			item, err := d.pathItem(newReader(raw))
			if err != nil {
				return fmt.Errorf("path %s: %w", name, err)
			}
			if known = item; intern {
				known, _ = d.pathItems.LoadOrStore(key, item)
			}
		}
		item := known.(pathItem)
		doc.paths = append(doc.paths, path{name: name, item: item})
		return nil
	})
	if !intern {
		d.parameterLists = map[digest]parameterList{}
	}
	return err
}

// sentence removes package names from the error of a parser.
func sentence(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return errors.New("the JSON ends too early: the file is truncated")
	}
	return fmt.Errorf("not a valid OpenAPI document in JSON: %w", err)
}
