package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// written is a kind of object that the control plane, or a node, writes. Namespace is "" for
// cluster-scoped objects. Labels are those that every such object has.
type written struct {
	Group, Resource, Subresource, Namespace string
	Operations                              []string
	Labels                                  map[string]string
	// Minors are those whose hop makes the write necessary; empty for all. NewVersions: it is
	// necessary if the minor serves new group-versions.
	Minors      []int
	NewVersions bool `yaml:"newVersions"`
}

func (v *written) needed(in preflight.Input) bool {
	return (len(v.Minors) == 0 || slices.Contains(v.Minors, in.To.Minor)) && (!v.NewVersions || newVersions(in))
}

// newVersions reports whether a default server of the next minor serves a group-version that a
// default server of this one does not. Without data the answer is yes.
func newVersions(in preflight.Input) bool {
	if in.Old == nil || in.New == nil {
		return true
	}
	before := map[discovery.GroupVersion]bool{}
	for gv := range servedOf(in.Old) {
		before[gv] = true
	}
	for gv := range servedOf(in.New) {
		if !before[gv] {
			return true
		}
	}
	return false
}

// calledFor returns the writes of a table that a webhook is called for, and those that it may be
// called for. rules selects the rules to look at.
func calledFor(in preflight.Input, w *evidence.Webhook, table []written, rules func(*evidence.WebhookRule) bool) (what, unsure []written) {
	return sorted(in, table, func(v *written) answer { return called(in, w, v, rules) })
}

// sorted returns the writes of a table for which the answer is yes, and those for which it is
// maybe.
func sorted(in preflight.Input, table []written, ask func(*written) answer) (what, unsure []written) {
	for _, v := range table {
		if !v.needed(in) {
			continue
		}
		switch ask(&v) {
		case yes:
			what = append(what, v)
		case maybe:
			unsure = append(unsure, v)
		case no:
		}
	}
	return what, unsure
}

// called reports whether a webhook is called for a write, as k8s.io/apiserver decides in
// admission/plugin/webhook/generic. The namespaceSelector never excludes cluster-scoped objects,
// except a Namespace by its own labels. matchConditions are not evaluated.
func called(in preflight.Input, w *evidence.Webhook, v *written, rules func(*evidence.WebhookRule) bool) answer {
	match := evidence.PolicyMatch{NamespaceSelector: w.NamespaceSelector, ObjectSelector: w.ObjectSelector}
	match.Rules = slice.Filter(w.Rules, func(r evidence.WebhookRule) bool { return rules(&r) })
	if len(match.Rules) == 0 {
		return no
	}
	on := isFor(in, match, v)
	if on == yes && len(w.MatchConditions) > 0 {
		return maybe
	}
	return on
}

func outOfScope(r *evidence.WebhookRule, inNamespace bool) bool {
	return inNamespace && r.Scope == "Cluster" || !inNamespace && r.Scope == "Namespaced"
}

// namesOf returns "clusterroles", "nodes/status", "leases of kube-system", each once.
func namesOf(list []written) (names []string) {
	for v := range slice.Each(list) {
		names = slice.Add(names, v.Resource+phrase.With("/", v.Subresource)+phrase.With(" of ", v.Namespace))
	}
	return names
}
