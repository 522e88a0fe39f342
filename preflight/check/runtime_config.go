package check

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/registered"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkRuntimeConfig(in preflight.Input) (f found) {
	table, err := registered.Known()
	if err != nil {
		return unanswered("the table of registered versions", err.Error())
	}
	lines := f.commandLines(in, apiServer)
	for _, l := range lines {
		f.runtimeConfig(in, table, l)
	}
	if len(lines) == 0 {
		f.turnedOn(in, table)
	}
	return f
}

// runtimeConfig joins the pairs of the flag, which may be repeated (k8s.io/component-base/cli/flag,
// ConfigurationMap).
func (a arguments) runtimeConfig() map[string]string {
	out := map[string]string{}
	for _, pair := range a.list("runtime-config") {
		key, value, _ := strings.Cut(pair, "=")
		if key = strings.TrimSpace(key); key != "" {
			out[key] = strings.TrimSpace(value)
		}
	}
	return out
}

// runtimeConfig adds the items of a command line, with how to write the flag without what is wrong.
func (f *found) runtimeConfig(in preflight.Input, table registered.Table, l configured) {
	var keep []string
	var wrong []*preflight.Item
	pairs := l.arguments.runtimeConfig()
	for _, key := range slices.Sorted(maps.Keys(pairs)) {
		it := l.object
		it.Field, it.Value = "--runtime-config", key
		if gv, names := registered.Named(key); names {
			checkVersion(&it, in, table, gv)
		}
		if it.Severity == rule.Breaking {
			wrong = append(wrong, f.add(it))
			continue
		}
		keep = append(keep, key+phrase.With("=", pairs[key]))
		if it.Severity != "" {
			f.add(it)
		}
	}
	where, commands := whereIsServer(in, l)
	for _, it := range wrong {
		it.Migration, it.Commands = []string{"delete --runtime-config from " + where}, commands
		if len(keep) > 0 {
			it.Migration = []string{"in " + where + " write --runtime-config=" + strings.Join(keep, ",")}
		}
	}
}

// whereIsServer describes the file or field that has the flags of an API server, and returns the
// commands that open it.
func whereIsServer(in preflight.Input, l configured) (where string, commands []string) {
	switch c := slice.Find(in.Components, func(c *evidence.Component) bool { return c.Name == apiServer && c.Pod == l.object.Name }); {
	case l.object.Kind == "ConfigMap":
		return "apiServer.extraArgs", []string{"kubectl edit configmap kubeadm-config --namespace kube-system"}
	case l.object.Kind == "Node":
		return "--kube-apiserver-arg of k3s or RKE2 on " + l.object.Name, nil
	case c == nil || c.Node == "":
		return "/etc/kubernetes/manifests/kube-apiserver.yaml of the node", nil
	default:
		return "/etc/kubernetes/manifests/kube-apiserver.yaml of " + c.Node, nil
	}
}

// checkVersion fills the item of a version that the flag names. It sets no severity if nothing is
// wrong.
func checkVersion(it *preflight.Item, in preflight.Input, table registered.Table, gv discovery.GroupVersion) {
	from, to := answering(in), in.To
	beyond, names := to.Compare(table.Newest) > 0, "--runtime-config of "+apiServer+" lists "
	switch gone := table.GoneIn(gv, to); {
	case table.Covers(to) && table.Version(gv, to):
	case beyond && table.Version(gv, table.Newest) && discovery.StabilityOf(gv.Version) == discovery.Stable: // stable versions stay
	case beyond && table.Version(gv, table.Newest), !beyond && !table.Covers(to):
		it.Severity = rule.Unknown
		it.Message = names + quoted(it.Value) + ", but kubedelta has no data about the versions of " + to.String()
	case !table.Had(gv):
		it.Severity = rule.Unknown
		it.Message = names + quoted(it.Value) + ", which no release of Kubernetes from " + table.Oldest.String() + " to " + table.Newest.String() +
			" has: whether " + to.String() + " starts with it is unknown"
	case simulated(in) && table.Covers(from) && !table.Version(gv, from): // an earlier hop reports it
	default:
		it.Severity, it.Removed, it.Before = rule.Breaking, gone, hop(to)
		if gone.Known() {
			it.Before = hop(latest(gone, from))
		}
		it.Message = names + it.Value + ", which " + to.String() + " does not have: " + apiServer + " does not start"
	}
}

// turnedOn reports the versions that somebody enabled and that the target does not have, if no
// command line is visible.
func (f *found) turnedOn(in preflight.Input, table registered.Table) {
	if in.Surface == nil {
		f.gap("discovery", "what the server serves was not read")
		return
	}
	for lifecycle := range slice.Each(in.Lifecycles) {
		gv, to := lifecycle.GroupVersion, in.To
		// Nobody needs to name a version that is served by default.
		if lifecycle.ServedByDefaultIn(in.Server.Release) || !serves(in, gv, lifecycle.Resource) || !table.Version(gv, answering(in)) || table.Version(gv, to) || !table.Covers(to) {
			continue
		}
		it := f.add(ofCluster(rule.Risky, "the server serves %s, which is off by default and which %s no longer has: an API server whose --runtime-config lists it does not start", gv, to))
		it.APIVersion, it.Field, it.Value = gv.String(), "--runtime-config", gv.String()
		it.Removed, it.Before, it.Likely = table.GoneIn(gv, to), hop(table.GoneIn(gv, to)), true
		it.Migration = []string{"remove " + gv.String() + " from --runtime-config of the API servers, if it is there"}
	}
}
