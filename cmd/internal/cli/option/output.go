// Package option has the flags that several commands share, and checks their values. It reads only
// the files that these flags name, and no sources.
package option

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/format"
)

// Output has the flags for the formats of a report and for the files it is written to.
type Output struct {
	Formats []string
	file    string
	// template is the path of --template, for commands that have the flag.
	template     string
	templateText string
	// known are the formats of the command.
	known []string
	// TextFirst makes text the default format, also if stdout is not a terminal.
	TextFirst bool
}

// FormatsOf is the annotation of --output that has the formats of the command.
const FormatsOf = "kubedelta_formats"

// Bind adds --output and --output-file, and --template if it is one of the formats.
func (o *Output) Bind(flags *pflag.FlagSet, formats ...string) {
	o.known = formats
	otherwise := "text on a terminal, otherwise markdown"
	if o.TextFirst || !slices.Contains(formats, "markdown") {
		otherwise = "text"
	}
	flags.StringArrayVarP(&o.Formats, "output", "o", nil,
		"`format`: "+strings.Join(formats, ", ")+"; or format=path (repeatable; default: "+otherwise+")")
	flags.Lookup("output").Annotations = map[string][]string{FormatsOf: formats}
	flags.StringVarP(&o.file, "output-file", "f", "", "write the report to a `path` instead of stdout")
	if slices.Contains(formats, format.Template) {
		flags.StringVar(&o.template, "template", "", "render the report with a Go template `file`; see docs/render.md")
	}
}

// ReadTemplate reads the file of --template. Without -o template, it adds that format.
func (o *Output) ReadTemplate() error {
	wanted := slices.ContainsFunc(o.Formats, func(f string) bool { return f == format.Template || strings.HasPrefix(f, format.Template+"=") })
	switch {
	case o.template == "" && wanted:
		return terminal.Usagef("-o template needs --template FILE")
	case o.template == "":
		return nil
	case !wanted:
		o.Formats = append(o.Formats, format.Template)
	}
	text, err := os.ReadFile(o.template)
	if err != nil {
		return fmt.Errorf("--template: %w", cause.Reading(o.template, err))
	}
	o.templateText = string(text)
	return nil
}

// Check checks -o, --output-file and --template before the command does its work.
func (o *Output) Check(out io.Writer) error {
	if slices.Contains(o.known, format.Template) {
		if err := o.ReadTemplate(); err != nil {
			return err
		}
	}
	_, err := o.targets(out, o.known...)
	return err
}

type target struct{ format, path string }

func toStdout(path string) bool { return path == "" || path == "-" }

// ToStdout reports whether one of the given formats is written to stdout.
func (o *Output) ToStdout() bool {
	return slices.ContainsFunc(o.Formats, func(f string) bool {
		_, path, named := strings.Cut(f, "=")
		return toStdout(path) && (named || toStdout(o.file))
	})
}

func (o *Output) targets(out io.Writer, formats ...string) ([]target, error) {
	var list []target
	unplaced := 0 // outputs without a path of their own
	for _, f := range o.Formats {
		name, path, named := strings.Cut(f, "=")
		if known := format.Of(name).Extension != ""; known && !slices.Contains(formats, name) {
			return nil, terminal.Usagef("-o %s: not a format of this report; use one of %s", f, strings.Join(formats, ", "))
		}
		if err := CheckWord(fmt.Sprintf("-o %s: unknown format %q", f, name), name, formats); err != nil {
			return nil, err
		}
		if named && path == "" {
			return nil, terminal.Usagef("-o %s: the path after the = is missing", f)
		}
		if path == "" {
			path = o.file
			unplaced++
		}
		list = append(list, target{name, path})
	}
	if err := o.distinct(list, unplaced); err != nil {
		return nil, err
	}
	for _, path := range append([]string{o.file}, slice.Map(list, func(t target) string { return t.path })...) {
		if err := writable(path); err != nil {
			return nil, err
		}
	}
	if len(list) == 0 {
		name := format.Markdown
		if o.TextFirst || terminal.IsTerminal(out) && o.file == "" || !slices.Contains(formats, name) {
			name = format.Text
		}
		list = []target{{name, o.file}}
	}
	return list, nil
}

func (o *Output) distinct(list []target, unplaced int) error {
	if o.file != "" && len(list) > 0 && unplaced == 0 {
		return terminal.Usagef("--output-file %s is not used: each -o has a path of its own", o.file)
	}
	places := map[string]bool{}
	for _, t := range list {
		place := ""
		if !toStdout(t.path) {
			place = filepath.Clean(t.path)
		}
		if places[place] {
			if place != "" {
				return terminal.Usagef("two formats cannot be written to %s: specify a path for each", place)
			}
			return terminal.Usagef("only one format can be written to stdout or --output-file: write the others with -o format=path")
		}
		places[place] = true
	}
	return nil
}

func (t target) write(streams terminal.Streams, render func(w io.Writer) error) error {
	if err := streams.Ending.Err(); err != nil {
		return err
	}
	if toStdout(t.path) {
		return streams.Show(t.format, render)
	}
	return replaceFile(t.path, render)
}

// Report is a report that can be written: its formats, and the exit code of the command.
type Report interface {
	Writers() format.Writers
	Ends() (code int, why string)
}

// Write renders a report to all targets.
func (o *Output) Write(streams terminal.Streams, writers format.Writers, rules []rule.Rule) error {
	targets, err := o.targets(streams.Out, writers.Names()...)
	if err != nil {
		return err
	}
	for _, t := range targets {
		err := t.write(streams, func(w io.Writer) error {
			return writers.Write(w, t.format, format.Options{
				Rules: rules, Colour: streams.Coloured(w), Width: terminal.Width(w), Template: filepath.Base(o.template), TemplateText: o.templateText,
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// WriteText writes what is no report, and has no formats, to stdout or --output-file.
func (o *Output) WriteText(streams terminal.Streams, write func(io.Writer) error) error {
	if toStdout(o.file) {
		return write(streams.Out)
	}
	return replaceFile(o.file, write)
}

// Finish renders a report to all targets, and returns the error for its exit code.
func (o *Output) Finish(streams terminal.Streams, r Report, rules []rule.Rule) error {
	if err := o.Write(streams, r.Writers(), rules); err != nil {
		return err
	}
	return Ended(r.Ends())
}

// writable returns an error for a path that cannot be written, before the command does its work.
func writable(path string) error {
	if toStdout(path) {
		return nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("cannot write %s: it is a folder", path)
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return fmt.Errorf("cannot write %s: the folder does not exist", path)
	}
	return nil
}
