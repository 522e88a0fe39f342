package rule

import (
	_ "embed"
	"slices"
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

func (r *Rule) describe(page string) {
	v, doc := PageValues(page, "Title", "Severity", "Varies", "Since", "Example", "Needs")
	r.Doc = strings.Join(strings.Fields(doc), " ")
	r.Title, r.Severity, r.Varies, r.Since, r.Example = v["Title"], Severity(v["Severity"]), v["Varies"], v["Since"], v["Example"]
	r.Aspect, r.Needs = v["Needs"], knowledge[v["Needs"]]
}

// PageValues reads the lines with a name and a value at the beginning of a page of pages.md. doc is
// the rest. It panics for a name that is not one of names, because the file is built in.
func PageValues(page string, names ...string) (values map[string]string, doc string) {
	head, doc, _ := strings.Cut(page, "\n\n")
	values = map[string]string{}
	for line := range strings.SplitSeq(head, "\n") {
		name, value, _ := strings.Cut(line, ": ")
		if !slices.Contains(names, name) {
			panic("pages.md: unknown line: " + line)
		}
		values[name] = value
	}
	return values, doc
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
