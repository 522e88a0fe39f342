package check

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// connectNeedsCreate is the minor whose API server requires create on these subresources also from
// clients that connect by WebSocket, which is a GET (the gate
// AuthorizePodWebsocketUpgradeCreatePermission, #134577;
// pkg/registry/core/pod/rest/subresources.go). The proxy subresources of pods, services and nodes
// did not change.
const connectNeedsCreate = 35

func checkPodConnect(in preflight.Input) (f found) {
	for i := range in.Roles {
		if r := &in.Roles[i]; !r.BuiltIn && len(r.Aggregates) == 0 {
			f.connect(in, r)
		}
	}
	return f
}

func (f *found) connect(in preflight.Input, r *evidence.Role) {
	g, all := gettersOf(r)
	resources := strings.Join(g.resources, ", ")
	var it preflight.Item
	switch {
	case len(g.resources) == 0 && !all:
		return
	case len(g.resources) == 0:
		it = ofRole(r, rule.Info, "it allows get on all resources: from 1.35 on that is not enough for exec, attach and port-forward")
	case aggregatedInto(in, r, g.resources):
		it = ofRole(r, rule.Info, "it allows get but not create on %s; the roles that it is aggregated into allow create", resources)
	default:
		it = ofRole(r, rule.Risky, "it allows get but not create on %s: from 1.35 on the API server returns 403 to clients that connect with it", resources)
		it.Commands = []string{rolePatch(r, g.createRule())}
	}
	it.Notes, it.Before = []int{134577}, hop(minor(connectNeedsCreate))
	f.add(it)
}

// getters are the subresources that a role names and allows to get but not to create, and the
// objects for which it does.
type getters struct {
	resources, objects []string
	anyObject          bool
}

// gettersOf returns the getters of a role. all is true if a rule for all resources does the same.
func gettersOf(r *evidence.Role) (g getters, all bool) {
	for _, resource := range []string{"pods/attach", "pods/exec", "pods/portforward"} {
		for i := range r.Rules {
			switch rule := &r.Rules[i]; {
			case !grants(rule, "", resource, "get") || allowsAll(r, "", resource, "create", rule.Names):
			case !names(rule, resource):
				all = true
			default:
				g.resources = append(g.resources, resource)
				g.objects = append(g.objects, rule.Names...)
				g.anyObject = g.anyObject || len(rule.Names) == 0
			}
		}
	}
	g.resources = slices.Compact(g.resources)
	return g, all
}

// createRule returns the rule that the role lacks, for no more objects than the role allows to get.
func (g getters) createRule() evidence.RoleRule {
	out := evidence.RoleRule{Groups: []string{""}, Resources: g.resources, Verbs: []string{"create"}}
	if !g.anyObject {
		out.Names = slice.Unique(g.objects)
	}
	return out
}

// aggregatedInto reports whether a role is aggregated, and each role that includes it allows create
// on the resources.
func aggregatedInto(in preflight.Input, r *evidence.Role, resources []string) bool {
	into := aggregated(in, r)
	for _, a := range into {
		if slices.ContainsFunc(resources, func(resource string) bool { return !allowsAll(a, "", resource, "create", nil) }) {
			return false
		}
	}
	return len(into) > 0
}
