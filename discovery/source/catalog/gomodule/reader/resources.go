package main

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// served is what a release serves as far as its clients know it.
type served struct {
	resources []resource
	// types are the objects that the resources and subresources are about, and
	// their lists.
	types []reflect.Type
}

// readResources calls every method of every typed client and reads the
// resources from what the clients ask for. That is exact where the clients'
// names are not: the plural, the scope, the verb and the subresource are in the
// URL and the method. What a release no longer serves is left out.
func readResources(release minor) (served, error) {
	k, err := allKinds()
	if err != nil {
		return served{}, err
	}
	to := &recorder{}
	sets, err := clientsets(to)
	if err != nil {
		return served{}, err
	}
	g := gatherer{release: release, kinds: k, found: map[schema.GroupVersionResource]*resource{}, types: map[reflect.Type]bool{}}
	for _, set := range sets {
		for _, client := range resourceClients(set) {
			calls, err := caller{kinds: k, recorder: to}.all(client)
			if err != nil {
				return served{}, err
			}
			g.add(calls)
		}
	}
	return g.served()
}

// gatherer puts the calls of many clients together by resource: the eviction of
// pods is a method of the clients of pods and of evictions.
type gatherer struct {
	release minor
	kinds   kinds
	found   map[schema.GroupVersionResource]*resource
	types   map[reflect.Type]bool
}

// add takes the calls of one client. If the client's own object is not served
// any more, the resource is not.
func (g gatherer) add(calls []call) {
	for _, c := range calls {
		if t, _ := c.about(g.kinds); t != nil && c.subresource == "" && !g.release.serves(t) {
			return
		}
	}
	for _, c := range calls {
		g.addCall(c)
	}
}

func (g gatherer) addCall(c call) {
	t, kind := c.about(g.kinds)
	if t != nil && !g.release.serves(t) {
		return
	}
	if t != nil {
		g.types[t] = true
	}
	r := g.resource(c.request)
	r.Namespaced = r.Namespaced || c.namespaced
	if c.subresource != "" {
		r.addSubresource(c, kind)
		return
	}
	r.Verbs = withVerb(r.Verbs, c.verb)
	if c.verb != "list" && kind.Kind != "" {
		r.Kind, r.KindGroup, r.KindVersion = kindUnder(c.groupVersion, kind)
	}
}

func (g gatherer) resource(r request) *resource {
	key := r.groupVersion.WithResource(r.resource)
	if g.found[key] == nil {
		g.found[key] = &resource{Group: key.Group, Version: key.Version, Resource: key.Resource}
	}
	return g.found[key]
}

func (r *resource) addSubresource(c call, kind schema.GroupVersionKind) {
	i := slices.IndexFunc(r.Subresources, func(s subresource) bool { return s.Name == c.subresource })
	if i < 0 {
		i = len(r.Subresources)
		r.Subresources = append(r.Subresources, subresource{Name: c.subresource})
	}
	s := &r.Subresources[i]
	s.Verbs = withVerb(s.Verbs, c.verb)
	if s.Name == "status" {
		// Clients only write it. Every status of every release served since 1.23
		// is read and patched too: updating it takes all three.
		for _, verb := range []string{"get", "patch", "update"} {
			s.Verbs = withVerb(s.Verbs, verb)
		}
	}
	if kind.Kind != "" {
		s.Kind, s.KindGroup, s.KindVersion = kindUnder(c.groupVersion, kind)
	}
}

// kindUnder names a kind under a URL's group-version: in full only if the two
// differ, as for autoscaling/v1 Scale under apps/v1.
func kindUnder(gv schema.GroupVersion, kind schema.GroupVersionKind) (name, group, version string) {
	if kind.GroupVersion() == gv {
		return kind.Kind, "", ""
	}
	return kind.Kind, kind.Group, kind.Version
}

func withVerb(verbs []string, verb string) []string {
	i, found := slices.BinarySearch(verbs, verb)
	if found {
		return verbs
	}
	return slices.Insert(verbs, i, verb)
}

// served puts what was gathered into a total order.
func (g gatherer) served() (served, error) {
	var all served
	for key, r := range g.found {
		if len(r.Verbs) > 0 && r.Kind == "" {
			return served{}, fmt.Errorf("no method of the client of %s tells its kind", key)
		}
		slices.SortFunc(r.Subresources, func(a, b subresource) int { return strings.Compare(a.Name, b.Name) })
		all.resources = append(all.resources, *r)
	}
	slices.SortFunc(all.resources, func(a, b resource) int {
		return cmp.Or(strings.Compare(a.Group, b.Group), strings.Compare(a.Version, b.Version), strings.Compare(a.Resource, b.Resource))
	})
	for t := range g.types {
		all.types = append(all.types, t)
	}
	slices.SortFunc(all.types, func(a, b reflect.Type) int {
		return cmp.Or(strings.Compare(a.PkgPath(), b.PkgPath()), strings.Compare(a.Name(), b.Name()))
	})
	return all, nil
}
