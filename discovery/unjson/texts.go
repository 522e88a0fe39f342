package unjson

import (
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Members calls member for each name of the object that d reads next. member must consume the value.
// Any other value is skipped.
func Members(d *jsontext.Decoder, member func(name string) error) error {
	if d.PeekKind() != '{' {
		return d.SkipValue()
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		if err := member(name.String()); err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	return err
}

// Text reads the next value into text. Any value that is not a string is skipped.
func Text(d *jsontext.Decoder, text *string) error {
	if d.PeekKind() != '"' {
		return d.SkipValue()
	}
	token, err := d.ReadToken()
	if err == nil {
		*text = token.String()
	}
	return err
}

// Texts returns the named members of an object; "" for one that is missing or not a string. It
// reads only as far as needed.
func Texts(object io.Reader, names ...string) []string {
	texts := make([]string, len(names))
	d := jsontext.NewDecoder(object, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	// An error ends the reading: the others are missing.
	_ = Members(d, func(name string) error {
		at := slices.Index(names, name)
		if at < 0 || texts[at] != "" {
			return d.SkipValue()
		}
		err := Text(d, &texts[at])
		if !slices.Contains(texts, "") {
			return io.EOF
		}
		return err
	})
	return texts
}
