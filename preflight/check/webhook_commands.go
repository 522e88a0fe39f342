package check

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// matchConditionsSince is the first minor with matchConditions turned on (KEP-3716).
const matchConditionsSince = 28

// ofControlPlane is the CEL expression that leaves out what the API server, the
// control plane and kubelets write themselves. Controllers that have service accounts
// of their own are not among them: they make what users ask for.
const ofControlPlane = `!(request.userInfo.username in ["system:apiserver", "system:kube-controller-manager", "system:kube-scheduler"] || "system:nodes" in request.userInfo.groups)`

// patchHook writes the command that changes fields of one webhook. Patches of the
// default type merge webhooks, and their matchConditions, by name.
func patchHook(w *evidence.Webhook, fields map[string]any) string {
	fields["name"] = w.Hook
	text, err := json.Marshal(map[string]any{"webhooks": []any{fields}}, json.Deterministic(true))
	if err != nil || w.Hook == "" || w.Name == "" {
		return "kubectl edit " + configurationResource(w) + " " + phrase.Word(w.Name)
	}
	return "kubectl patch " + configurationResource(w) + " " + phrase.Word(w.Name) + " -p " + phrase.Word(string(text))
}

func configurationResource(w *evidence.Webhook) string {
	if w.Validating {
		return "validatingwebhookconfiguration"
	}
	return "mutatingwebhookconfiguration"
}

// ignoring lets requests pass while the webhook does not answer.
func ignoring(w *evidence.Webhook) string {
	return patchHook(w, map[string]any{"failurePolicy": "Ignore"})
}

// sparing are the commands that keep a webhook away from what the control plane
// writes. A namespaceSelector is no help for what is cluster-scoped.
func sparing(in preflight.Input, w *evidence.Webhook, what []written) (commands []string) {
	var namespaces []string
	byControlPlane := false
	for i := range what {
		// What controllers make on behalf of users has no user to go by; the system's own
		// namespaces are left out for it. No other namespace is.
		if n := what[i].namespace; strings.HasPrefix(n, "kube-") && !slices.Contains(namespaces, n) {
			namespaces = append(namespaces, n)
		}
		byControlPlane = byControlPlane || what[i].resource != "pods"
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

// exempting adds namespaces that the namespaceSelector leaves out. A patch replaces the
// expressions of a selector as a whole, so those that are there are repeated.
func exempting(w *evidence.Webhook, namespaces ...string) string {
	expressions := []any{}
	for _, r := range w.NamespaceSelector.Expressions {
		e := map[string]any{"key": r.Key, "operator": r.Operator}
		if len(r.Values) > 0 {
			e["values"] = r.Values
		}
		expressions = append(expressions, e)
	}
	expressions = append(expressions, map[string]any{"key": nameLabel, "operator": "NotIn", "values": namespaces})
	return patchHook(w, map[string]any{"namespaceSelector": map[string]any{"matchExpressions": expressions}})
}

// withRules replaces the rules, of which a patch must have all.
func withRules(w *evidence.Webhook, rules []evidence.WebhookRule) string {
	list := []any{}
	for _, r := range rules {
		out := map[string]any{"apiGroups": r.Groups, "apiVersions": r.Versions, "resources": r.Resources, "operations": r.Operations}
		if r.Scope != "" {
			out["scope"] = r.Scope
		}
		list = append(list, out)
	}
	return patchHook(w, map[string]any{"rules": list})
}
