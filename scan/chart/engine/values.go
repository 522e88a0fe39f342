package engine

import (
	"fmt"
	"html"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"text/template"

	"github.com/kubedelta/kubedelta/scan/chart/version"
)

func (r *renderer) values() template.FuncMap {
	return template.FuncMap{
		"default": func(otherwise any, given ...any) any {
			if len(given) == 0 || empty(given[0]) {
				return otherwise
			}
			return given[0]
		},
		"empty": empty,
		"coalesce": func(all ...any) any {
			for _, v := range all {
				if !empty(v) {
					return v
				}
			}
			return nil
		},
		"all": func(all ...any) bool {
			for _, v := range all {
				if empty(v) {
					return false
				}
			}
			return true
		},
		"any": func(all ...any) bool {
			for _, v := range all {
				if !empty(v) {
					return true
				}
			}
			return false
		},
		"ternary": func(yes, no any, which bool) any {
			if which {
				return yes
			}
			return no
		},
		"typeOf":     func(v any) string { return fmt.Sprintf("%T", v) },
		"typeIs":     func(name string, v any) bool { return name == fmt.Sprintf("%T", v) },
		"typeIsLike": func(name string, v any) bool { t := fmt.Sprintf("%T", v); return name == t || "*"+name == t },
		"kindOf":     func(v any) string { return reflect.ValueOf(v).Kind().String() },
		"kindIs":     func(name string, v any) bool { return name == reflect.ValueOf(v).Kind().String() },
		"deepEqual":  r.equal,
		"semver":     version.Parse,
		"semverCompare": func(constraint, text string) (bool, error) {
			c, err := version.ParseConstraint(constraint)
			if err != nil {
				return false, err
			}
			v, err := version.Parse(text)
			if err != nil {
				return false, err
			}
			return c.Check(v), nil
		},
		// A chart is rendered for a release, not for a cluster: nothing is there.
		"lookup":        func(_, _, _, _ string) map[string]any { return map[string]any{} },
		"getHostByName": func(string) string { return "" },
	}
}

// empty: zero, false, nothing, and what has no parts.
func empty(v any) bool {
	x := reflect.ValueOf(v)
	switch x.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Array, reflect.Slice, reflect.Map, reflect.String:
		return x.Len() == 0
	case reflect.Struct:
		return false
	case reflect.Pointer, reflect.Func, reflect.Chan, reflect.Interface:
		return x.IsNil()
	default:
		return x.IsZero()
	}
}

// text writes a value as sprig does.
func (r *renderer) text(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case []byte:
		return string(x)
	case error:
		return x.Error()
	case fmt.Stringer:
		return x.String()
	default:
		r.meter.weigh(v)
		return fmt.Sprintf("%v", v)
	}
}

// formats are what writes values out; text/template's own do it without a limit.
func (r *renderer) formats() template.FuncMap {
	weighed := func(write func(...any) string) func(...any) string {
		return func(v ...any) string {
			r.meter.weigh(v)
			return write(v...)
		}
	}
	write := weighed(fmt.Sprint)
	return template.FuncMap{
		"toString": r.text,
		"quote":    func(v ...any) string { return r.each(v, func(x any) string { return strconv.Quote(r.text(x)) }) },
		"squote": func(v ...any) string {
			return r.each(v, func(x any) string { return "'" + write(x) + "'" })
		},
		"cat": func(v ...any) string {
			return r.each(v, func(x any) string { return write(x) })
		},
		"print":   write,
		"println": weighed(fmt.Sprintln),
		"printf": func(format string, v ...any) string {
			r.meter.allow(product(strings.Count(format, "%"), widest(format)+weightOf(v)) + len(format))
			r.meter.weigh(v)
			return fmt.Sprintf(format, v...)
		},
		"html":     func(v ...any) string { return html.EscapeString(write(v...)) },
		"js":       func(v ...any) string { return template.JSEscapeString(write(v...)) },
		"urlquery": weighed(template.URLQueryEscaper),
	}
}

// each writes all that is there, a space between.
func (r *renderer) each(v []any, write func(any) string) string {
	var out []string
	for _, x := range v {
		if x != nil {
			out = append(out, write(x))
		}
	}
	return strings.Join(out, " ")
}

var digits = regexp.MustCompile(`[0-9]+|\*`)

// widest is the largest width that a format asks for.
func widest(format string) int {
	most := 0
	for _, d := range digits.FindAllString(format, -1) {
		n, err := strconv.Atoi(d)
		if err != nil || d == "*" {
			n = 1 << 20
		}
		most = max(most, min(n, 1<<20))
	}
	return most
}

// weightOf is the size of the longest text among values: a format may name one
// value many times.
func weightOf(all []any) int {
	most := 0
	for _, v := range all {
		most = max(most, shallow(reflect.ValueOf(&v).Elem()))
	}
	return most
}
