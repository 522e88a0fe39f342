package openapi

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// endpoint is what a path below a group-version addresses.
type endpoint struct {
	resource, subresource string
	// item: one object, by name; otherwise the collection.
	item, namespaced bool
	// watch: the path has the form /watch/…, deprecated since 1.11. It stands for the verb watch of
	// the resource.
	watch bool
}

// parseEndpoint parses the segments after the group-version. The name of an object is {name}, the
// namespace of an object is {namespace}. This distinguishes /namespaces/{name}/status from
// /namespaces/{namespace}/pods.
func parseEndpoint(seg []string) (e endpoint, ok bool) {
	if len(seg) > 1 && seg[0] == "watch" {
		e.watch, seg = true, seg[1:]
	}
	if len(seg) > 2 && seg[0] == "namespaces" && seg[1] == "{namespace}" {
		e.namespaced, seg = true, seg[2:]
	}
	if len(seg) == 0 || isParameter(seg[0]) {
		return e, false
	}
	e.resource, seg = seg[0], seg[1:]
	if len(seg) > 0 && isParameter(seg[0]) {
		e.item, seg = true, seg[1:]
	}
	// proxy/{path} belongs to the subresource proxy.
	sub := slice.Filter(seg, func(s string) bool { return !isParameter(s) })
	e.subresource = strings.Join(sub, "/")
	return e, true
}

func isParameter(segment string) bool { return strings.HasPrefix(segment, "{") }

// verb returns the Kubernetes verb of a method. It depends only on method and path, because 1.23
// has no x-kubernetes-action. It equals the action of later releases. For connect it equals the
// verb in discovery.
func (e endpoint) verb(method string) string {
	collection := e.subresource == "" && !e.item
	switch {
	case method == "get" && e.watch:
		return "watch"
	case method == "get" && collection:
		return "list"
	case method == "delete" && collection:
		return "deletecollection"
	case method == "get", method == "delete", method == "patch":
		return method
	case method == "put":
		return "update"
	case method == "post":
		return "create"
	default: // head and options of connect have no verb
		return ""
	}
}

// served collects the resources of one group-version from its paths.
type served struct {
	resources map[string]*servedResource
	// watches: there are paths of the form /watch/….
	watches bool
}

type servedResource struct {
	discovery.Resource
	subresources map[string]*discovery.Subresource
	// watchable: its list has the parameter watch.
	watchable bool
}

// Resources returns the resources of each group-version and the media types, both from the paths.
func (doc *Document) Resources() (byVersion map[discovery.GroupVersion][]discovery.Resource, mediaTypes []string) {
	all := map[discovery.GroupVersion]*served{}
	media := map[string]bool{}
	for _, p := range doc.paths {
		gv, rest, ok := discovery.ParsePath(p.name)
		if !ok {
			continue
		}
		s := all[gv]
		if s == nil {
			s = &served{resources: map[string]*servedResource{}}
			all[gv] = s
		}
		if e, ok := parseEndpoint(rest); ok {
			for _, op := range p.item {
				doc.add(s, gv, e, op)
				for _, m := range op.mediaTypes {
					media[m] = true
				}
			}
		}
	}
	byVersion = map[discovery.GroupVersion][]discovery.Resource{}
	for gv, s := range all {
		byVersion[gv] = s.list(doc, gv)
	}
	delete(media, "*/*")
	return byVersion, slices.Sorted(maps.Keys(media))
}

// Stated returns the resources of a group-version whose operations state a kind. The library of API
// servers states it for each operation on a resource (k8s.io/apiserver, endpoints/installer.go), and
// not for other paths, such as those of custom metrics. In 1.23, no document of OpenAPI v3 has it.
func (doc *Document) Stated(gv discovery.GroupVersion) map[string]bool {
	stated := map[string]bool{}
	for _, p := range doc.paths {
		of, rest, ok := discovery.ParsePath(p.name)
		if !ok || of != gv {
			continue
		}
		if e, ok := parseEndpoint(rest); ok && slices.ContainsFunc(p.item, func(op operation) bool { return op.kind.Kind != "" }) {
			stated[e.resource] = true
		}
	}
	return stated
}

func (doc *Document) add(s *served, gv discovery.GroupVersion, e endpoint, op operation) {
	verb := e.verb(op.method)
	if verb == "" {
		return
	}
	r := s.resources[e.resource]
	if r == nil {
		r = &servedResource{Resource: discovery.Resource{Name: e.resource, Scope: discovery.Cluster}, subresources: map[string]*discovery.Subresource{}}
		s.resources[e.resource] = r
	}
	if e.namespaced {
		r.Scope = discovery.Namespaced
	}
	if e.subresource == "" {
		doc.addMain(s, gv, r, verb, op)
		return
	}
	sub := r.subresources[e.subresource]
	if sub == nil {
		sub = &discovery.Subresource{Name: e.subresource}
		r.subresources[e.subresource] = sub
	}
	sub.Verbs = slice.Add(sub.Verbs, verb)
	sub.Parameters = withParameters(sub.Parameters, verb, op.parameters)
	if body := cmp.Or(op.request, op.response); sub.Schema == "" || op.request != "" {
		sub.Schema = body
	}
	gvk := doc.bodyKind(op)
	// In documents of custom resources, /scale has the kind of the resource. Its body has the
	// correct kind.
	if own, ok := doc.kindOf[sub.Schema]; ok && op.kind.Kind != "" && own.Kind != "Status" {
		gvk = own
	}
	if gvk.Kind != "" && (sub.Kind == "" || verb == "create" || verb == "update") {
		sub.Kind, sub.KindGroupVersion = gvk.Kind, otherThan(gv, gvk)
	}
}

func (doc *Document) addMain(s *served, gv discovery.GroupVersion, r *servedResource, verb string, op operation) {
	r.Verbs = slice.Add(r.Verbs, verb)
	if verb != "watch" {
		r.Parameters = withParameters(r.Parameters, verb, op.parameters)
	}
	s.watches = s.watches || verb == "watch"
	r.watchable = r.watchable || verb == "list" && slices.Contains(op.parameters, "watch")
	gvk := doc.bodyKind(op)
	body := ""
	switch verb {
	case "create", "update":
		body = op.request
	case "get":
		body = op.response
	}
	if body != "" && (r.Schema == "" || verb != "get") {
		r.Schema = body
	}
	if gvk.Kind != "" && (r.Kind == "" || body != "") {
		r.Kind, r.KindGroupVersion = gvk.Kind, otherThan(gv, gvk)
	}
}

// bodyKind returns the kind of an operation: its own, or in 1.23 that of its body's schema. Lists
// and Status are not the kind of a resource.
func (doc *Document) bodyKind(op operation) discovery.GroupVersionKind {
	if op.kind.Kind != "" {
		return op.kind
	}
	for _, name := range []string{op.request, op.response} {
		if gvk, ok := doc.kindOf[name]; ok && gvk.Kind != "Status" && gvk.Kind != "DeleteOptions" {
			if item, list := strings.CutSuffix(gvk.Kind, "List"); list && op.method == "get" {
				gvk.Kind = item
			}
			return gvk
		}
	}
	return discovery.GroupVersionKind{}
}

func otherThan(gv discovery.GroupVersion, gvk discovery.GroupVersionKind) *discovery.GroupVersion {
	if gvk.GroupVersion() == gv {
		return nil
	}
	other := gvk.GroupVersion()
	return &other
}

func withParameters(m map[string][]string, verb string, names []string) map[string][]string {
	if len(names) == 0 {
		return m
	}
	if m == nil {
		m = map[string][]string{}
	}
	m[verb] = union(m[verb], names)
	return m
}

// list returns the collected resources, sorted.
func (s *served) list(doc *Document, gv discovery.GroupVersion) []discovery.Resource {
	names := slices.Sorted(maps.Keys(s.resources))
	out := make([]discovery.Resource, 0, len(names))
	for _, name := range names {
		r := s.resources[name]
		r.Schema = cmp.Or(r.Schema, doc.schemaOf[gv.WithKind(r.Kind)])
		// Every list has the parameter, even of resources that cannot be watched
		// (componentstatuses). It is used only if there are no /watch/ paths, as for custom
		// resources.
		if r.watchable && !s.watches {
			r.Verbs = slice.Add(r.Verbs, "watch")
		}
		slices.Sort(r.Verbs)
		for _, sub := range slices.Sorted(maps.Keys(r.subresources)) {
			sr := r.subresources[sub]
			slices.Sort(sr.Verbs)
			r.Subresources = append(r.Subresources, *sr)
		}
		out = append(out, r.Resource)
	}
	return out
}
