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

// backends looks up the services and pods behind webhooks, conversions and aggregated APIs.
type backends struct {
	in       preflight.Input
	services map[string]*evidence.Service
	// hooks counts the webhooks of each name.
	hooks map[hookKey]int
	// pods are by namespace and name.
	pods map[string]map[string]*evidence.Pod
	// ready has the names of nodes that are ready.
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

// reach says whether a backend can be reached.
type reach int

const (
	reachable reach = iota
	unreachable
	// doubtful: it is registered, but the data shows that it does not answer.
	doubtful
	// unproven: it is registered, but nothing shows that it answers.
	unproven
	// unseen: it could not be read. The gap of the reading reports that.
	unseen
	// outside: the API does not show how it is reached.
	outside
)

// state reports whether a client can be reached, and why not.
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

// inspect returns the command that shows the endpoints of a backend.
func inspect(c evidence.WebhookClient) []string {
	if c.Service == "" {
		return nil
	}
	return []string{"kubectl -n " + phrase.Word(c.Namespace) + " get endpointslices -l kubernetes.io/service-name=" + phrase.Word(c.Service)}
}

// backing reports whether pods run behind the ready addresses of a service. A ready address shows
// only that somebody registered it. The best evidence in the API is a pod that the kubelet of a
// ready node reports as ready.
func (b *backends) backing(namespace, service string) (reach, string) {
	name := namespace + "/" + service
	e := b.in.Endpoints[name]
	if len(e.Pods) > 0 && (!b.in.Reading(evidence.Pods).OK() || !b.in.Reading(evidence.Nodes).OK()) {
		return unseen, ""
	}
	there := false
	for _, pod := range e.Pods {
		p := b.pods[namespace][pod]
		if p != nil && running(p) && b.ready[p.Node] {
			return reachable, ""
		}
		there = there || p != nil
	}
	switch {
	case len(e.Pods) < e.Ready:
		return unproven, "the endpoints of its service " + name + " do not belong to pods, so whether they answer is unknown"
	case there:
		return doubtful, "no pod behind the endpoints of its service " + name + " runs on a ready node"
	default:
		return doubtful, "the pods behind the endpoints of its service " + name + " do not exist"
	}
}

// answers reports whether a webhook answers. The API server's counts of calls since its start are
// stronger than the registration: if all calls were answered, the backend works, even if it cannot
// be seen; if none was, it does not work. The metrics name webhooks without their configurations,
// so the counts are not used for a name that two webhooks have.
func (b *backends) answers(w *evidence.Webhook) (reach, string) {
	state, why := b.state(w.Client)
	if !b.in.Reading(evidence.Metrics).OK() || !b.counted(w) {
		return state, why
	}
	c := slice.Find(b.in.Calls, func(c *evidence.WebhookCalls) bool { return c.Validating == w.Validating && c.Hook == w.Hook })
	switch {
	case c == nil, state == unreachable, state == doubtful, state == unseen:
	case c.Failed > 0 && c.Answered == 0:
		return doubtful, fmt.Sprintf("none of the API server's calls since its start was answered (%.0f failed)", c.Failed)
	case c.Failed == 0 && c.Answered > 0:
		return reachable, ""
	}
	return state, why
}

// counted reports whether the API server counts the calls of a webhook separately.
func (b *backends) counted(w *evidence.Webhook) bool {
	return b.hooks[hookKey{w.Validating, w.Hook}] == 1
}

// unsure adds what was not read and could show that a webhook does not answer.
func (f *found) unsure(b *backends, w *evidence.Webhook) {
	switch state, _ := b.answers(w); {
	case state == unseen:
		f.lacks(b.in, evidence.Services, evidence.EndpointSlices, evidence.Pods, evidence.Nodes)
	case state != unreachable && state != doubtful && b.counted(w):
		f.lacks(b.in, evidence.Metrics)
	}
}

// hookKey identifies a webhook in the metrics.
type hookKey struct {
	validating bool
	hook       string
}

// podsOfWebhooks spares pods and nodes if other data shows whether webhooks answer.
func podsOfWebhooks(in preflight.Input) []evidence.Resource {
	b := backendsOf(in)
	needed := slices.ContainsFunc(in.Webhooks, func(w evidence.Webhook) bool { return failsClosed(&w) && needsPods(b.answers(&w)) })
	return sparedUnless(needed, evidence.Pods, evidence.Nodes)
}

// podsOfConversions does the same for conversion webhooks.
func podsOfConversions(in preflight.Input) []evidence.Resource {
	b := backendsOf(in)
	needed := slices.ContainsFunc(converted(in), func(c evidence.CRD) bool { return needsPods(b.state(c.Client)) })
	return sparedUnless(needed, evidence.Pods, evidence.Nodes)
}

func needsPods(state reach, _ string) bool { return state == unseen }
