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

// Functions are the functions of every template. docs/render.md documents them.
func Functions() template.FuncMap {
	return template.FuncMap{
		"escape": escape.Markdown,
		"code":   escape.Code,
		"split":  strings.Fields,
		"join": func(separator string, list any) string {
			var texts []string
			for _, one := range reflect.ValueOf(list).Seq2() { // some lists of reports do not contain strings
				texts = append(texts, fmt.Sprint(one))
			}
			return strings.Join(texts, separator)
		},
	}
}

// WriteTemplate executes a template of Go's text/template. What the template prints directly is not
// escaped; that is the responsibility of its author. Errors name the line.
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

// longestOutput is the most bytes that a template may write, so that an endless one stops.
const longestOutput = 64 << 20

type limited struct{ *bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > longestOutput {
		return 0, errors.New("it writes more than 64 MB")
	}
	return l.Buffer.Write(p)
}

// templateError removes the name of the package from the message.
func templateError(err error) error {
	return errors.New(strings.TrimPrefix(err.Error(), "template: "))
}
