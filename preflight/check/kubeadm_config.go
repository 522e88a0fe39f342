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
