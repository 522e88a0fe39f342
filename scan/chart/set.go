package chart

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Values are the values that a user gives for a chart, as with Helm: later files override earlier
// ones, and Set and SetString override files.
type Values struct {
	Files []ValuesFile
	// Set and SetString are the arguments of --set and --set-string: "a.b=1,c[0]=x". The values of
	// SetString are always strings.
	Set, SetString []string
}

// ValuesFile is the text of a values file.
type ValuesFile struct {
	Name string
	Data []byte
}

func (v Values) merged() (map[string]any, error) {
	out := map[string]any{}
	for _, f := range v.Files {
		m, err := decodeValues(f.Data)
		if err != nil {
			return nil, fmt.Errorf("cannot read the values in %s: %w", f.Name, err)
		}
		out = mergeMaps(out, m)
	}
	for _, s := range v.Set {
		if err := set(out, s, false); err != nil {
			return nil, fmt.Errorf("--set %s: %w", s, err)
		}
	}
	for _, s := range v.SetString {
		if err := set(out, s, true); err != nil {
			return nil, fmt.Errorf("--set-string %s: %w", s, err)
		}
	}
	return out, nil
}

// Check returns an error if some of the values cannot be read.
func (v Values) Check() error {
	_, err := v.merged()
	return err
}

// maxIndex is the largest index of a list, as in Helm (pkg/strvals).
const maxIndex = 65536

// set parses "a.b[0].c=value,d={x,y}" into a map. A backslash escapes the next character.
func set(into map[string]any, text string, asString bool) error {
	if len(text) > 1<<20 {
		return errors.New("it is longer than 1 MB")
	}
	s := setter{rest: text, asString: asString}
	for s.rest != "" {
		if err := s.assignment(into); err != nil {
			return err
		}
	}
	return nil
}

type setter struct {
	rest     string
	asString bool
}

// until consumes the text up to one of the stop characters, and returns it, or 0 at the end.
func (s *setter) until(stop string) (string, byte) {
	var b strings.Builder
	for i := 0; i < len(s.rest); i++ {
		c := s.rest[i]
		switch {
		case c == '\\' && i+1 < len(s.rest):
			i++
			b.WriteByte(s.rest[i])
		case strings.IndexByte(stop, c) >= 0:
			s.rest = s.rest[i+1:]
			return b.String(), c
		default:
			b.WriteByte(c)
		}
	}
	s.rest = ""
	return b.String(), 0
}

// step is one element of a path: a key, or an index if key is "".
type step struct {
	key   string
	index int
}

func (s *setter) assignment(into map[string]any) error {
	var path []step
	for {
		key, stop := s.until(".[=,")
		if key != "" {
			path = append(path, step{key: key})
		}
		if len(path) > 30 {
			return errors.New("the path is more than 30 names deep")
		}
		switch stop {
		case 0, ',':
			if len(path) == 0 {
				return errors.New("a key is missing")
			}
			return fmt.Errorf("key %q has no value", path[len(path)-1].key)
		case '[':
			digits, end := s.until("]")
			n, err := strconv.Atoi(digits)
			if end == 0 || err != nil || n < 0 || n > maxIndex {
				return fmt.Errorf("%q is not an index from 0 to %d", digits, maxIndex)
			}
			path = append(path, step{index: n})
		case '.':
			if key == "" && (len(path) == 0 || path[len(path)-1].key != "") {
				return errors.New("a name is empty")
			}
		case '=':
			if len(path) == 0 || path[0].key == "" {
				return errors.New("a key is missing")
			}
			put(into, path, s.value())
			return nil
		}
	}
}

// value parses a scalar, or a list in braces.
func (s *setter) value() any {
	if list, ok := strings.CutPrefix(s.rest, "{"); ok {
		s.rest = list
		out := []any{}
		for {
			text, stop := s.until(",}")
			if text != "" || stop == ',' {
				out = append(out, s.typed(text))
			}
			if stop != ',' {
				s.rest = strings.TrimPrefix(s.rest, ",")
				return out
			}
		}
	}
	text, _ := s.until(",")
	return s.typed(text)
}

func (s *setter) typed(text string) any {
	if s.asString {
		return text
	}
	switch {
	case text == "true":
		return true
	case text == "false":
		return false
	case text == "null":
		return nil
	case text == "0":
		return int64(0)
	case !strings.HasPrefix(text, "0"):
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n
		}
	}
	return text
}

// put sets the value at a path and creates the maps and lists that are missing.
func put(at any, path []step, v any) any {
	if len(path) == 0 {
		return v
	}
	if first := path[0]; first.key != "" {
		m, ok := at.(map[string]any)
		if !ok {
			m = map[string]any{}
		}
		m[first.key] = put(m[first.key], path[1:], v)
		return m
	}
	list, _ := at.([]any)
	for len(list) <= path[0].index {
		list = append(list, nil)
	}
	list[path[0].index] = put(list[path[0].index], path[1:], v)
	return list
}
