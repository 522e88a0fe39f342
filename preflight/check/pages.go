package check

import (
	_ "embed"
	"strings"
	"sync"
	"time"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/schedule"
)

// pagesText has the texts of the checks. Releases and dates that come from data are in braces.
//
//go:embed pages.md
var pagesText string

// pages returns each check, without its function, by ID.
//
//nolint:gochecknoglobals // read once
var pages = sync.OnceValue(func() map[string]preflight.Check {
	text := strings.NewReplacer(
		"{newest}", discovery.Newest().String(), "{read by hand}", minor(discovery.ReadByHand).String(),
		"{newest of coredns.tsv}", coreDNS().newest, "{date of the table}", schedule.AsOf().Format(time.DateOnly),
	).Replace(pagesText)
	out := map[string]preflight.Check{}
	_, text, _ = strings.Cut(text, "\n## ")
	for page := range strings.SplitSeq(text, "\n## ") {
		id, rest, _ := strings.Cut(page, "\n\n")
		out[id] = readPage(id, rest)
	}
	return out
})

// readPage reads a page: lines with a name and a value, the documentation, and what to do.
func readPage(id, page string) preflight.Check {
	values, doc, _ := strings.Cut(page, "\n\n")
	doc, migration, _ := strings.Cut(doc, "\n\nWhat to do: ")
	join := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	c := preflight.Check{ID: id, Doc: strings.Join(slice.Map(strings.Split(doc, "\n\n"), join), "\n\n"), Migration: join(migration)}
	for line := range strings.SplitSeq(values, "\n") {
		name, value, _ := strings.Cut(line, ": ")
		switch name {
		case "Title":
			c.Title = value
		case "Severity":
			c.Severity = rule.Severity(value)
		case "Phase":
			c.Phase = preflight.Phase(value)
		case "Required":
			c.Required = value == "yes"
		case "Since":
			c.Since = value
		case "Needs":
			c.Needs = slice.Map(strings.Split(value, ", "), resource)
		case "May need":
			c.MayNeed = slice.Map(strings.Split(value, ", "), resource)
		default:
			panic("pages.md: unknown line: " + line) // the file is built in
		}
	}
	return c
}

// resource reads "nodes", "deployments.apps", "/metrics".
func resource(text string) evidence.Resource {
	if strings.HasPrefix(text, "/") {
		return evidence.Resource{Group: "path", Name: text}
	}
	name, group, _ := strings.Cut(text, ".")
	return evidence.Resource{Group: group, Name: name}
}
