package draft

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// Limit is the maximum size of a file in bytes. The largest published file has half a megabyte.
const Limit = 64 << 20

// Decode parses the notes of a release: an object with one entry per pull request, keyed by its
// number. If release is empty, the first entry must have the release, as in 1.14 to 1.19.
func Decode(data []byte, release string) (changelog.Document, error) {
	doc := changelog.Document{Release: changelog.Named(release), Form: changelog.FormDraft}
	doc.FillLists()
	if len(data) > Limit {
		return doc, fmt.Errorf("the release notes are longer than %d MiB, the limit", Limit>>20)
	}
	d := decoder{doc: &doc, seen: map[changelog.PullRequest]int{}}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if err := d.read(data); err != nil {
		return doc, err
	}
	return doc, nil
}

// decoder builds a document.
type decoder struct {
	doc *changelog.Document
	// seen maps a pull request to its note.
	seen map[changelog.PullRequest]int
}

// read parses the object entry by entry, so that an error has the key of the entry, and the other
// entries are read.
func (d *decoder) read(data []byte) error {
	dec := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if kind := dec.PeekKind(); kind != '{' && kind != 0 {
		return fmt.Errorf("the release notes are not an object of entries by pull request, but begin with %q", kind)
	}
	err := unjson.Members(dec, func(key string) error {
		value, err := dec.ReadValue()
		if err == nil {
			d.entry(key, value)
		}
		return err
	})
	if err != nil {
		return sentence(err, data, dec.InputOffset())
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		line := lineOf(data, dec.InputOffset())
		return fmt.Errorf("near line %d: there is extra data after the end of the release notes", line)
	}
	return nil
}

// entry adds the note of a value, or a reason why it was skipped.
func (d *decoder) entry(key string, value jsontext.Value) {
	d.doc.Stats.Bullets++
	e, err := decodeEntry(value)
	if err != nil {
		d.skip(key, err.Error())
		return
	}
	ref, ok := e.reference(key)
	if !ok {
		d.skip(key, "it has no pull request")
		return
	}
	if d.doc.Release == "" {
		d.doc.Release = changelog.Named(e.ReleaseVersion)
	}
	n := e.note(ref, d.doc.Release)
	if n.Release == "" {
		d.skip(key, "it has no release, and none was specified")
		return
	}
	d.doc.Stats.Count(&n)
	if at, again := d.seen[ref]; again {
		d.doc.Stats.Merged++
		if old := &d.doc.Notes[at]; old.Unpublished && !n.Unpublished {
			*old = n
		}
		return
	}
	d.seen[ref] = len(d.doc.Notes)
	d.doc.Notes = append(d.doc.Notes, n)
}

func (d *decoder) skip(key, reason string) {
	d.doc.Stats.Skipped = append(d.doc.Stats.Skipped, changelog.Skipped{Reason: reason, Text: strings.ToValidUTF8(phrase.Clip(key, 80), "\ufffd")})
}

// sentence returns an error with the line of the problem.
func sentence(err error, data []byte, offset int64) error {
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		offset = syntax.ByteOffset
	}
	what := strings.TrimPrefix(err.Error(), "jsontext: ")
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		what = "the text ends too early"
	}
	return fmt.Errorf("near line %d: the release notes are not valid JSON: %s", lineOf(data, offset), phrase.Clip(what, 300))
}

func lineOf(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(int(offset), len(data))], []byte("\n"))
}
