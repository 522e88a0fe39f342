package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkWebhookCatchAll(in preflight.Input) found {
	b := backendsOf(in)
	return eachWebhook(in, func(f *found, w *evidence.Webhook) {
		if !failsClosed(w) || !slices.ContainsFunc(w.Rules, func(r evidence.WebhookRule) bool { return catchAll(&r) }) {
			return
		}
		what, unsure := vital(in, w, catchAll)
		it := f.add(catchAllItem(b, w, what))
		if it.Value == clusterWide || it.Value == inNamespaces {
			f.unsure(b, w)
		}
		if what = append(what, unsure...); len(what) > 0 {
			it.Migration, it.Commands = []string{spareMigration}, sparing(in, w, what)
		}
	})
}

// clusterWide and inNamespaces are the values of items whose severity depends on whether the webhook
// answers.
const (
	clusterWide  = "cluster-scoped"
	inNamespaces = "in-namespaces"
)

func catchAllItem(b *backends, w *evidence.Webhook, what []written) preflight.Item {
	if slices.ContainsFunc(what, func(v written) bool { return v.Namespace == "kube-system" }) {
		return ofHook(w, rule.Risky, "all", "%s fails closed for all resources of all groups, including leases, nodes and RBAC roles", hookName(w))
	}
	if len(what) == 0 {
		return ofHook(w, rule.Info, "narrowed", "%s fails closed for all resources that its selectors and matchConditions do not exclude", hookName(w))
	}
	severity := rule.Info
	if state, _ := b.answers(w); state == unreachable || state == doubtful || state == unproven {
		severity = rule.Risky
	}
	if !slices.ContainsFunc(what, func(v written) bool { return v.Namespace == "" }) {
		return ofHook(w, severity, inNamespaces, "%s fails closed for all resources that its selectors do not exclude, and they do not exclude what the control plane and nodes write: %s", hookName(w), rule.First(namesOf(what), 4))
	}
	return ofHook(w, severity, clusterWide, "%s fails closed for all resources that its selectors do not exclude, and a namespaceSelector excludes no cluster-scoped resource: %s", hookName(w), rule.First(namesOf(what), 4))
}

// catchAll reports whether a rule is for writes to every resource of every group.
func catchAll(r *evidence.WebhookRule) bool {
	return among(r.Resources, "*/*") && slices.Contains(r.Groups, anything) && writes(r, "CREATE", "UPDATE")
}

// selects reports whether a selector has requirements.
func selects(s evidence.Selector) bool { return len(s.Labels) > 0 || len(s.Expressions) > 0 }
