package query

import (
	"embed"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/usage/event"
)

// files has a template for each engine, with its query and the instructions for running it. The
// engines with SQL share sql.tmpl, of which their own templates replace parts.
//
//go:embed engine/*.tmpl
var files embed.FS

type filling struct {
	*Plan

	Parts []part
}

func (e Engine) fill(name string, p *Plan, asked ...part) string {
	var b strings.Builder
	if err := e.templates.ExecuteTemplate(&b, name, filling{p, asked}); err != nil {
		return err.Error() // no template can fail: the tests fill all of them
	}
	text := jsontext.Value(b.String())
	if e.json && name == "query" {
		_ = text.Format(jsontext.ReorderRawObjects(true), jsontext.Multiline(true), jsontext.WithIndent("  ")) // the tests format all of them
	}
	return string(text)
}

func (e Engine) parsed() *template.Template {
	return template.Must(template.New(e.Name).Funcs(template.FuncMap{
		"join": strings.Join, "word": phrase.Word, "stamp": stamp, "marks": event.Marks, "single": singleQuoted, "double": backslashed, "backslashedSingle": backslashedSingle,
		"doubled": doubled, "identifier": identifier, "kustoName": kustoName,
		"backquoted": func(name string) string { return "`" + strings.NewReplacer(`\`, `\\`, "`", "\\`").Replace(name) + "`" },
		"insights":   func(key string) string { return insightsFields()[key] },
		"member":     func(key string) string { return eventFields()[key] },
		"records":    records,
		"columns":    columns,
		"anyOf":      func(apis []API) string { return joined(slice.Map(apis, API.Path), "|", regexp.QuoteMeta) },
		"split":      strings.Split,
		"json":       func(text string) string { return string(event.Quote(text)) },
		"inJSON":     func(text string) string { return string(event.Inner(event.Quote(text))) },
	}).ParseFS(files, "engine/sql.tmpl", "engine/"+e.Name+".tmpl"))
}

// Columns returns the columns that a part has.
func (f filling) Columns() []string {
	return slices.DeleteFunc(columns(), func(name string) bool {
		return name != colPart && name != colEvents && !slices.ContainsFunc(f.Parts, func(one part) bool {
			return one.Has(name) || one.Spans && (name == colFirst || name == colLast)
		})
	})
}

// ByVersion returns the APIs by group-version.
func (f filling) ByVersion() (groups [][]API) {
	for i, a := range f.APIs {
		if i == 0 || a.Group != f.APIs[i-1].Group || a.Version != f.APIs[i-1].Version {
			groups = append(groups, nil)
		}
		last := &groups[len(groups)-1]
		*last = append(*last, a)
	}
	return groups
}

// Has reports whether a column is a key of the part.
func (one part) Has(key string) bool { return slices.Contains(one.Keys, key) }

// singleQuoted quotes a text with single quotes, and doubles those in it (ISO SQL).
func singleQuoted(text string) string { return "'" + doubled(text, "'") + "'" }

// backslashedSingle quotes a text with single quotes, for engines with backslash escapes.
func backslashedSingle(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`).Replace(text) + "'"
}

func doubled(text, quote string) string { return strings.ReplaceAll(text, quote, quote+quote) }

// identifier quotes the parts of a name, which are separated by dots.
func identifier(name, quote string) string {
	return joined(strings.Split(name, "."), ".", func(part string) string { return quote + doubled(part, quote) + quote })
}

// kustoName quotes the name of a table if it is not a plain word.
func kustoName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		return "[" + backslashed(name) + "]"
	}
	return name
}
