package envelope

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// KindOf is what a report says that it is, "" where it does not. It reads no further than
// to the kind, which stands at the beginning of what kubedelta writes.
func KindOf(text []byte) (apiVersion, kind string) {
	d := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowInvalidUTF8(true))
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
		return "", ""
	}
	for kind == "" || apiVersion == "" {
		name, err := d.ReadToken()
		if err != nil || name.Kind() != '"' {
			break
		}
		member := name.String()
		if d.PeekKind() != '"' || member != "kind" && member != "apiVersion" {
			if err := d.SkipValue(); err != nil {
				break
			}
			continue
		}
		value, err := d.ReadToken()
		if err != nil {
			break
		}
		if member == "kind" {
			kind = value.String()
		} else {
			apiVersion = value.String()
		}
	}
	return apiVersion, kind
}
