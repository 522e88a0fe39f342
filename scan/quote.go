package scan

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// quote fills in the line of a finding, as much of it as may be shown. What the document keeps
// secret is determined when the first line is quoted that may have any of it.
func (f *file) quote(x *finding.Finding, o *tree.Object, at int) {
	x.Quote(o.Text, at)
	if x.Source == "" || onlyType(x.Source, o.APIVersion) {
		return
	}
	if !f.looked {
		f.looked = true
		f.hidden.Look(o.Tree, 0, false)
	}
	if !f.hidden.Any() {
		return
	}
	x.Source, x.SourceColumn = "", 0
	if o.TextStart >= 0 { // offsets are not known in UTF-16
		from, to := f.hidden.Around(at+o.TextStart, o.TextStart, o.TextStart+len(o.Text))
		x.QuoteWithin(o.Text, at, from-o.TextStart, to-o.TextStart)
	}
}

// onlyType reports whether a line has only the apiVersion of an object, as most lines do.
func onlyType(line, apiVersion string) bool {
	before, behind, found := strings.Cut(line, "apiVersion")
	return found && strings.Trim(before, ` -{"'`) == "" && strings.Trim(behind, `"': ,`) == apiVersion
}

// move sets the place of a finding to where its text comes from, such as the template that it was
// rendered from. The quotation is the line that is there: the line of a template as it is, and of a
// build nothing if the build changed the line.
func (f *file) move(x *finding.Finding) {
	if f.place == nil {
		return
	}
	if f.origin != nil {
		f.locate(x)
	}
	column, quoted := x.Column, x.Source
	x.Line, x.Column = f.place(x.Line, x.Column)
	written := ""
	if f.written != nil && x.Line > 0 && quoted != "" {
		written = f.written(x.Line)
	}
	same := quoted != "" && strings.Contains(written, strings.TrimSpace(quoted))
	switch {
	case same && x.Column > 0 && x.EndColumn > 0:
		x.EndColumn += x.Column - column
	case x.Column != column || !same:
		x.EndColumn = 0
	}
	switch {
	case same && x.SourceColumn > 0 && x.Column > 0:
		x.SourceColumn = max(x.SourceColumn+x.Column-column, 1)
	case f.looked && f.hidden.Any(), !same && x.Origin.Kustomization != "":
		x.Source, x.SourceColumn = "", 0
	default:
		x.QuoteLine(written)
	}
}

// locate sets the place of a finding in a built object to that of the file that it comes from.
func (f *file) locate(x *finding.Finding) {
	field := x.Field
	if x.Inside != nil {
		inside, _, text := strings.Cut(x.Inside.Path, ":")
		if field = inside + "." + x.Field; text || x.Field == "" {
			field = inside
		}
	}
	// Most findings are about a field or a label, and not about its value.
	named := !x.Validation && strings.HasSuffix(strings.TrimSuffix(x.Field, "]"), x.Value)
	at := f.origin(field, !named)
	f.place = func(int, int) (int, int) { return at.Line, at.Column }
	f.written = func(int) string { return at.Text }
	if x.Document = max(at.Document, 1); x.File != at.File {
		x.File = at.File
		x.Seal()
	}
}
