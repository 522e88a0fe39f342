package unjson

import (
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Texts returns the named members of an object; "" for one that is missing or not a string. It
// reads only as far as needed.
func Texts(object io.Reader, names ...string) []string {
	texts := make([]string, len(names))
	d := jsontext.NewDecoder(object, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
		return texts
	}
	for slices.Contains(texts, "") {
		name, err := d.ReadToken()
		if err != nil || name.Kind() != '"' {
			break
		}
		at := slices.Index(names, name.String())
		if at < 0 || texts[at] != "" || d.PeekKind() != '"' {
			if err := d.SkipValue(); err != nil {
				break
			}
			continue
		}
		value, err := d.ReadToken()
		if err != nil {
			break
		}
		texts[at] = value.String()
	}
	return texts
}
