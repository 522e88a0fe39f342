package openapi

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// Schema decodes the schema of a definition, as a manifest has it: a keyword that is
// null is not there. finish is called with each part, from the bottom up, before
// anybody else sees it. Equal parts are one and the same, within a schema, over all
// definitions and over both sides of a comparison: most of a large definition is
// schemas of pods and of other definitions again. A decoder has one finish.
func (d *Decoder) Schema(raw []byte, finish func(*discovery.Schema) error) (*discovery.Schema, error) {
	r := newReader(raw)
	r.seen, r.parts = d.seen, &parts{finish: finish}
	body, err := r.schema("")
	return body.schema, err
}

// parts is what a reader of a definition's schema has besides.
type parts struct {
	finish func(*discovery.Schema) error
	// decoded counts the parts that were decoded and not found.
	decoded int
}

// minPart is the length of the text from which a part is looked up: to decode less
// costs no more.
const minPart = 100

// partKey is what a part is known by: what a description says of a field may depend on
// the field's name.
type partKey struct {
	text  digest
	field string
}

// part reads a part that may be known.
func (r reader) part(field string) (schemaBody, error) {
	if r.dec.PeekKind() != '{' {
		return schemaBody{}, r.expected("an object", r.dec.PeekKind())
	}
	text := objectAt(r.dec.UnreadBuffer())
	if len(text) < minPart {
		return r.decoded(field)
	}
	key := partKey{r.seen.digest(text), field}
	if known, ok := r.seen.parts.Load(key); ok {
		return schemaBody{schema: known.(*discovery.Schema)}, r.skip()
	}
	body, err := r.decoded(field)
	if err != nil {
		return schemaBody{}, err
	}
	known, _ := r.seen.parts.LoadOrStore(key, body.schema)
	return schemaBody{schema: known.(*discovery.Schema)}, nil
}

func (r reader) decoded(field string) (schemaBody, error) {
	r.parts.decoded++
	body, err := r.members(field)
	if err == nil {
		err = r.parts.finish(body.schema)
	}
	return body, err
}

// objectAt is the text of the JSON object that begins in data, behind a colon or a
// comma. What is no JSON ends somewhere: who decodes it says so.
func objectAt(data []byte) []byte {
	begin := 0
	for begin < len(data) && data[begin] != '{' {
		begin++
	}
	return bracketed(data[begin:])
}

// absent reports whether a keyword of a manifest's schema is not there although its
// name is: an API server takes null for nothing, but where it is a value.
func (r reader) absent(name string) bool {
	return r.parts != nil && r.dec.PeekKind() == 'n' && name != "default" && name != "example" && !strings.HasPrefix(name, "x-")
}

// facts are FactsOf a field. Two releases of a schema that changed have most descriptions
// in common.
func (r reader) facts(field, description string) discovery.Facts {
	if description == "" {
		return discovery.Facts{}
	}
	key := partKey{r.seen.digestOf(description), field}
	if known, ok := r.seen.facts.Load(key); ok {
		return known.(discovery.Facts)
	}
	facts := FactsOf(field, description)
	r.seen.facts.Store(key, facts)
	return facts
}
