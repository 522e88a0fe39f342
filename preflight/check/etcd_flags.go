package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkEtcd(in preflight.Input) (f found) {
	s, kubeadm := f.clusterConfiguration(in)
	switch {
	case kubeadm && s.under("etcd").under("external") != nil:
		return doesNotApply("kubeadm does not manage the cluster's etcd")
	case kubeadm:
		f.kubeadmEtcd(in, s.under("etcd"))
	case between(componentconfig.Etcd36(), answering(in), in.To):
		pods := component(in, "etcd")
		if len(pods) == 0 {
			return doesNotApply("no etcd runs in kube-system")
		}
		for _, c := range pods {
			f.etcdPod(c)
		}
	default:
		return doesNotApply("the cluster has no kubeadm configuration")
	}
	return f
}

// kubeadmEtcd checks the etcd that kubeadm will start.
func (f *found) kubeadmEtcd(in preflight.Input, etcd settings) {
	tag := etcd.under("local").text("imageTag")
	old, install, gone := componentconfig.BeforeEtcd36(tag), componentconfig.Etcd36(), componentconfig.Etcd35Gone()
	it := configMap("kubeadm-config")
	switch {
	case old && between(gone, answering(in), in.To):
		it.Severity, it.Field, it.Value, it.Notes, it.Before = rule.Breaking, "etcd.local.imageTag", tag, []int{135701}, hop(gone)
		it.Message = "kubeadm is configured to run etcd " + quoted(tag) + ", but kubeadm 1.36 passes flags that only etcd 3.6 has: it does not start"
		f.add(it)
	case old, !between(install, answering(in), in.To), runs36(in):
	default:
		args, last := parseArguments(etcd.arguments("local")), map[string]string{}
		for _, a := range args {
			last[a.Name] = a.Value
		}
		for _, flag := range args.names() {
			it.Field, it.Value, it.Notes, it.Before = "etcd.local.extraArgs", "--"+flag, []int{131501}, hop(install)
			message, breaks := componentconfig.EtcdFlag(last, flag)
			if it.Message, it.Severity = message, rule.Deprecation; breaks {
				it.Severity = rule.Breaking
			}
			if message != "" {
				f.add(it)
			}
		}
	}
}

// runs36 reports whether every etcd is at 3.6 or later, and so accepts its flags already.
func runs36(in preflight.Input) bool {
	pods := component(in, "etcd")
	return len(pods) > 0 && !slices.ContainsFunc(pods, func(c *evidence.Component) bool { return !atLeast36(c.Version) })
}

func atLeast36(version string) bool {
	r, err := release(version)
	return err == nil && r.Compare(discovery.Release{Major: 3, Minor: 6}) >= 0
}

// etcdPod adds the items of a pod of etcd before 3.6 that kubeadm does not manage.
func (f *found) etcdPod(c *evidence.Component) {
	if atLeast36(c.Version) || !f.shows(c) {
		return
	}
	for _, flag := range parseArguments(c.Arguments).names() {
		if slices.Contains(componentconfig.EtcdRemoved(), flag) {
			f.add(ofComponent(c, rule.Deprecation, "etcd has the flag --%s, which etcd 3.6 no longer accepts: remove it before the upgrade to etcd 3.6", flag)).Value = "--" + flag
		}
	}
}
