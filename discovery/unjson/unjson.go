// Package unjson says what is wrong with a JSON text. The library's own words for it
// differ from process to process (it says "cannot" or "unable to", so that nobody
// compares them), and name types of Go; a report is the same for the same input.
package unjson

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Sentence is an error of decoding JSON, in words that depend on the text alone.
func Sentence(err error) error {
	if err == nil {
		return nil
	}
	semantic, ok := errors.AsType[*json.SemanticError](err)
	if !ok {
		return stable(err)
	}
	where := "the JSON"
	if semantic.JSONPointer != "" {
		where = string(semantic.JSONPointer)
	}
	if semantic.Err != nil && !errors.Is(semantic.Err, json.ErrUnknownName) {
		return fmt.Errorf("%s is wrong: %w", where, Sentence(semantic.Err))
	}
	if semantic.JSONKind == 0 {
		return fmt.Errorf("%s has the wrong type", where)
	}
	return fmt.Errorf("%s has the wrong type (JSON %s)", where, semantic.JSONKind)
}

// stable is an error without the name of the library, which knows its own type.
func stable(err error) error {
	if _, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return sentence{strings.TrimPrefix(err.Error(), "jsontext: "), err}
	}
	return err
}

// sentence is an error in other words.
type sentence struct {
	text string
	of   error
}

func (s sentence) Error() string { return s.text }
func (s sentence) Unwrap() error { return s.of }
