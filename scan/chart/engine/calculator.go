package engine

import (
	"context"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"text/template"
)

// Calculator calls template functions with known values. It is not safe for concurrent use.
type Calculator struct {
	root *template.Template
	// results caches the results of calls by their text. Maps and lists are not cached, because
	// the caller may change them.
	results map[string]result
	// kept is the result of the last call.
	kept  any
	calls int
	meter *meter
}

type result struct {
	value any
	ok    bool
}

// The limits for one chart. A call above a limit has no known result.
const (
	maxCalls      = 10_000
	maxCalculated = 1000
)

// NewCalculator returns a calculator with all functions that are pure.
func NewCalculator() *Calculator {
	m, _ := newMeter(context.Background(), maxWork)
	c := &Calculator{results: map[string]result{}, meter: m}
	all := newRenderer(m).functions()
	for name := range all {
		if !pure(name) {
			delete(all, name)
		}
	}
	// No function of Helm has this name.
	all["\u00e9keep"] = func(v any) string {
		c.kept = v
		return ""
	}
	c.root = template.New("").Funcs(all)
	return c
}

// pure reports whether the result of a function depends on its arguments only, and not on the
// machine, the time or the cluster.
func pure(name string) bool {
	switch name {
	case "now", "ago", "lookup", "getHostByName", "shuffle", "htpasswd", "bcrypt", "derivePassword", "encryptAES", "buildCustomCert":
		return false
	default:
		return !strings.HasPrefix(name, "rand") && !strings.HasPrefix(name, "gen") && !strings.HasPrefix(name, "uuid")
	}
}

// Call returns the result of a function. ok is false if there is no such function, or it fails.
// Functions that write into a map do so, unless the map might then contain itself.
func (c *Calculator) Call(name string, args ...any) (value any, ok bool) {
	if writesInto(name) && (!small(args...) || sharesMaps(args)) {
		return nil, false
	}
	return c.evaluate(args, func(arg func(int) string) string {
		words := []string{name}
		for i := range args {
			words = append(words, arg(i))
		}
		return strings.Join(words, " ")
	})
}

// Field returns the value at a path of names, as in (semver …).Minor.
func (c *Calculator) Field(v any, path []string) (value any, ok bool) {
	return c.evaluate([]any{v}, func(arg func(int) string) string {
		return "(" + arg(0) + ")." + strings.Join(path, ".")
	})
}

// evaluate executes a template with an expression and returns its value. Numbers are written as
// literals, which functions accept as the type that they need.
func (c *Calculator) evaluate(args []any, write func(func(int) string) string) (value any, ok bool) {
	if !small(args...) {
		return nil, false
	}
	text := write(func(i int) string {
		switch v := args[i].(type) {
		case string:
			return strconv.Quote(v)
		case bool:
			return strconv.FormatBool(v)
		case int64:
			return "(" + strconv.FormatInt(v, 10) + ")"
		default:
			return "(index . " + strconv.Itoa(i) + ")"
		}
	})
	key := fmt.Sprintf("%s\x00%v", text, args)
	if known, asked := c.results[key]; asked {
		return known.value, known.ok
	}
	if c.calls++; c.calls > maxCalls {
		return nil, false
	}
	t, err := c.root.Parse("{{ \u00e9keep (" + text + ") }}")
	if err == nil {
		err = c.execute(t, args)
	}
	value, ok = c.kept, err == nil && small(c.kept)
	if n, isInt := value.(int); isInt {
		value = int64(n)
	}
	c.kept = nil
	switch reflect.ValueOf(value).Kind() {
	case reflect.Map, reflect.Slice:
	default:
		c.results[key] = result{value, ok}
	}
	return value, ok
}

func (c *Calculator) execute(t *template.Template, args []any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	return t.Execute(&writer{meter: c.meter, limit: maxCalculated}, args)
}
