package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/Masterminds/sprig/v3"
)

// ours are the functions of sprig whose results differ here, with the reasons.
var ours = map[string]string{
	"env": "Helm has none", "expandenv": "Helm has none", "fromJson": "Helm has its own",
	"getHostByName": "network", "now": "clock", "ago": "clock",
	"randAlpha": "random", "randAlphaNum": "random", "randAscii": "random", "randBytes": "random", "randInt": "random", "randNumeric": "random",
	"shuffle": "random", "uuidv4": "random", "keys": "sorted", "values": "sorted",
	"bcrypt": "key", "htpasswd": "key", "derivePassword": "key", "encryptAES": "key", "decryptAES": "key", "genPrivateKey": "key", "buildCustomCert": "key",
	"genCA": "key", "genCAWithKey": "key", "genSelfSignedCert": "key", "genSelfSignedCertWithKey": "key", "genSignedCert": "key", "genSignedCertWithKey": "key",
	// They are compared for every time that does not come from the clock.
	"date_in_zone": "zones of the machine", "dateInZone": "zones of the machine", "htmlDateInZone": "zones of the machine",
}

// TestSprig compares each function with sprig's of the same name, for a table of arguments: its
// result, whether it fails, and how it changes its arguments.
func TestSprig(t *testing.T) {
	local := time.Local
	time.Local = time.UTC
	defer func() { time.Local = local }()
	m, stop := newMeter(context.Background(), 1<<50)
	defer stop()
	theirs, functions := sprig.TxtFuncMap(), newRenderer(m).functions()
	for _, name := range slices.Sorted(maps.Keys(theirs)) {
		if ours[name] != "" {
			continue
		}
		own, there := functions[name]
		if !there {
			t.Errorf("%s is missing", name)
			continue
		}
		differ, of := 0, 0
		var first string
		all := tuples(reflect.TypeOf(theirs[name]))
		for i := 0; i < len(all); i += 1 + len(all)/400 {
			args := all[i]
			if clocked(name, args()) {
				continue
			}
			of++
			want, got := outcome(theirs[name], args()), outcome(own, args())
			if got == want {
				continue
			}
			if differ++; first == "" {
				first = fmt.Sprintf("%s: got %.300s; sprig gives %.300s", show(args()), got, want)
			}
		}
		if differ > 0 {
			t.Errorf("%s differs for %d of %d: %s", name, differ, of, first)
		}
	}
}

// clocked reports whether sprig uses the current time for arguments that are not a time.
func clocked(name string, args []reflect.Value) bool {
	last := args[max(len(args)-1, 0):]
	if len(last) == 0 {
		return false
	}
	switch name {
	case "date", "htmlDate":
		switch last[0].Interface().(type) {
		case time.Time, int, int32, int64:
			return false
		}
		return true
	case "durationRound":
		_, is := last[0].Interface().(time.Time)
		return is
	}
	return false
}

// outcome calls a function and returns its result, and its arguments after the call.
func outcome(f any, args []reflect.Value) (text string) {
	defer func() {
		if recover() != nil {
			text = "fails"
		}
	}()
	results := reflect.ValueOf(f).Call(args)
	if len(results) == 2 && !results[1].IsNil() {
		return "fails"
	}
	return fmt.Sprintf("%#v, arguments %s", results[0].Interface(), show(args))
}

func show(args []reflect.Value) string {
	var out []string
	for _, a := range args {
		if !a.IsValid() {
			out = append(out, "nil")
			continue
		}
		out = append(out, fmt.Sprintf("%#v", a.Interface()))
	}
	return strings.Join(out, ", ")
}

// tuples returns all combinations of arguments for a function of a type, newly made for each call.
func tuples(f reflect.Type) []func() []reflect.Value {
	out := []func() []reflect.Value{func() []reflect.Value { return nil }}
	extend := func(shorter []func() []reflect.Value, with reflect.Type) (longer []func() []reflect.Value) {
		for _, head := range shorter {
			for _, one := range pool(with) {
				longer = append(longer, func() []reflect.Value {
					v := reflect.New(with).Elem()
					if x := one(); x != nil {
						v.Set(reflect.ValueOf(x))
					}
					return append(head(), v)
				})
			}
		}
		return longer
	}
	for i := range f.NumIn() {
		if !f.IsVariadic() || i < f.NumIn()-1 {
			out = extend(out, f.In(i))
			continue
		}
		one := extend(out, f.In(i).Elem())
		out = append(append(out, one...), extend(one, f.In(i).Elem())...)
	}
	return out
}

// pool returns the arguments of a type.
func pool(t reflect.Type) (out []func() any) {
	give := func(all ...any) {
		for _, v := range all {
			out = append(out, func() any { return v })
		}
	}
	switch t.Kind() {
	case reflect.String:
		give("", "a", "Hello big World", "foo_bar-baz", "FirstName", "HTTPServer2xx", "  lead trail  ", "a,b,,c", "10", "é Ünï\n x", "a.b/c.txt", "https://u:p@h:80/p/a?q=1#f", "mailto:x",
			"1.2.3", ">=1.19-0 <1.99", "v1.33.2-gke.100", "^1.30.0 || ~1.2", "[a-z]+", "(", `{"a":[1,"x"]}`, "2h45m", "2006-01-02", "2020-05-06", "map", "string", "YQ==", "$1-x", ",")
	case reflect.Int:
		give(-70, -7, -1, 0, 1, 2, 3, 5, 8, 10, 70)
	case reflect.Bool:
		give(true, false)
	case reflect.Float64:
		give(.3, .5)
	case reflect.Map:
		for _, text := range []string{
			`null`, `{}`, `{"a":1,"b":""}`, `{"a":{"b":2,"c":[]},"d":0,"l":[1]}`, `{"a":{"b":0,"n":{"x":1}},"e":"x","l":[]}`, `{"a":null,"l":[2,3]}`, `{"a":[1],"d":{"x":false}}`,
			`{"scheme":"https","host":"h","path":"p","userinfo":"u:p","query":"a=b c"}`, `{"scheme":"x","opaque":"o","fragment":"f g"}`, `{"host":3}`,
		} {
			out = append(out, func() any {
				var m map[string]any
				if err := json.Unmarshal([]byte(text), &m); err != nil {
					panic(err)
				}
				return m
			})
		}
	case reflect.Struct:
		give(time.Unix(1588723200, 0).UTC())
	default:
		give(nil, "", "x", "12", "5.00", "0x1F", "010", " 7", "1e3", "-4.5", 0, 1, -3, 90, int32(4), int64(9), uint8(3), 2.5, 1e6, .1, 1e300, true, false,
			time.Unix(1588723200, 0).UTC(), 90*time.Minute, json.Number("3"), []byte("hi"), errors.New("e"), [2]string{"p", "q"})
		for _, text := range []string{`[]`, `[1,"a",null,1,[1],[1]]`, `["b","a","b"]`, `{}`, `{"a":{"b":"<"}}`} {
			out = append(out, func() any {
				var v any
				if err := json.Unmarshal([]byte(text), &v); err != nil {
					panic(err)
				}
				return v
			})
		}
		out = append(out, func() any { return []string{"b", "a"} }, func() any { return []int{3, 1} }, func() any { return map[string]string{"a": "b"} })
	}
	return out
}

// TestItself checks that every function ends for a map that contains itself: recover does not
// catch a stack overflow.
func TestItself(t *testing.T) {
	m, stop := newMeter(context.Background(), 1<<50)
	defer stop()
	itself := map[string]any{}
	itself["a"], itself["l"] = itself, []any{itself}
	functions := newRenderer(m).functions()
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		f := reflect.TypeOf(functions[name])
		args := make([]reflect.Value, 0, f.NumIn()+1)
		for i := range f.NumIn() {
			in, n := f.In(i), 1
			if f.IsVariadic() && i == f.NumIn()-1 {
				in, n = in.Elem(), 3
			}
			v := reflect.New(in).Elem()
			if reflect.TypeOf(itself).AssignableTo(in) {
				v.Set(reflect.ValueOf(itself))
			} else if in.Kind() == reflect.String {
				v.SetString("%v a")
			}
			for range n {
				args = append(args, v)
			}
		}
		outcomeOf(functions[name], args)
		delete(itself, "%v a")
	}
}

// outcomeOf calls a function and ignores its result.
func outcomeOf(f any, args []reflect.Value) {
	defer func() { _ = recover() }()
	reflect.ValueOf(f).Call(args)
}
