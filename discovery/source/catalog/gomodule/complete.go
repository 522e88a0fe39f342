package gomodule

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/order"
)

// Complete adds to the resources what API servers are known to serve although
// no client asks for it, and takes away what clients ask for in vain. All of it
// is the same in every document from 1.23 to 1.36 that has the resource; that a
// later release has not changed it is an assumption, and the only one made here.
func (b *Bundle) Complete() {
	for _, k := range known {
		r := b.resource(k.resource)
		if k.whole != nil {
			if r == nil {
				whole := *k.whole
				whole.Verbs = slices.Clone(whole.Verbs)
				b.Resources = append(b.Resources, whole)
			}
			continue
		}
		if r == nil {
			continue
		}
		if k.verbs != nil {
			r.Verbs = slices.Clone(k.verbs)
		}
		if k.subresource.Name != "" {
			r.setSubresource(k.subresource)
		}
	}
	order.By(b.Resources, func(x, y Resource) int {
		return cmp.Or(strings.Compare(x.Group, y.Group), strings.Compare(x.Version, y.Version), strings.Compare(x.Resource, y.Resource))
	})
}

// known is what servers serve otherwise than clients ask for.
//
//nolint:gochecknoglobals // a constant table; Go has no constant slices.
var known = []difference{
	{
		resource: gvr{version: "v1", resource: "bindings"},
		whole:    &Resource{Version: "v1", Resource: "bindings", Kind: "Binding", Namespaced: true, Verbs: []string{"create"}},
		why:      "the clients bind through pods/binding only",
	},
	{
		resource: gvr{version: "v1", resource: "componentstatuses"}, verbs: []string{"get", "list"},
		why: "the client was generated with all verbs; the server computes them and stores nothing",
	},
	{
		resource: gvr{version: "v1", resource: "services"}, verbs: []string{"create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"},
		why: "the client is generated without deletecollection, which servers have since 1.23",
	},
	proxy("nodes", "NodeProxyOptions"),
	proxy("pods", "PodProxyOptions"),
	proxy("services", "ServiceProxyOptions"),
	stream("attach", "PodAttachOptions"),
	stream("exec", "PodExecOptions"),
	stream("portforward", "PodPortForwardOptions"),
	{
		resource:    gvr{version: "v1", resource: "pods"},
		subresource: Subresource{Name: "log", Kind: "Pod", Verbs: []string{"get"}},
		why:         "the client gives a stream; the server files it under the kind Pod",
	},
	updated("", "v1", "pods", "ephemeralcontainers", "Pod"),
	updated("", "v1", "pods", "resize", "Pod"),
	updated("certificates.k8s.io", "v1", "certificatesigningrequests", "approval", "CertificateSigningRequest"),
	{
		resource: gvr{version: "v1", resource: "replicationcontrollers"},
		subresource: Subresource{
			Name: "scale", Kind: "Scale", KindGroup: "autoscaling", KindVersion: "v1", Verbs: []string{"get", "patch", "update"},
		},
		why: "the client has no method to apply a scale",
	},
}

// difference is one thing that servers serve otherwise, of one resource.
type difference struct {
	resource gvr
	// One of the three: a resource that no client has, all verbs of a resource,
	// or all there is to a subresource.
	whole       *Resource
	verbs       []string
	subresource Subresource
	why         string
}

type gvr struct{ group, version, resource string }

func proxy(resource, options string) difference {
	return difference{
		resource:    gvr{version: "v1", resource: resource},
		subresource: Subresource{Name: "proxy", Kind: options, Verbs: []string{"create", "delete", "get", "patch", "update"}},
		why:         "a proxy passes every HTTP method on; clients have a method for GET at most",
	}
}

func stream(name, options string) difference {
	return difference{
		resource:    gvr{version: "v1", resource: "pods"},
		subresource: Subresource{Name: name, Kind: options, Verbs: []string{"create", "get"}},
		why:         "a connection is opened by GET or POST; typed clients cannot hold one",
	}
}

func updated(group, version, resource, name, kind string) difference {
	return difference{
		resource:    gvr{group: group, version: version, resource: resource},
		subresource: Subresource{Name: name, Kind: kind, Verbs: []string{"get", "patch", "update"}},
		why:         "the client has a method to update it only; servers read and patch it too",
	}
}

func (b *Bundle) resource(name gvr) *Resource {
	for i, r := range b.Resources {
		if (gvr{r.Group, r.Version, r.Resource}) == name {
			return &b.Resources[i]
		}
	}
	return nil
}

func (r *Resource) setSubresource(s Subresource) {
	s.Verbs = slices.Clone(s.Verbs)
	i, found := slices.BinarySearchFunc(r.Subresources, s.Name, func(s Subresource, name string) int { return strings.Compare(s.Name, name) })
	if found {
		r.Subresources[i] = s
		return
	}
	r.Subresources = slices.Insert(r.Subresources, i, s)
}
