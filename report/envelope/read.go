package envelope

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// Read reads a report of one of the kinds in JSON. e is the envelope of r, and what is the command for errors: "kubedelta
// scan".
func Read(in io.Reader, what string, r any, e *Envelope, kinds ...string) error {
	if err := json.UnmarshalRead(in, r); err != nil {
		return fmt.Errorf("not a report of %s: %w", what, unjson.Sentence(err))
	}
	switch {
	case e.APIVersion+e.Kind == "":
		return fmt.Errorf("not a report of %s: it has no apiVersion and kind", what)
	case e.APIVersion != APIVersion || !slices.Contains(kinds, e.Kind):
		return fmt.Errorf("not a report of %s: expected %s %s, found %q %q", what, APIVersion, strings.Join(kinds, " or "), e.APIVersion, e.Kind)
	}
	return nil
}

// KindOf returns the apiVersion and kind of a report, or "". It reads only up to the kind, which
// kubedelta writes at the beginning.
func KindOf(text []byte) (apiVersion, kind string) {
	said := unjson.Texts(bytes.NewReader(text), "apiVersion", "kind")
	return said[0], said[1]
}
