package history

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// Table has the lifecycle of every type. Types are decoded when they are used.
type Table struct {
	Head
	names []string
	lines map[string][]byte
}

// begins is the beginning of a type's line.
const begins = `{"name":"`

// Decode reads the table: the head, then one line for each type.
func Decode(data []byte) (*Table, error) {
	head, rest, _ := bytes.Cut(data, []byte("\n"))
	t := &Table{lines: map[string][]byte{}}
	if err := json.Unmarshal(head, &t.Head); err != nil {
		return nil, fmt.Errorf("the built-in history of the API is damaged: %w", unjson.Sentence(err))
	}
	for line := range bytes.Lines(rest) {
		name, _, ok := strings.Cut(strings.TrimPrefix(string(line[:min(len(line), longestName)]), begins), `"`)
		if !ok || !bytes.HasPrefix(line, []byte(begins)) {
			return nil, fmt.Errorf("line %d of the built-in history of the API is damaged", len(t.names)+2)
		}
		t.names = append(t.names, name)
		t.lines[name] = line
	}
	for _, k := range t.Kinds {
		if len(k.Spans) == 0 {
			return nil, fmt.Errorf("the built-in history of the API is damaged: no release has %s %s", k.GroupVersion, k.Kind)
		}
	}
	return t, nil
}

// Names returns the names of the types of a package, such as
// "io.k8s.apimachinery.pkg.apis.meta.v1".
func (t *Table) Names(pkg string) []string {
	return slice.Filter(t.names, func(name string) bool { return strings.HasPrefix(name, pkg+".") })
}

// longestName is longer than the beginning of any line with the name.
const longestName = 300

// Type returns a type by the name of its schema, or false if no release has it.
func (t *Table) Type(name string) (*Type, bool) {
	line, has := t.lines[name]
	if !has {
		return nil, false
	}
	out := &Type{}
	if err := json.Unmarshal(line, out); err != nil || len(out.Spans) == 0 {
		return nil, false
	}
	out.moveElementEvents()
	return out, true
}

// moveElementEvents moves the changes of the elements and values of a field, such as
// "accessModes[]", to the field.
func (t *Type) moveElementEvents() {
	t.Events = slices.DeleteFunc(t.Events, func(e Event) bool {
		end := strings.IndexAny(e.Change.Field, "[.")
		f := slice.Find(t.Fields, func(f *Field) bool { return end > 0 && f.Name == e.Change.Field[:end] })
		if f != nil {
			f.Events = append(f.Events, e)
			order.Stably(f.Events, func(a, b Event) int { return a.Release.Compare(b.Release) })
		}
		return f != nil
	})
}

// naming returns the types whose lines contain a text.
func (t *Table) naming(text string) (out []*Type) {
	for _, name := range t.names {
		if bytes.Contains(t.lines[name], []byte(text)) {
			if found, ok := t.Type(name); ok {
				out = append(out, found)
			}
		}
	}
	return out
}
