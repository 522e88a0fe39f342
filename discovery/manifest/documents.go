package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// Limit is the maximum size in bytes of a text, and of a document with its aliases expanded.
const Limit = 64 << 20

// Document is one document of a text.
type Document struct {
	// JSON is the document as one JSON value. No object has a name twice.
	JSON []byte
	// Line is the line at which the document begins, from 1.
	Line int
}

// Documents yields the documents of a text in order, without empty ones, up to the first error. A
// text that begins with "{" is JSON with one or more values, or YAML if it is not valid JSON.
func Documents(text []byte) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
		if len(text) > Limit {
			yield(Document{}, fmt.Errorf("the text is longer than %d MiB, the limit for a manifest", Limit>>20))
			return
		}
		if bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{")) {
			jsonDocuments(text, yield)
			return
		}
		yamlDocuments(text, yield)
	}
}

func jsonDocuments(text []byte, yield func(Document, error) bool) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(text))
	line, counted, end := 1, 0, 0
	for {
		value, err := dec.ReadValue()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			if !yamlAfter(text, end, err, yield) {
				yield(Document{}, jsonSentence(err, text, int(dec.InputOffset())))
			}
			return
		}
		end = int(dec.InputOffset())
		start := int(dec.InputOffset()) - len(value)
		line += bytes.Count(text[counted:start], []byte("\n"))
		counted = start
		if !yield(Document{JSON: value.Clone(), Line: line}, nil) {
			return
		}
	}
}

// yamlAfter yields the documents after an offset, where JSON has an error: JSON values may be
// separated by "---", and a mapping in braces need not be JSON. It yields nothing and reports false
// if that is not YAML either.
func yamlAfter(text []byte, offset int, err error, yield func(Document, error) bool) bool {
	rest := bytes.TrimLeft(text[offset:], " \t\r\n")
	begins := func(with string) bool { return bytes.HasPrefix(rest, []byte(with)) }
	if errors.Is(err, io.ErrUnexpectedEOF) || !begins("---") && !begins("{") && !begins("#") {
		return false
	}
	before := bytes.Count(text[:len(text)-len(rest)], []byte("\n"))
	var list []Document
	documents := func(yield func(Document, error) bool) { yamlDocuments(rest, yield) }
	for d, err := range documents {
		if err != nil {
			return false
		}
		list = append(list, Document{JSON: d.JSON, Line: d.Line + before})
	}
	for _, d := range list {
		if !yield(d, nil) {
			break
		}
	}
	return true
}

func jsonSentence(err error, text []byte, offset int) error {
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		offset = int(syntax.ByteOffset)
	}
	line := 1 + bytes.Count(text[:min(offset, len(text))], []byte("\n"))
	what := strings.TrimPrefix(err.Error(), "jsontext: ")
	if strings.Contains(what, "unexpected EOF") {
		what = "the text ends too early"
	}
	// The message has a JSON pointer, which can be very long.
	return fmt.Errorf("near line %d: not valid JSON: %s", line, phrase.Clip(what, 300))
}
