package decision

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// mistakesError is the mistakes in valid YAML, each with its line: "line 3: unknown key owners".
type mistakesError []string

func (m mistakesError) Error() string {
	if more := len(m) - 1; more > 0 {
		return fmt.Sprintf("%s (and %s more)", m[0], rule.Count(more, "error"))
	}
	return m[0]
}

// Read reads a file that a person wrote. Unknown keys are mistakes, and so is a second document,
// which would be ignored.
func Read(data []byte, into any) error {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	err := cause.Parser(func() error { return dec.Decode(into) })
	if typed, wrong := errors.AsType[*yaml.TypeError](err); wrong {
		return mistakesOf(typed)
	}
	var second yaml.Node
	if err == nil {
		err = cause.Parser(func() error { return dec.Decode(&second) })
	}
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
	}
	return mistakesError{fmt.Sprintf("line %d: a second document begins here: the file must be one document, without ---", max(second.Line, 1))}
}

// Messages of the YAML library with names of Go types.
var (
	unknownKey  = lazy.Regexp(`field (\S+) not found in type \S+`)
	repeatedKey = lazy.Regexp(`mapping key "(.*)" already defined at line \d+`)
	otherType   = lazy.Regexp("cannot unmarshal .* into (\\S+)$")
)

func mistakesOf(err *yaml.TypeError) (list mistakesError) {
	for _, text := range err.Errors {
		text = unknownKey().ReplaceAllString(text, "unknown key $1")
		text = repeatedKey().ReplaceAllString(text, "the key $1 is repeated")
		list = append(list, otherType().ReplaceAllStringFunc(text, func(s string) string {
			switch into := otherType().FindStringSubmatch(s)[1]; {
			case strings.HasPrefix(into, "[]"):
				return "a list is expected here"
			case into == "string":
				return "a string is expected here"
			case into == "bool":
				return "true or false is expected here"
			case into == "int":
				return "a number is expected here"
			}
			return "keys and values are expected here"
		}))
	}
	return list
}
