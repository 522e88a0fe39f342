package format

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/template"

	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// The formats.
const (
	Text = "text"
	// Wide is text with more about each finding, as with kubectl.
	Wide     = "wide"
	Markdown = "markdown"
	HTML     = "html"
	JSON     = "json"
	YAML     = "yaml"
	CSV      = "csv"
	SARIF    = "sarif"
	JUnit    = "junit"
	// GitHub is workflow commands of GitHub Actions.
	GitHub = "github"
	// GitLab is a report of GitLab Code Quality.
	GitLab = "gitlab"
	// Prometheus is the text exposition format.
	Prometheus = "prometheus"
	// Template is the output of a template of the user.
	Template = "template"
)

// Format is a format of reports.
type Format struct {
	Name string
	// Extension is the extension of its files.
	Extension string
	// Read is set if people read it in a terminal.
	Read bool
}

// Table returns all formats, in the order of lists.
func Table() []Format {
	return []Format{
		{Text, "txt", true},
		{Wide, "txt", true},
		{Markdown, "md", true},
		{HTML, "html", false},
		{JSON, "json", false},
		{YAML, "yaml", false},
		{CSV, "csv", false},
		{SARIF, "sarif", false},
		{JUnit, "xml", false},
		{GitHub, "txt", false},
		{GitLab, "json", false},
		{Prometheus, "prom", false},
		{Template, "out", false},
	}
}

// Of returns the format with a name. If there is none, it has no extension.
func Of(name string) Format {
	for _, f := range Table() {
		if f.Name == name {
			return f
		}
	}
	return Format{Name: name}
}

// Writers are the formats of a report, each with its renderer.
type Writers map[string]func(w io.Writer, o Options) error

// Values adds JSON and YAML of a value.
func (all Writers) Values(v any) {
	all[JSON] = func(w io.Writer, _ Options) error { return WriteJSON(w, v) }
	all[YAML] = func(w io.Writer, _ Options) error { return WriteYAML(w, v) }
}

// ValuesAndTemplate also adds the output of a template of the user.
func (all Writers) ValuesAndTemplate(v any, functions template.FuncMap) {
	all.Values(v)
	all[Template] = func(w io.Writer, o Options) error { return WriteTemplate(w, v, o, functions) }
}

// Names are the formats, in the order of the table.
func (all Writers) Names() (names []string) {
	for _, f := range Table() {
		if all[f.Name] != nil {
			names = append(names, f.Name)
		}
	}
	return names
}

// Write writes a report in a format, through a buffer.
func (all Writers) Write(w io.Writer, name string, o Options) error {
	write := all[name]
	if write == nil {
		return fmt.Errorf("this report has no format %q; use one of %s", name, strings.Join(all.Names(), ", "))
	}
	o.Wide = name == Wide
	b := bufio.NewWriterSize(w, 64<<10)
	if err := write(b, o); err != nil {
		return err
	}
	return b.Flush()
}

// Pages adds the formats for people. build returns the page for a format.
func (all Writers) Pages(build func(form string, o Options) page.Page) {
	all[Text] = func(w io.Writer, o Options) error { return page.WriteText(w, build(Text, o), o.Style()) }
	all[Wide] = all[Text]
	all[HTML] = func(w io.Writer, o Options) error { return page.WriteHTML(w, build(HTML, o)) }
	all[Markdown] = func(w io.Writer, o Options) error {
		p := build(Markdown, o)
		return page.WriteMarkdown(w, p, o.Limit, language.Of(p.Language).LeftOut(o.Whole))
	}
}

// Document returns the formats of a document that a command shows: its page, and the value as JSON.
func Document(v any, build func(form string) page.Page) Writers {
	all := Writers{JSON: func(w io.Writer, _ Options) error { return WriteJSON(w, v) }}
	all.Pages(func(form string, _ Options) page.Page { return build(form) })
	delete(all, Wide)
	return all
}
