package manifest

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// scalarForm is a scalar as JSON: a literal (null, true, a number) or a text.
type scalarForm struct{ literal, text string }

func (w *writer) scalar(n *yaml.Node) error {
	form, err := resolve(n)
	if err != nil {
		return err
	}
	if form.literal != "" {
		w.out = append(w.out, form.literal...)
		return nil
	}
	return w.text(form.text, n.Line)
}

// resolve converts a scalar as kubectl does. Dates and values with other tags stay texts.
func resolve(n *yaml.Node) (scalarForm, error) {
	switch n.ShortTag() {
	case "!!null":
		return scalarForm{literal: "null"}, nil
	case "!!bool", "!!int", "!!float":
		return literal(n)
	case "!!binary":
		var text string
		if err := n.Decode(&text); err != nil {
			return scalarForm{}, wrongTag(n)
		}
		return scalarForm{text: text}, nil
	case "!!str":
		if n.Style == 0 && reader.Plain(n.Value) == tree.Bool {
			// YAML 1.1 has more words for booleans, which yaml.v3 reads as texts.
			yes := slices.Contains([]string{"y", "yes", "on"}, strings.ToLower(n.Value))
			return scalarForm{literal: strconv.FormatBool(yes)}, nil
		}
	}
	return scalarForm{text: n.Value}, nil
}

func literal(n *yaml.Node) (scalarForm, error) {
	var v any
	if err := n.Decode(&v); err != nil {
		return scalarForm{}, wrongTag(n)
	}
	switch v := v.(type) {
	case bool:
		return scalarForm{literal: strconv.FormatBool(v)}, nil
	case int:
		return scalarForm{literal: strconv.Itoa(v)}, nil
	case int64:
		return scalarForm{literal: strconv.FormatInt(v, 10)}, nil
	case uint64:
		return scalarForm{literal: strconv.FormatUint(v, 10)}, nil
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return scalarForm{}, fmt.Errorf("line %d: %s is not a number that JSON supports", n.Line, phrase.Clip(n.Value, shown))
		}
		return scalarForm{literal: jsontext.Float(v).String()}, nil
	default:
		return scalarForm{text: n.Value}, nil
	}
}

// shown is the maximum length of a value in a message.
const shown = 60

func wrongTag(n *yaml.Node) error {
	return fmt.Errorf("line %d: %q is not a valid value of its tag %s", n.Line, phrase.Clip(n.Value, shown), n.ShortTag())
}
