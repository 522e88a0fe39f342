package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/preflight"
)

func checkKubeadm(in preflight.Input) (f found) {
	if in.Settings.ClusterConfiguration == "" {
		return doesNotApply("the cluster has no kubeadm configuration")
	}
	s, has := f.clusterConfiguration(in)
	if !has {
		return f
	}
	f.staleArgs(in)
	it := configMap("kubeadm-config")
	it.Field, it.Value = "apiVersion", s.text("apiVersion")
	table, err := componentconfig.Versions()
	if err != nil {
		return unanswered("the table of configurations", err.Error())
	}
	gv := discovery.ParseGroupVersion(it.Value)
	v, next := componentconfig.At(table, gv.WithKind("ClusterConfiguration"), in.To), serversOf(in).next(in.To)
	it.Notes, it.Deprecated, it.Removed = v.Notes, v.Deprecated, v.Removed
	written := "kubeadm's configuration is written as " + gv.Version
	switch gone := v.Effect == componentconfig.Gone; {
	case v.Removed.AtOrBefore(next) && !simulated(in), gone && !v.Removed.Known(): // or it is older than the table
		it.Severity, it.Before = rule.Breaking, hop(next)
		it.Message = written + ", which kubeadm " + next.String() + " no longer reads"
	case gone:
		it.Severity = rule.Info
		it.Message = written + ", which is removed in " + v.Removed.String() + "; the earlier hops rewrite it"
	case v.Effect == componentconfig.Deprecated:
		it.Severity = rule.Deprecation
		it.Message = written + ", which is deprecated; an upgrade with kubeadm rewrites it"
	case !v.Introduced.Known():
		it.Severity, it.Message = rule.Unknown, "kubedelta has no data about the version "+quoted(it.Value)+" of kubeadm's configuration"
	default:
		return f
	}
	f.add(it)
	return f
}

// staleArgs adds the items of extraArgs with which the components do not start since a release that
// the cluster has passed. The components can run without them, because somebody changed the
// manifests only; the next upgrade with kubeadm writes the manifests with them again. What the
// releases on the upgrade path remove is reported by the checks of flags.
func (f *found) staleArgs(in preflight.Input) {
	if simulated(in) {
		return
	}
	for _, line := range f.extraArgs(in, apiServer, controllerManager, scheduler) {
		for _, s := range line.stale(answering(in)) {
			it := line.object
			it.Field, it.Value, it.Removed, it.Notes, it.Before = line.component+" extraArgs", s.value, s.since, s.notes, hop(serversOf(in).next(in.To))
			it.Message = "kubeadm's configuration gives " + line.component + " " + s.value + ", with which it does not start since " + s.since.String() + ": an upgrade with kubeadm writes it into the manifest again"
			it.Migration = []string{"remove " + s.value + " from the extraArgs of " + line.component}
			it.Commands = []string{"kubectl edit configmap kubeadm-config --namespace kube-system"}
			f.add(it)
		}
	}
}

// staleArg is a flag, or a value of one, that a component does not accept from a release on.
type staleArg struct {
	value string
	since discovery.Release
	notes []int
}

func (c configured) stale(in discovery.Release) (all []staleArg) {
	before := discovery.Release{}
	for _, flag := range c.arguments.names() {
		if r, gone := componentconfig.RemovedFlag(c.component, flag, before, in); gone {
			all = append(all, staleArg{"--" + flag, r.Removed, r.Notes})
		}
	}
	plugins := componentconfig.AdmissionPlugins()
	for _, flag := range componentconfig.AdmissionFlags() {
		for _, name := range c.arguments.list(flag) {
			if p := plugins[name]; c.component == apiServer && p.Removed.Known() && p.Removed.AtOrBefore(in) {
				all = append(all, staleArg{"--" + flag + "=" + name, p.Removed, p.Notes})
			}
		}
	}
	name, _ := c.arguments.last("cloud-provider")
	for _, p := range componentconfig.CloudProviders() {
		_, flagGone := componentconfig.RemovedFlag(c.component, "cloud-provider", before, in)
		if gone := p.GoneFor(c.component); p.Name == name && c.component != scheduler && gone.AtOrBefore(in) && !flagGone {
			all = append(all, staleArg{"--cloud-provider=" + name, gone, p.Notes})
		}
	}
	return all
}
