package check

import (
	"fmt"

	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// backing tells whether something stands behind the ready addresses of a service. Such
// an address says that somebody registered it. That the kubelet of a ready node calls
// its pod ready is the most that the API tells of whether it answers.
func (b *backends) backing(namespace, service string) (reach, string) {
	name := namespace + "/" + service
	e := b.in.Endpoints[name]
	if len(e.Pods) > 0 && (!b.in.Reading(evidence.Pods).OK() || !b.in.Reading(evidence.Nodes).OK()) {
		return unseen, ""
	}
	there := false
	for _, pod := range e.Pods {
		p := b.pods[namespace][pod]
		if p != nil && b.runs(p) {
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

// runs tells whether a pod runs on a ready node.
func (b *backends) runs(p *evidence.Pod) bool { return running(p) && b.ready[p.Node] }

// answers tells whether a webhook answers. What the API server counted since it
// started goes beyond what is registered: calls that were all answered prove a backend
// that cannot be seen otherwise, and calls none of which was say that it is dead. The
// metrics name webhooks without their configurations, so a name that two of them
// have tells nothing.
func (b *backends) answers(w *evidence.Webhook) (reach, string) {
	state, why := b.state(w.Client)
	if !b.in.Reading(evidence.Metrics).OK() || b.hooks[hookKey{w.Validating, w.Hook}] != 1 {
		return state, why
	}
	for _, c := range b.in.Calls {
		if c.Validating != w.Validating || c.Hook != w.Hook {
			continue
		}
		switch silent := c.Failed > 0 && c.Answered == 0; {
		case state == unreachable || state == doubtful || state == unseen:
		case silent:
			return doubtful, fmt.Sprintf("none of the API server's calls since its start was answered (%.0f failed)", c.Failed)
		case c.Failed == 0 && c.Answered > 0:
			return reachable, ""
		}
	}
	return state, why
}

// hookKey is how the metrics name a webhook.
type hookKey struct {
	validating bool
	hook       string
}

// podsSpared: pods and nodes do not matter where what else was seen tells whether
// backends answer.
func podsSpared(in preflight.Input) []evidence.Resource {
	b := backendsOf(in)
	for i := range in.Webhooks {
		if w := &in.Webhooks[i]; failsClosed(w) && needsPods(b.answers(w)) {
			return nil
		}
	}
	for i := range in.CRDs {
		if c := &in.CRDs[i]; c.Conversion == "Webhook" && needsPods(b.state(c.Client)) {
			return nil
		}
	}
	return []evidence.Resource{evidence.Pods, evidence.Nodes}
}

func needsPods(state reach, _ string) bool { return state == unseen }
