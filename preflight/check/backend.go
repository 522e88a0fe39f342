package check

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// backends finds what stands behind webhooks, conversions and aggregated APIs.
type backends struct {
	in       preflight.Input
	services map[string]*evidence.Service
	// hooks counts the webhooks of a name.
	hooks map[hookKey]int
	// pods by namespace and name.
	pods map[string]map[string]*evidence.Pod
	// ready are the names of ready nodes.
	ready map[string]bool
}

func backendsOf(in preflight.Input) *backends {
	b := &backends{in: in, services: make(map[string]*evidence.Service, len(in.Services)), hooks: map[hookKey]int{}, pods: map[string]map[string]*evidence.Pod{}, ready: map[string]bool{}}
	for i := range in.Webhooks {
		b.hooks[hookKey{in.Webhooks[i].Validating, in.Webhooks[i].Hook}]++
	}
	for s := range slice.Each(in.Services) {
		b.services[s.Namespace+"/"+s.Name] = s
		b.pods[s.Namespace] = map[string]*evidence.Pod{}
	}
	for p := range slice.Each(in.Pods) {
		if of := b.pods[p.Namespace]; of != nil {
			of[p.Name] = p
		}
	}
	for n := range slice.Each(in.Nodes) {
		b.ready[n.Name] = n.Ready
	}
	return b
}

// reach is whether a backend can be reached.
type reach int

const (
	reachable reach = iota
	unreachable
	// doubtful: what was seen of it says that it does not answer, though it is
	// registered.
	doubtful
	// unproven: it is registered, and nothing that was seen says that it answers.
	unproven
	// unseen: it could not be read; the gap of the reading says so.
	unseen
	// outside: it is reached in a way that the API does not show.
	outside
)

// state tells whether a client can be reached, and why not.
func (b *backends) state(c evidence.WebhookClient) (reach, string) {
	switch {
	case c.Service == "" && c.URL == "":
		return unreachable, "neither a service nor a URL is configured"
	case c.Service == "":
		return outside, "it is called at " + place(c.URL) + ", and whether that URL answers is unknown"
	}
	name := c.Namespace + "/" + c.Service
	s := b.services[name]
	if s == nil {
		if !b.in.Reading(evidence.Services).OK() {
			return unseen, ""
		}
		return unreachable, "its service " + name + " does not exist"
	}
	if s.Type == "ExternalName" {
		return outside, "its service " + name + " is an alias for " + quoted(s.ExternalName) + ", and whether that host answers is unknown"
	}
	port := cmp.Or(c.Port, 443) // the default of ServiceReference.port
	if len(s.Ports) > 0 && !slices.Contains(s.Ports, port) {
		return unreachable, fmt.Sprintf("its service %s has no port %d", name, port)
	}
	if e := b.in.Endpoints[name]; e.Ready > 0 {
		return b.backing(c.Namespace, c.Service)
	} else if !b.in.Reading(evidence.EndpointSlices).OK() {
		return unseen, ""
	} else if e.NotReady > 0 {
		return unreachable, fmt.Sprintf("its service %s has no ready endpoint (%d are not ready)", name, e.NotReady)
	}
	return unreachable, "its service " + name + " has no endpoint"
}

// inspect writes the command that shows a backend.
func inspect(c evidence.WebhookClient) []string {
	if c.Service == "" {
		return nil
	}
	return []string{"kubectl -n " + phrase.Word(c.Namespace) + " get endpointslices -l kubernetes.io/service-name=" + phrase.Word(c.Service)}
}
