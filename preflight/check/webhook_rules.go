package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// namespacesSpared spares the labels of namespaces where there is no webhook.
func namespacesSpared(in preflight.Input) []evidence.Resource {
	return sparedUnless(len(in.Webhooks) > 0, evidence.Namespaces)
}

// anything stands for all groups, versions, resources, operations or verbs of a rule.
const anything = "*"

// among reports whether a list of a rule has an entry, or all.
func among(list []string, want string) bool {
	return slices.Contains(list, anything) || slices.Contains(list, want)
}

// sparedUnless spares needs unless they matter.
func sparedUnless(matter bool, needs ...evidence.Resource) []evidence.Resource {
	if matter {
		return nil
	}
	return needs
}

// eachWebhook runs a check for every webhook that has rules. A webhook without rules is never
// called.
func eachWebhook(in preflight.Input, check func(*found, *evidence.Webhook)) found {
	return each(in.Webhooks, "there are no admission webhooks", func(f *found, w *evidence.Webhook) {
		if len(w.Rules) > 0 {
			check(f, w)
		}
	})
}

// ofHook returns an item about a webhook of a configuration. value distinguishes the problems of
// one webhook.
func ofHook(w *evidence.Webhook, severity rule.Severity, value, format string, args ...any) preflight.Item {
	it := about(w.Object, severity, format, args...)
	it.APIVersion = cmp.Or(it.APIVersion, "admissionregistration.k8s.io/v1")
	it.Kind = cmp.Or(it.Kind, configurationKind(w))
	it.Field, it.Value, it.Word = w.Hook, value, true
	return it
}

// failsClosed reports whether requests are rejected while the webhook does not answer. The API
// server sets the default Fail (admissionregistration.k8s.io/v1).
func failsClosed(w *evidence.Webhook) bool { return w.FailurePolicy != "Ignore" }

// exact reports whether the webhook is called only for requests at the versions of its rules, not
// for those at equivalent ones. The default is Equivalent in v1, and Exact in v1beta1.
func exact(w *evidence.Webhook) bool {
	return w.MatchPolicy == "Exact" || w.MatchPolicy == "" && strings.HasSuffix(w.APIVersion, "/v1beta1")
}

// matchesResource reports whether a pattern of rules[].resources matches a resource or subresource.
// "pods/*" matches pods, too: for an API server the star includes the empty subresource
// (k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules).
func matchesResource(pattern, resource, subresource string) bool {
	r, s, _ := strings.Cut(pattern, "/")
	return (r == anything || r == resource) && (s == anything || s == subresource)
}

// covers reports whether a rule matches a resource of a group, or a subresource of it, at any
// version.
func covers(r *evidence.WebhookRule, group, resource, subresource string) bool {
	return among(r.Groups, group) && slices.ContainsFunc(r.Resources, func(p string) bool { return matchesResource(p, resource, subresource) })
}

// writes reports whether a rule matches one of the operations.
func writes(r *evidence.WebhookRule, operations ...string) bool {
	return slices.ContainsFunc(r.Operations, func(o string) bool { return o == anything || slices.Contains(operations, o) })
}

// versionsServed returns the versions of each resource that a surface serves by default.
func versionsServed(s *discovery.Surface) map[discovery.GroupResource][]string {
	out := map[discovery.GroupResource][]string{}
	for gv, r := range servedOf(s) {
		key := discovery.GroupResource{Group: gv.Group, Resource: r.Name}
		out[key] = append(out[key], gv.Version)
	}
	return out
}

// served returns the versions of Kubernetes' own resources before and after the hop: those that a
// default server serves, and those that this server serves and the target still has.
func served(in preflight.Input) (before, after map[discovery.GroupResource][]string) {
	before, after = versionsServed(in.Old), versionsServed(in.New)
	for gv, r := range servedOf(in.Surface) {
		// Of custom resources the target has no data, and what it lacks an earlier hop removed.
		if in.Old.Group(gv.Group) == nil || simulated(in) && in.Old.Resource(gv, r.Name) == nil {
			continue
		}
		key := discovery.GroupResource{Group: gv.Group, Resource: r.Name}
		before[key] = slice.Add(before[key], gv.Version)
		if in.New.Resource(gv, r.Name) != nil {
			after[key] = slice.Add(after[key], gv.Version)
		}
	}
	return before, after
}

// patterns returns the resources of a table that a rule matches, in order.
func patterns(r *evidence.WebhookRule, table map[discovery.GroupResource][]string) (out []discovery.GroupResource) {
	for key := range table {
		if covers(r, key.Group, key.Resource, "") {
			out = append(out, key)
		}
	}
	order.By(out, func(a, b discovery.GroupResource) int { return strings.Compare(a.String(), b.String()) })
	return out
}

func configurationKind(w *evidence.Webhook) string {
	if w.Validating {
		return "ValidatingWebhookConfiguration"
	}
	return "MutatingWebhookConfiguration"
}

func hookName(w *evidence.Webhook) string { return "the webhook" + phrase.With(" ", w.Hook) }

// matchConditionsSince is the first minor with matchConditions on by default (KEP-3716).
const matchConditionsSince = 28

// ofControlPlane is the CEL expression that excludes what the API server, the control plane and
// kubelets write themselves. It does not exclude controllers with their own service accounts,
// because they create what users request.
const ofControlPlane = `!(request.userInfo.username in ["system:apiserver", "system:kube-controller-manager", "system:kube-scheduler"] || "system:nodes" in request.userInfo.groups)`

// patchHook returns the command that changes fields of one webhook. A patch of the default type
// merges webhooks, and their matchConditions, by name.
func patchHook(w *evidence.Webhook, fields map[string]any) string {
	if w.Hook == "" || w.Name == "" {
		return editCommand(configurationResource(w), w.Name)
	}
	fields["name"] = w.Hook
	return patchCommand(configurationResource(w), w.Name, "", map[string]any{"webhooks": []any{fields}})
}

// patchCommand is the command that changes fields of an object, with a patch of the default type
// unless the flags name another.
func patchCommand(resource, name, flags string, patch any) string {
	text, err := json.Marshal(patch, json.Deterministic(true))
	if err != nil {
		return editCommand(resource, name)
	}
	return "kubectl patch " + resource + " " + phrase.Word(name) + flags + " -p " + phrase.Word(string(text))
}

func editCommand(resource, name string) string {
	return "kubectl edit " + resource + " " + phrase.Word(name)
}

func configurationResource(w *evidence.Webhook) string { return strings.ToLower(configurationKind(w)) }

// ignoring returns the command that lets requests pass while the webhook does not answer.
func ignoring(w *evidence.Webhook) string {
	return patchHook(w, map[string]any{"failurePolicy": "Ignore"})
}

// sparing returns the commands that exclude the writes of the control plane from a webhook. A
// namespaceSelector does not exclude cluster-scoped objects.
func sparing(in preflight.Input, w *evidence.Webhook, what []written) (commands []string) {
	var namespaces []string
	byControlPlane := false
	for i := range what {
		// What controllers create on behalf of users cannot be recognized by its user, so the
		// namespaces of the system are excluded. No other namespace is.
		if n := what[i].Namespace; strings.HasPrefix(n, "kube-") && !slices.Contains(namespaces, n) {
			namespaces = append(namespaces, n)
		}
		byControlPlane = byControlPlane || what[i].Resource != "pods"
	}
	if byControlPlane && in.From.Minor >= matchConditionsSince {
		commands = append(commands, patchHook(w, map[string]any{"matchConditions": []any{
			map[string]any{"name": "not-of-the-control-plane", "expression": ofControlPlane},
		}}))
	}
	if len(namespaces) > 0 {
		commands = append(commands, exempting(w, namespaces...))
	}
	return append(commands, ignoring(w))
}

// exempting returns the command that adds namespaces to those that the namespaceSelector excludes.
// A patch replaces all expressions of a selector, so the existing ones are repeated.
func exempting(w *evidence.Webhook, namespaces ...string) string {
	expressions := append(slices.Clone(w.NamespaceSelector.Expressions), evidence.Requirement{Key: nameLabel, Operator: "NotIn", Values: namespaces})
	return patchHook(w, map[string]any{"namespaceSelector": map[string]any{"matchExpressions": expressions}})
}
