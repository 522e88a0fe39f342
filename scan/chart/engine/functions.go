package engine

import (
	"maps"
	"text/template"
)

// functions are what templates can call, besides what text/template has itself.
// Names and meanings are those of Masterminds/sprig 3.3 and of Helm 3 and 4, but
// for what would look at the world outside; see doc.go.
func (r *renderer) functions() template.FuncMap {
	all := template.FuncMap{}
	for _, part := range []template.FuncMap{
		r.strings(), r.moreStrings(), r.formats(), r.numbers(), r.lists(), r.moreLists(), r.maps(), r.values(),
		r.encodings(), r.regularExpressions(), r.times(), r.secrets(), r.urls(), r.paths(),
	} {
		maps.Copy(all, part)
	}
	return all
}
