// Package unjson reads parts of JSON texts, and describes their errors. The messages of the JSON
// library differ between processes (it writes "cannot" or "unable to", so that nobody compares them),
// and contain names of Go types. Reports must be the same for the same input.
package unjson

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Sentence returns an error of decoding JSON with a message that depends only on the text.
func Sentence(err error) error {
	if err == nil {
		return nil
	}
	semantic, ok := errors.AsType[*json.SemanticError](err)
	if _, syntax := errors.AsType[*jsontext.SyntacticError](err); syntax && !ok {
		return sentence{strings.TrimPrefix(err.Error(), "jsontext: "), err} // without the name of the library
	}
	if !ok {
		return err
	}
	where := "the JSON"
	if semantic.JSONPointer != "" {
		where = string(semantic.JSONPointer)
	}
	if semantic.Err != nil && !errors.Is(semantic.Err, json.ErrUnknownName) {
		return fmt.Errorf("%s is wrong: %w", where, Sentence(semantic.Err))
	}
	return fmt.Errorf("%s has the wrong type%s", where, kind(semantic.JSONKind))
}

// kind is what a value is, in brackets; "" if it is not known. The library writes only the first
// character of objects and arrays.
func kind(k jsontext.Kind) string {
	switch k {
	case 0:
		return ""
	case jsontext.KindBeginObject:
		return " (JSON object)"
	case jsontext.KindBeginArray:
		return " (JSON array)"
	default:
		return fmt.Sprintf(" (JSON %s)", k)
	}
}

// sentence is an error with another message.
type sentence struct {
	text string
	of   error
}

func (s sentence) Error() string { return s.text }
func (s sentence) Unwrap() error { return s.of }
