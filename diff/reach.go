package diff

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// graph is the references between the schemas of a surface, from the schema that is referred to.
type graph struct {
	referrers map[string][]edge
	roots     map[string][]root
	// fromSpec and fromStatus are the schemas that kinds contain outside .status and below it.
	fromSpec, fromStatus map[string]bool
	kinds                map[discovery.GroupVersionKind]bool
}

// edge is a reference: the schema that contains it, and its path there.
type edge struct{ from, path string }

// root is a kind whose body is the schema.
type root struct {
	gv       discovery.GroupVersion
	kind     string
	resource string
	disabled bool
	// hidden: the kind is disabled, and not in the view.
	hidden   bool
	enforced bool
}

func newGraph(s *discovery.Surface, shown map[discovery.GroupVersionResource]*discovery.Resource) *graph {
	g := &graph{referrers: map[string][]edge{}, roots: map[string][]root{}, fromSpec: map[string]bool{}, fromStatus: map[string]bool{}, kinds: map[discovery.GroupVersionKind]bool{}}
	forward := map[string][]edge{} // edge.from is then the schema referred to
	for name, schema := range s.Schemas {
		eachReference(schema, "", func(path, ref string) {
			g.referrers[ref] = append(g.referrers[ref], edge{name, path})
			forward[name] = append(forward[name], edge{ref, path})
		})
	}
	for _, edges := range g.referrers {
		order.By(edges, func(a, b edge) int {
			return cmp.Or(cmp.Compare(len(a.path), len(b.path)), strings.Compare(a.from, b.from), strings.Compare(a.path, b.path))
		})
	}
	g.addRoots(s, shown)
	for name, roots := range g.roots {
		for _, r := range roots {
			g.kinds[r.gv.WithKind(r.kind)] = true
		}
		for _, e := range forward[name] {
			set := g.fromSpec
			if e.path == "status" || strings.HasPrefix(e.path, "status.") {
				set = g.fromStatus
			}
			spread(set, e.from, forward)
		}
	}
	// A kind is not part of a status, even if another schema refers to it. This must come last,
	// because spread stops at marked schemas.
	for name := range g.roots {
		g.fromSpec[name] = true
	}
	return g
}

func (g *graph) addRoots(s *discovery.Surface, shown map[discovery.GroupVersionResource]*discovery.Resource) {
	for gv, v := range s.EachVersion() {
		for _, r := range v.Resources {
			of := root{
				gv: gv, kind: r.Kind, resource: r.Name,
				disabled: r.Disabled, hidden: r.Disabled && shown[gv.WithResource(r.Name)] == nil, enforced: v.Enforcement == discovery.BySchema,
			}
			if r.Schema != "" {
				g.roots[r.Schema] = append(g.roots[r.Schema], of)
			}
			for _, sub := range r.Subresources {
				if sub.Schema != "" && sub.Schema != r.Schema {
					part := of
					part.kind, part.resource = sub.Kind, ""
					g.roots[sub.Schema] = append(g.roots[sub.Schema], part)
				}
			}
		}
	}
}

// spread marks all schemas that a schema contains.
func spread(set map[string]bool, name string, forward map[string][]edge) {
	todo := []string{name}
	for len(todo) > 0 {
		name, todo = todo[len(todo)-1], todo[:len(todo)-1]
		if set[name] {
			continue
		}
		set[name] = true
		for _, e := range forward[name] {
			todo = append(todo, e.from)
		}
	}
}

func eachReference(s *discovery.Schema, path string, found func(path, ref string)) {
	if s.Ref != "" {
		found(path, s.Ref)
	}
	for i := range s.Properties {
		eachReference(s.Properties[i].Schema, join(path, step(s.Properties[i].Name)), found)
	}
	if s.Items != nil {
		eachReference(s.Items, path+"[]", found)
	}
	if s.AdditionalProperties != nil {
		eachReference(s.AdditionalProperties, join(path, "*"), found)
	}
}

// used reports whether a kind contains a schema, or is it.
func (g *graph) used(schema string) bool { return g.fromSpec[schema] || g.fromStatus[schema] }

// reach is a kind that contains a schema, with its shortest path.
type reach struct {
	root
	path string
}

// to returns the kinds that contain a schema, each with one shortest path.
func (g *graph) to(schema string) (out []reach) {
	if !g.used(schema) {
		return nil
	}
	type place struct {
		schema string
		by     *edge // the reference from this schema, and the place that it leads to
		to     int
	}
	seen := map[string]bool{schema: true}
	kinds := map[discovery.GroupVersionKind]bool{}
	todo := []place{{schema: schema}}
	for i := 0; i < len(todo); i++ {
		at := todo[i]
		for _, r := range g.roots[at.schema] {
			if kind := r.gv.WithKind(r.kind); !kinds[kind] {
				kinds[kind] = true
				var path strings.Builder // joined once, because a path can be long
				for p := at; p.by != nil; p = todo[p.to] {
					if path.Len() > 0 && p.by.path != "" && p.by.path[0] != '[' {
						path.WriteByte('.')
					}
					path.WriteString(p.by.path)
				}
				out = append(out, reach{r, path.String()})
			}
		}
		if len(kinds) == len(g.kinds) {
			break
		}
		for j := range g.referrers[at.schema] {
			if e := &g.referrers[at.schema][j]; !seen[e.from] && g.used(e.from) {
				seen[e.from] = true
				todo = append(todo, place{e.from, e, i})
			}
		}
	}
	order.By(out, func(a, b reach) int {
		return cmp.Or(discovery.CompareGroupVersion(a.gv, b.gv), strings.Compare(a.kind, b.kind))
	})
	return out
}

// step returns the step of a property in a path. A name that could be read as several steps, as
// items or as the values of a map is in brackets, as in a JSONPath of kubectl.
func step(name string) string {
	if name == "" || strings.ContainsAny(name, `.[]*"`) {
		return "[" + strconv.Quote(name) + "]"
	}
	return name
}

// join joins two paths below a schema. Either can be empty.
func join(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	case strings.HasPrefix(b, "["):
		return a + b
	default:
		return a + "." + b
	}
}
