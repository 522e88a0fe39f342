package engine

import (
	"fmt"
	"maps"
	"path"
	"text/template"

	"github.com/Masterminds/sprig/v3"
)

// functions are what templates can call: sprig's as Helm has them, Helm's own, and
// those that write values out, each behind its bound. What would look at the world
// outside is replaced; see doc.go.
func (r *renderer) functions() template.FuncMap {
	all := sprig.TxtFuncMap()
	merged := r.merges(all)
	for _, part := range []template.FuncMap{merged, r.maps(all), r.encodings(), r.times(all), r.secrets(), writers(), outside()} {
		maps.Copy(all, part)
	}
	// Helm has none either.
	delete(all, "env")
	delete(all, "expandenv")
	bounds := r.bounds()
	for name, f := range all {
		all[name] = r.guard(f, !surface[name], bounds[name])
	}
	return all
}

// writers are what text/template has itself, without a limit.
func writers() template.FuncMap {
	return template.FuncMap{
		"print": fmt.Sprint, "println": fmt.Sprintln, "printf": fmt.Sprintf,
		"html": template.HTMLEscaper, "js": template.JSEscaper, "urlquery": template.URLQueryEscaper,
	}
}

// outside is what would ask the machine, the network or the cluster.
func outside() template.FuncMap {
	return template.FuncMap{
		// Paths are those of the chart: with slashes, on every machine.
		"osBase": path.Base, "osDir": path.Dir, "osClean": path.Clean, "osExt": path.Ext, "osIsAbs": path.IsAbs,
		"getHostByName": func(string) string { return "" },
		// A chart is rendered for a release, not for a cluster: nothing is there.
		"lookup": func(_, _, _, _ string) map[string]any { return map[string]any{} },
	}
}
