package rule

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
)

// pagesText has the texts of the rules.
//
//go:embed pages.md
var pagesText string

// pages returns the text of each rule, by ID.
//
//nolint:gochecknoglobals // read once
var pages = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for page := range strings.SplitSeq(pagesText, "\n## ") {
		id, text, _ := strings.Cut(page, "\n\n")
		out[id] = text
	}
	return out
})

// describe adds the texts of a page: lines with a name and a value, and then the documentation.
func (r *Rule) describe(page string) {
	values, doc, _ := strings.Cut(page, "\n\n")
	r.Doc = strings.Join(strings.Fields(doc), " ")
	for line := range strings.SplitSeq(values, "\n") {
		name, value, _ := strings.Cut(line, ": ")
		switch name {
		case "Title":
			r.Title = value
		case "Severity":
			r.Severity = Severity(value)
		case "Varies":
			r.Varies = value
		case "Since":
			r.Since = value
		case "Example":
			r.Example = value
		case "Needs":
			r.Aspect, r.Needs = value, knowledge[value]
		default:
			panic("pages.md: unknown line: " + line) // the file is built in
		}
	}
}

// knowledge returns what a source knows about an aspect.
//
//nolint:gochecknoglobals // a constant table; Go has no constant maps.
var knowledge = map[string]func(discovery.Fidelity) discovery.Knowledge{
	"defaults":                             func(f discovery.Fidelity) discovery.Knowledge { return f.Defaults },
	"deprecation and stage of fields":      func(f discovery.Fidelity) discovery.Knowledge { return f.FieldFacts },
	"deprecation of versions":              func(f discovery.Fidelity) discovery.Knowledge { return f.Deprecation },
	"enums":                                func(f discovery.Fidelity) discovery.Knowledge { return f.Enums },
	"fields of the objects":                func(f discovery.Fidelity) discovery.Knowledge { return f.Fields },
	"list and map types":                   func(f discovery.Fidelity) discovery.Knowledge { return f.Topology },
	"media types":                          func(f discovery.Fidelity) discovery.Knowledge { return f.MediaTypes },
	"preferred versions":                   func(f discovery.Fidelity) discovery.Knowledge { return f.Preferred },
	"query parameters":                     func(f discovery.Fidelity) discovery.Knowledge { return f.Parameters },
	"required fields":                      func(f discovery.Fidelity) discovery.Knowledge { return f.Required },
	"scope":                                func(f discovery.Fidelity) discovery.Knowledge { return f.Scope },
	"singular, short names and categories": func(f discovery.Fidelity) discovery.Knowledge { return f.Names },
	"subresources":                         func(f discovery.Fidelity) discovery.Knowledge { return f.Subresources },
	"validations":                          func(f discovery.Fidelity) discovery.Knowledge { return f.Constraints },
	"verbs":                                func(f discovery.Fidelity) discovery.Knowledge { return f.Verbs },
}
