package openapi

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// Schema decodes the schema of a definition, as in a manifest. A keyword that is null counts as
// missing. finish, the same in all calls, is called with each part, innermost first, before the
// part is shared: large definitions consist mostly of schemas of pods and other shared schemas.
func (d *Decoder) Schema(raw []byte, finish func(*discovery.Schema) error) (*discovery.Schema, error) {
	r := newReader(raw)
	r.seen, r.parts = d.seen, &parts{finish: finish}
	body, err := r.schema("")
	return body.schema, err
}

// parts is the state of a reader of a definition's schema.
type parts struct {
	finish func(*discovery.Schema) error
	// decoded counts the parts that were decoded because they were not known.
	decoded int
}

// minPart is the minimum length of a part that is looked up. Shorter parts are as fast to decode.
const minPart = 100

// partKey identifies a part. It has the name of the field, because the meaning of a description may
// depend on it.
type partKey struct {
	text  digest
	field string
}

// part reads a part, or returns an equal one that was read before.
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

// objectAt returns the text of the JSON object that begins in data, after a colon or a comma. If
// the text is not valid JSON, decoding it gives the error.
func objectAt(data []byte) []byte {
	begin := 0
	for begin < len(data) && data[begin] != '{' {
		begin++
	}
	return bracketed(data[begin:])
}

// absent reports whether a keyword of a manifest's schema is null and counts as missing, as for an
// API server. null is a value of default, example and extensions.
func (r reader) absent(name string) bool {
	return r.parts != nil && r.dec.PeekKind() == 'n' && name != "default" && name != "example" && !strings.HasPrefix(name, "x-")
}

// facts returns FactsOf a field. They are shared, because two releases of a changed schema have
// most descriptions in common.
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
