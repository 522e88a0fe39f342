package engine

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v2"
)

// DecodeYAML decodes values the way Helm does: YAML 1.1, keys as strings, numbers as float64. Helm
// converts to JSON, which copies the values of aliases, so that a small text can become gigabytes.
// Here the values stay shared until their size is checked.
func DecodeYAML(data []byte) (v any, err error) {
	if len(data) > maxText {
		return nil, fmt.Errorf("the YAML is %d bytes; at most %d are read", len(data), maxText)
	}
	defer func() {
		// The parser panics on a few malformed texts.
		if p := recover(); p != nil {
			v, err = nil, fmt.Errorf("error converting YAML to JSON: %v", p)
		}
	}()
	var raw any
	if err := yaml.Unmarshal(data, &raw); err != nil {
		if strings.Contains(err.Error(), "unknown anchor") {
			// This may be a password that begins with an asterisk, so it must not be quoted.
			err = errors.New("yaml: unknown anchor: a value that begins with an asterisk is an alias; write it in quotes if it is a string")
		}
		return nil, fmt.Errorf("error converting YAML to JSON: %w", err)
	}
	n := normaliser{left: maxNodes}
	return n.value(raw, 0)
}

type normaliser struct{ left int }

func (n *normaliser) value(v any, depth int) (any, error) {
	if n.left--; n.left < 0 || depth > maxDepth {
		return nil, errors.New("the YAML is nested too deep, or its aliases make it too large")
	}
	switch x := v.(type) {
	case map[any]any:
		out := make(map[string]any, len(x))
		for k, each := range x {
			key, err := keyText(k)
			if err != nil {
				return nil, err
			}
			if out[key], err = n.value(each, depth+1); err != nil {
				return nil, err
			}
		}
		return out, nil
	case []any:
		out := make([]any, len(x))
		for i, each := range x {
			var err error
			if out[i], err = n.value(each, depth+1); err != nil {
				return nil, err
			}
		}
		return out, nil
	case int:
		return float64(x), nil
	case int64:
		return float64(x), nil
	case uint64:
		return float64(x), nil
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("json: unsupported value: %v", x)
		}
		return x, nil
	case nil, string, bool:
		return x, nil
	default:
		return fmt.Sprint(x), nil
	}
}

func keyText(k any) (string, error) {
	switch x := k.(type) {
	case string:
		return x, nil
	case float64:
		return strconv.FormatFloat(x, 'g', -1, 64), nil
	case int, int64, bool:
		return fmt.Sprint(x), nil
	default:
		return "", fmt.Errorf("a key of type %T is not supported", k)
	}
}
