package check

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func ofRole(r *evidence.Role, severity rule.Severity, format string, args ...any) preflight.Item {
	return named("rbac.authorization.k8s.io/v1", r.Kind, r.Namespace, r.Name, severity, format, args...)
}

// grants reports whether a rule allows a verb on a subresource ("pods/exec"), as RBAC evaluates it
// (pkg/apis/rbac/v1/evaluation_helpers.go).
func grants(r *evidence.RoleRule, group, resource, verb string) bool {
	return among(r.Groups, group) && (names(r, resource) || slices.Contains(r.Resources, anything)) && among(r.Verbs, verb)
}

// names reports whether a rule names the subresource, as itself or as "*/exec", and does not only
// allow all resources.
func names(r *evidence.RoleRule, resource string) bool {
	_, sub, _ := strings.Cut(resource, "/")
	return slices.Contains(r.Resources, resource) || slices.Contains(r.Resources, "*/"+sub)
}

// allowsAll reports whether a role allows a verb on each of the objects. No objects stand for all
// objects.
func allowsAll(r *evidence.Role, group, resource, verb string, objects []string) bool {
	var all []string
	for i := range r.Rules {
		if !grants(&r.Rules[i], group, resource, verb) {
			continue
		}
		if len(r.Rules[i].Names) == 0 {
			return true
		}
		all = append(all, r.Rules[i].Names...)
	}
	missing := func(name string) bool { return !slices.Contains(all, name) }
	return len(objects) > 0 && !slices.ContainsFunc(objects, missing)
}

// aggregated returns the roles that include the rules of a ClusterRole by aggregation.
func aggregated(in preflight.Input, r *evidence.Role) (into []*evidence.Role) {
	if r.Kind != "ClusterRole" {
		return nil
	}
	for i := range in.Roles {
		takes := func(s evidence.Selector) bool { return matches(s, r.Labels) }
		if slices.ContainsFunc(in.Roles[i].Aggregates, takes) {
			into = append(into, &in.Roles[i])
		}
	}
	return into
}

// rolePatch returns the command that adds a rule to a role.
func rolePatch(r *evidence.Role, rule evidence.RoleRule) string {
	flags := " --type=json"
	if r.Namespace != "" {
		flags = " -n " + phrase.Word(r.Namespace) + flags
	}
	return patchCommand(strings.ToLower(r.Kind), r.Name, flags, []any{map[string]any{"op": "add", "path": "/rules/-", "value": rule}})
}

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

// claimStatusSplit is the minor whose API server requires more than resourceclaims/status to write
// the status of a ResourceClaim (the gate DRAResourceClaimGranularStatusAuthorization, KEP-4817,
// #134947; pkg/registry/resource/utils.go).
const (
	claimStatusSplit = 36
	claimGroup       = "resource.k8s.io"
)

func checkClaimStatus(in preflight.Input) (f found) {
	for r := range slice.Each(in.Roles) {
		if r.BuiltIn || len(r.Aggregates) > 0 {
			continue
		}
		lacks := slice.Filter([]string{"update", "patch"}, func(verb string) bool {
			return grantsAny(r, "resourceclaims/status", verb) && !bindsClaims(r, verb) && !writesDevices(r, verb)
		})
		if len(lacks) == 0 {
			continue
		}
		it := f.add(ofRole(r, rule.Risky, "it allows %s on resourceclaims/status; from 1.36 on the API server also requires resourceclaims/binding or resourceclaims/driver, which it does not allow", strings.Join(lacks, " and ")))
		it.Notes, it.Before = []int{134947}, hop(minor(claimStatusSplit))
	}
	return f
}

// grantsAny reports whether some rule of a role allows a verb on a resource of claims.
func grantsAny(r *evidence.Role, resource, verb string) bool {
	return slices.ContainsFunc(r.Rules, func(rule evidence.RoleRule) bool { return grants(&rule, claimGroup, resource, verb) })
}

// bindsClaims reports whether a role allows what schedulers need. The API server checks it without
// namespace and name, so a Role cannot grant it.
func bindsClaims(r *evidence.Role, verb string) bool {
	return r.Kind == "ClusterRole" && allowsAll(r, claimGroup, "resourceclaims/binding", verb, nil)
}

// writesDevices reports whether a role allows what drivers need, on their own node or on any node.
func writesDevices(r *evidence.Role, verb string) bool {
	return grantsAny(r, "resourceclaims/driver", "associated-node:"+verb) || grantsAny(r, "resourceclaims/driver", "arbitrary-node:"+verb)
}
