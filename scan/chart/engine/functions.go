package engine

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"text/template"

	"github.com/Masterminds/sprig/v3"
)

// functions returns the functions that templates can call, each with its limits: those of sprig
// that Helm has, Helm's, and those of text/template that format values. Functions that access
// anything outside the chart are replaced.
func (r *renderer) functions() template.FuncMap {
	all := sprig.TxtFuncMap()
	merged := r.merges(all)
	for _, part := range []template.FuncMap{merged, r.maps(all), r.encodings(), r.times(all), r.secrets(), writers(), outside()} {
		maps.Copy(all, part)
	}
	// Helm does not have these either.
	delete(all, "env")
	delete(all, "expandenv")
	bounds := r.bounds()
	for name, f := range all {
		all[name] = r.guard(f, !slices.Contains(surface, name), bounds[name])
	}
	return all
}

// writers returns the functions that text/template has built in, where they have no limit.
func writers() template.FuncMap {
	return template.FuncMap{
		"print": fmt.Sprint, "println": fmt.Sprintln, "printf": fmt.Sprintf,
		"html": template.HTMLEscaper, "js": template.JSEscaper, "urlquery": template.URLQueryEscaper,
	}
}

// outside replaces the functions that access the machine, the network or the cluster.
func outside() template.FuncMap {
	return template.FuncMap{
		// Paths in a chart have slashes on every operating system.
		"osBase": path.Base, "osDir": path.Dir, "osClean": path.Clean, "osExt": path.Ext, "osIsAbs": path.IsAbs,
		"getHostByName": func(string) string { return "" },
		// A chart is rendered for a release, not for a cluster, so that no object exists.
		"lookup": func(_, _, _, _ string) map[string]any { return map[string]any{} },
	}
}
