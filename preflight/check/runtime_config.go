package check

import (
	"cmp"
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

func runtimeConfig() definition {
	return definition{Check: preflight.Check{
		ID: "runtime-config", Title: "The target has every API version that --runtime-config names", Severity: rule.Breaking, Phase: preflight.ControlPlane, Required: true, Since: "0.3.0",
		Doc: "An API server does not start with a `--runtime-config` that names a group or a version that its code does not have, even to disable it. " +
			"A version can be known without being served: storage.k8s.io/v1alpha1 can be named in 1.37, scheduling.k8s.io/v1alpha1 cannot be named from 1.36 on. " +
			"The versions of each release are read from the source code of the releases from 1.19 to " + discovery.Newest().String() + ". `api/all`, `api/beta` and `api/alpha` name no version and are " +
			"not a problem. The flag is read from the command lines of the API servers' pods and from kubeadm's `extraArgs`; if neither is visible, a version that is off by " +
			"default and that the server serves was enabled, perhaps by its name: the finding is `likely`.",
		Migration: "Remove the version from `--runtime-config` in `/etc/kubernetes/manifests/kube-apiserver.yaml` and from `extraArgs` before the API server is upgraded.",
		Needs:     []evidence.Resource{evidence.ComponentPods, evidence.KubeadmConfig},
	}, check: checkRuntimeConfig}
}

func checkRuntimeConfig(in preflight.Input) (f found) {
	table, err := registered.Known()
	if err != nil {
		return unanswered("the table of registered versions", err.Error())
	}
	places := f.runtimeConfigs(in)
	for _, p := range places {
		items, keep := p.check(in, table)
		for _, it := range items {
			if it.Severity == rule.Breaking {
				it.Migration = []string{p.write(keep)}
				it.Commands = p.commands
			}
			f.add(it)
		}
	}
	if len(places) == 0 {
		f.turnedOn(in, table)
	}
	return f
}

// runtimeConfigPlace is a place in which an API server is given its --runtime-config.
type runtimeConfigPlace struct {
	object preflight.Item
	// where describes the file or field that has the flag. commands open it.
	where    string
	commands []string
	pairs    map[string]string
}

// runtimeConfigs returns the visible places, with the flag or without it.
func (f *found) runtimeConfigs(in preflight.Input) (all []runtimeConfigPlace) {
	for _, c := range component(in, apiServer) {
		if f.shows(c) {
			all = append(all, runtimeConfigPlace{ofComponent(c, "", ""), "/etc/kubernetes/manifests/kube-apiserver.yaml of " + cmp.Or(c.Node, "the node"), nil, parseArguments(c.Arguments).runtimeConfig()})
		}
	}
	s, has := f.clusterConfiguration(in)
	if !has {
		return all
	}
	return append(all, runtimeConfigPlace{configMap("kubeadm-config"), "apiServer.extraArgs", []string{"kubectl edit configmap kubeadm-config --namespace kube-system"}, parseArguments(s.arguments("apiServer")).runtimeConfig()})
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

// check returns the items of a place, and the keys that can stay.
func (p runtimeConfigPlace) check(in preflight.Input, table registered.Table) (items []preflight.Item, keep []string) {
	for _, key := range slices.Sorted(maps.Keys(p.pairs)) {
		it := p.object
		it.Field, it.Value = "--runtime-config", key
		if gv, names := registered.Named(key); names {
			checkVersion(&it, in, table, gv)
		}
		if it.Severity != "" {
			items = append(items, it)
		}
		if it.Severity != rule.Breaking {
			keep = append(keep, key)
		}
	}
	return items, keep
}

// checkVersion fills the item of a version that the flag names. It sets no severity if nothing is
// wrong.
func checkVersion(it *preflight.Item, in preflight.Input, table registered.Table, gv discovery.GroupVersion) {
	from, to := answering(in), in.To
	beyond, names := to.Compare(table.Newest) > 0, "--runtime-config of "+apiServer+" names "
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
		it.Message = names + it.Value + ", which " + to.String() + " does not have: it does not start"
	}
}

// write describes how to change the place.
func (p runtimeConfigPlace) write(keep []string) string {
	if len(keep) == 0 {
		return "delete --runtime-config from " + p.where
	}
	pairs := make([]string, 0, len(keep))
	for _, key := range keep {
		key += phrase.With("=", p.pairs[key])
		pairs = append(pairs, key)
	}
	return "in " + p.where + " write --runtime-config=" + strings.Join(pairs, ",")
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
		it := f.add(ofCluster(rule.Risky, "the server serves %s, which is off by default and which %s no longer has: an API server whose --runtime-config names it does not start", gv, to))
		it.APIVersion, it.Field, it.Value = gv.String(), "--runtime-config", gv.String()
		it.Removed, it.Before, it.Likely = table.GoneIn(gv, to), hop(table.GoneIn(gv, to)), true
		it.Migration = []string{"remove " + gv.String() + " from --runtime-config of the API servers, if it is there"}
	}
}
