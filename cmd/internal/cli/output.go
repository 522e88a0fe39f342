package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/report"
)

// outputOptions are the flags that say which formats go where.
type outputOptions struct {
	formats []string
	file    string
	colour  string
	// template is the file of --template, of the commands that have the flag.
	template     string
	templateText string
}

func (o *outputOptions) bind(flags *pflag.FlagSet, formats ...string) {
	flags.StringArrayVarP(&o.formats, "output", "o", nil,
		"`format`: "+strings.Join(formats, ", ")+"; or format=path, which may be given several times (default: text on a terminal, markdown else)")
	flags.StringVar(&o.file, "output-file", "", "write the report to a `path` instead of stdout")
	flags.StringVar(&o.colour, "color", colourAuto, "colour of text: auto, always, never")
}

// bindTemplate adds --template, for reports of the JSON contract.
func (o *outputOptions) bindTemplate(flags *pflag.FlagSet) {
	flags.StringVar(&o.template, "template", "", "Go template `file` that writes the report, over the JSON contract; see docs/changelog.md")
}

// readTemplate reads the file of --template, and makes it the output where no
// format was asked for.
func (o *outputOptions) readTemplate() error {
	wanted := slices.ContainsFunc(o.formats, func(f string) bool { return f == formatTemplate || strings.HasPrefix(f, formatTemplate+"=") })
	switch {
	case o.template == "" && wanted:
		return usagef("-o template needs --template FILE")
	case o.template == "":
		return nil
	case !wanted:
		o.formats = append(o.formats, formatTemplate)
	}
	text, err := os.ReadFile(o.template)
	if err != nil {
		return fmt.Errorf("--template: %w", err)
	}
	o.templateText = string(text)
	return nil
}

const formatTemplate = "template"

// target is one output that was asked for; path "" is stdout.
type target struct{ format, path string }

// targets reads -o and --output-file.
func (o *outputOptions) targets(out io.Writer, formats ...string) ([]target, error) {
	if !slices.Contains([]string{colourAuto, colourAlways, colourNever}, o.colour) {
		return nil, usagef("--color is auto, always or never, not %q", o.colour)
	}
	var list []target
	toStdout := 0
	for _, f := range o.formats {
		format, path, _ := strings.Cut(f, "=")
		if !slices.Contains(formats, format) {
			return nil, usagef("-o %s: there is no format %q here; there are %s", f, format, strings.Join(formats, ", "))
		}
		if path == "" {
			path = o.file
			toStdout++
		}
		list = append(list, target{format, path})
	}
	for _, path := range append([]string{o.file}, paths(list)...) {
		if err := writable(path); err != nil {
			return nil, err
		}
	}
	if toStdout > 1 {
		return nil, usagef("only one format can go to the same place: write the others as -o format=path")
	}
	if len(list) == 0 {
		format := "markdown"
		if terminal(out) && o.file == "" || !slices.Contains(formats, format) {
			format = "text"
		}
		list = []target{{format, o.file}}
	}
	return list, nil
}

// write renders each target. A file is written beside its place and renamed, so
// that a failure leaves no half report.
func (t target) write(out io.Writer, render func(w io.Writer) error) error {
	if t.path == "" || t.path == "-" {
		return render(out)
	}
	f, err := os.CreateTemp(filepath.Dir(t.path), ".kubedelta-*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", t.path, err)
	}
	defer os.Remove(f.Name()) //nolint:errcheck // it is gone after the rename
	if err := render(f); err != nil {
		f.Close() //nolint:errcheck // the first error is the one to tell
		return fmt.Errorf("cannot write %s: %w", t.path, err)
	}
	if err := f.Chmod(0o644); err != nil {
		return fmt.Errorf("cannot write %s: %w", t.path, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("cannot write %s: %w", t.path, err)
	}
	if err := os.Rename(f.Name(), t.path); err != nil {
		return fmt.Errorf("cannot write %s: %w", t.path, err)
	}
	return nil
}

// reportFormats are the formats of a diff's report.
func reportFormats() []string { return []string{"markdown", "text", "json", formatTemplate} }

// writeReport renders a report to every target.
func (o *outputOptions) writeReport(streams Streams, r *report.Report) error {
	targets, err := o.targets(streams.Out, reportFormats()...)
	if err != nil {
		return err
	}
	for _, t := range targets {
		err := t.write(streams.Out, func(w io.Writer) error {
			switch t.format {
			case "json":
				return report.JSON(w, r)
			case "text":
				return report.Text(w, r, style(o.colour, w))
			case formatTemplate:
				return report.Template(w, r, filepath.Base(o.template), o.templateText)
			default:
				return report.Markdown(w, r)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func paths(list []target) (out []string) {
	for _, t := range list {
		out = append(out, t.path)
	}
	return out
}

// writable tells before the work what would fail after it.
func writable(path string) error {
	if path == "" || path == "-" {
		return nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("cannot write %s: it is a folder", path)
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return fmt.Errorf("cannot write %s: the folder it should be in does not exist", path)
	}
	return nil
}
