package documents

import (
	"maps"
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Discovery, the OpenAPI documents and the version come from different parts of a server, and may
// differ for some time. If one of them shows something that another does not, it is unknown.

// witness compares discovery with the documents.
func (docs decoded) witness(s *discovery.Surface, set *Set, defs []crd.Definition) {
	shown := map[discovery.GroupVersion]bool{}
	core := len(docs.list) == 0 // without documents, /api must not be empty
	for _, d := range docs.list {
		byVersion, _ := d.doc.Resources()
		if d.swagger {
			core = core || len(byVersion[discovery.GroupVersion{Version: "v1"}]) > 0
			continue
		}
		resources := slices.DeleteFunc(slices.Clone(byVersion[d.gv]), func(r discovery.Resource) bool { return withdrawn(defs, d.gv, r.Name) })
		if !d.own() {
			stated := d.doc.Stated(d.gv)
			resources = slices.DeleteFunc(resources, func(r discovery.Resource) bool { return !stated[r.Name] })
		}
		shown[d.gv] = len(resources) > 0
		name := hidden(s, d.gv, resources)
		if name == "" {
			name = d.changed(s.GroupVersion(d.gv), resources)
		}
		if name != "" {
			s.AddIncomplete(discovery.PartResources, "its OpenAPI document shows "+name+", but discovery does not show them, or not with the same kind, scope and verbs: "+set.notReady(), d.gv)
		}
	}
	for _, i := range s.Incomplete {
		if i.Part == discovery.PartSchemas && i.GroupVersion.Version != discovery.Wildcard {
			shown[i.GroupVersion] = true
		}
	}
	for _, gv := range unlisted(s, shown) {
		s.AddIncomplete(discovery.PartResources, "there is an OpenAPI document of it, but discovery does not list it: "+set.notReady(), gv)
	}
	if _, known := s.Unknown(discovery.EveryCore(), discovery.PartResources); core && !known && s.Group("") == nil && (set.AggregatedAPI != nil || set.APIVersions != nil) {
		s.AddIncomplete(discovery.PartResources, "GET /api: the response is empty, and no OpenAPI document confirms that", discovery.EveryCore())
	}
	// OpenAPI v3 cannot be disabled since 1.27 (KEP-2896).
	if set.Swagger != nil && set.OpenAPIV3 == nil && !docs.published() && (discovery.Release{Major: 1, Minor: 27}).AtOrBefore(s.Release) {
		s.AddIncomplete(discovery.PartSchemas, "GET /openapi/v3: there are no documents, but every API server since 1.27 has them: is there a proxy in front of it that hides them?", discovery.EveryCore(), discovery.EveryNamed())
	}
}

// defined compares discovery with the list of definitions: a custom resource has a definition that
// serves it, and a definition that is established is served, with its kind and scope.
func (docs decoded) defined(s *discovery.Surface, defs []crd.Definition) {
	served := map[discovery.GroupVersionResource]bool{}
	for d := range slice.Each(defs) {
		for v := range slice.Each(d.Versions) {
			gv := d.GroupVersion(v)
			if !v.Served {
				continue
			}
			served[gv.WithResource(d.Names.Plural)] = true
			r := s.Resource(gv, d.Names.Plural)
			_, unknown := s.Unknown(gv, discovery.PartResources)
			if d.Established && !unknown && (r == nil || r.Kind != d.Names.Kind || r.Scope != d.Scope) {
				s.AddIncomplete(discovery.PartResources, "the CustomResourceDefinition "+phrase.Word(d.Names.Plural+"."+d.Group)+" serves it, but discovery does not show it with the same kind and scope: is there a proxy in front of the API server that hides it? If the definition was just created or deleted, try again", gv)
			}
		}
	}
	for _, d := range docs.list {
		v := s.GroupVersion(d.gv)
		if v == nil || d.doc.Title != crdTitle {
			continue
		}
		i := slices.IndexFunc(v.Resources, func(r discovery.Resource) bool { return !served[d.gv.WithResource(r.Name)] })
		if i >= 0 {
			s.AddIncomplete(discovery.PartSchemas, "the list of CustomResourceDefinitions does not contain "+v.Resources[i].Name+"."+d.gv.Group+" with this version, which the server serves: is there a proxy in front of it that hides definitions? If it was just created or deleted, try again", d.gv)
		}
	}
}

// withdrawn reports whether the definition of a custom resource does not serve the version. An API
// server keeps the documents of such versions until it restarts (seen on servers up to 1.37).
func withdrawn(defs []crd.Definition, gv discovery.GroupVersion, plural string) bool {
	i := slices.IndexFunc(defs, func(d crd.Definition) bool { return d.Group == gv.Group && d.Names.Plural == plural })
	return i >= 0 && !slices.ContainsFunc(defs[i].Versions, func(v crd.Version) bool { return v.Served && v.Name == gv.Version })
}

// notReady says why a document shows more than discovery.
func (set *Set) notReady() string {
	why := "the API server is not ready; try again when it is ready"
	if set.CustomResources == nil {
		why += "; or a CustomResourceDefinition no longer serves this version, and the API server keeps the document until it restarts: the definitions could not be read"
	}
	return why
}

// broken records the documents that are incomplete.
func (docs decoded) broken(s *discovery.Surface, discovered bool) {
	if docs.published() {
		return
	}
	for i, d := range docs.list {
		why, part := d.doc.Broken(), lost(d.doc.HasPaths() || discovered)
		docs.list[i].broken = why != ""
		switch {
		case why == "":
		case d.swagger:
			s.AddIncomplete(part, "the swagger document is incomplete: "+why, discovery.EveryCore(), discovery.EveryNamed())
		default:
			s.AddIncomplete(part, "its OpenAPI document is incomplete: "+why, d.gv)
		}
	}
}

// unlisted returns the group-versions that have an OpenAPI document, and that discovery does not
// list, or lists without resources: a server that has just started may have finished only one of
// the two. A document that could not be read also counts.
func unlisted(s *discovery.Surface, shown map[discovery.GroupVersion]bool) (gvs []discovery.GroupVersion) {
	for _, gv := range slices.SortedFunc(maps.Keys(shown), discovery.CompareGroupVersion) {
		v := s.GroupVersion(gv)
		if _, known := s.Unknown(gv, discovery.PartResources); !shown[gv] || known || v != nil && len(v.Resources) > 0 {
			continue
		}
		gvs = append(gvs, gv)
	}
	return gvs
}

// hidden returns the first resource that the document of a group-version shows, and that discovery
// does not list, or does not show as listable.
func hidden(s *discovery.Surface, gv discovery.GroupVersion, shown []discovery.Resource) string {
	v := s.GroupVersion(gv)
	if v == nil || len(v.Resources) == 0 {
		return ""
	}
	for _, r := range shown {
		there := v.Resource(r.Name)
		if len(r.Verbs) == 0 || there != nil && (slices.Contains(there.Verbs, "list") || !slices.Contains(r.Verbs, "list")) {
			continue
		}
		return r.Name
	}
	return ""
}

// changed returns the first resource or subresource that the document of a group-version shows with
// another kind or scope than discovery, or with a verb that discovery does not show. Documents without
// /watch/ paths do not show exactly what can be watched. Those of custom resources may show another
// kind of /scale, and those of other servers may show more.
func (d versionDocument) changed(v *discovery.Version, shown []discovery.Resource) string {
	custom := d.doc.Title == crdTitle
	if v == nil || !d.own() {
		return ""
	}
	for _, r := range shown {
		there := v.Resource(r.Name)
		if there == nil {
			continue
		}
		if r.Kind != "" && (r.Kind != there.Kind || !sameVersion(r.KindGroupVersion, there.KindGroupVersion)) || r.Scope != there.Scope || narrowed(there.Verbs, r.Verbs, custom) {
			return r.Name
		}
		for _, sub := range r.Subresources {
			is, _ := there.Subresource(sub.Name)
			other := !custom && sub.Kind != "" && (sub.Kind != is.Kind || !sameVersion(sub.KindGroupVersion, is.KindGroupVersion))
			if other || narrowed(is.Verbs, sub.Verbs, custom) {
				return r.Name + "/" + sub.Name
			}
		}
	}
	return ""
}

func sameVersion(a, b *discovery.GroupVersion) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// narrowed reports whether a verb is missing. A custom resource whose definition is being deleted can
// no longer be written (apiextensions-apiserver, customresource_discovery_controller.go).
func narrowed(is, shown []string, custom bool) bool {
	ending := custom && !slices.Contains(is, "create") && !slices.Contains(is, "patch") && !slices.Contains(is, "update")
	return slices.ContainsFunc(shown, func(verb string) bool {
		write := verb == "create" || verb == "patch" || verb == "update"
		return verb != "watch" && (!ending || !write) && !slices.Contains(is, verb)
	})
}

// documented returns the release that the documents state, if it is not that of the API.
func (docs decoded) documented(s *discovery.Surface) discovery.Release {
	for _, d := range docs.list {
		if r, ok := d.release(); ok && r != s.Release {
			return r
		}
	}
	return discovery.Release{}
}

// release returns the release of the server that wrote the document.
func (d versionDocument) release() (discovery.Release, bool) {
	if d.doc.Title != kubernetesTitle {
		return discovery.Release{}, false
	}
	r, err := discovery.ParseRelease(d.doc.Version)
	return r, err == nil && r.Known()
}

// emulated returns the release whose API the server emulates (KEP-4330), which servers state from
// 1.34 on. Their documents have the version of that release.
func (set *Set) emulated() discovery.Release {
	var doc struct {
		Major string `json:"emulationMajor"`
		Minor string `json:"emulationMinor"`
	}
	if set.Version == nil || json.Unmarshal(set.Version, &doc) != nil {
		return discovery.Release{}
	}
	r, _ := discovery.ParseRelease(doc.Major + "." + doc.Minor) // unknown for any other text
	return r
}
