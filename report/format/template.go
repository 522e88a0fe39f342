package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"text/template"

	"github.com/kubedelta/kubedelta/report/escape"
)

// Functions are those that every template can call. They are documented in
// docs/render.md.
func Functions() template.FuncMap {
	return template.FuncMap{
		"escape": escape.Markdown,
		"code":   escape.Code,
		"split":  strings.Fields,
		"join": func(separator string, list any) string {
			var texts []string
			for _, one := range reflect.ValueOf(list).Seq2() { // of a report some lists hold no strings
				texts = append(texts, fmt.Sprint(one))
			}
			return strings.Join(texts, separator)
		},
	}
}

// WriteTemplate writes a value by a template of Go's text/template. What the template
// prints of the value by itself is not escaped, and its author's responsibility. Errors
// name the line.
func WriteTemplate(w io.Writer, v any, o Options, functions template.FuncMap) error {
	t, err := template.New(o.Template).Option("missingkey=error").Funcs(functions).Parse(o.TemplateText)
	if err != nil {
		return fmt.Errorf("the template cannot be read: %w", templateError(err))
	}
	var out bytes.Buffer
	if err := t.Execute(&limited{&out}, v); err != nil {
		return fmt.Errorf("the template cannot be executed: %w", templateError(err))
	}
	_, err = w.Write(out.Bytes())
	return err
}

// longestOutput is how much a template may write: one that goes on for ever ends.
const longestOutput = 64 << 20

type limited struct{ *bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > longestOutput {
		return 0, errors.New("it writes more than 64 MB")
	}
	return l.Buffer.Write(p)
}

// templateError leaves the package's name out of the message.
func templateError(err error) error {
	return errors.New(strings.TrimPrefix(err.Error(), "template: "))
}
