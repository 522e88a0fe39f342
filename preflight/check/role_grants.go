package check

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func ofRole(r *evidence.Role, severity rule.Severity, format string, args ...any) preflight.Item {
	return named("rbac.authorization.k8s.io/v1", r.Kind, r.Namespace, r.Name, severity, format, args...)
}

// grants reports whether a rule allows a verb on a subresource ("pods/exec"), as RBAC evaluates it
// (pkg/apis/rbac/v1/evaluation_helpers.go).
func grants(r *evidence.RoleRule, group, resource, verb string) bool {
	return among(r.Groups, group) && (names(r, resource) || slices.Contains(r.Resources, "*")) && among(r.Verbs, verb)
}

// names reports whether a rule names the subresource, as itself or as "*/exec", and does not only
// allow all resources.
func names(r *evidence.RoleRule, resource string) bool {
	_, sub, _ := strings.Cut(resource, "/")
	return slices.Contains(r.Resources, resource) || slices.Contains(r.Resources, "*/"+sub)
}

func among(list []string, want string) bool {
	return slices.Contains(list, "*") || slices.Contains(list, want)
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
