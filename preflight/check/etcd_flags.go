package check

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// The minors of kubeadm that matter to etcd (cmd/kubeadm/app/constants/constants.go and
// app/phases/etcd/local.go).
const (
	// etcd36 is the first that installs etcd 3.6 (#131501).
	etcd36 = 34
	// etcd35Gone is the first that passes flags to etcd that 3.5 does not have, whatever version is
	// configured (#135701).
	etcd35Gone = 36
)

func checkEtcd(in preflight.Input) (f found) {
	s, kubeadm := f.clusterConfiguration(in)
	switch {
	case kubeadm && s.under("etcd").under("external") != nil:
		return doesNotApply("kubeadm does not manage the cluster's etcd")
	case kubeadm:
		f.kubeadmEtcd(in, s.under("etcd"))
	case onTheWay(in, etcd36):
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
	pinned, err := discovery.ParseRelease(tag)
	old := err == nil && pinned.Compare(discovery.Release{Major: 3, Minor: 6}) < 0
	it := configMap("kubeadm-config")
	switch {
	case old && onTheWay(in, etcd35Gone):
		it.Severity, it.Field, it.Value, it.Notes, it.Before = rule.Breaking, "etcd.local.imageTag", tag, []int{135701}, hop(minor(etcd35Gone))
		it.Message = "kubeadm is configured to run etcd " + quoted(tag) + ", but kubeadm 1.36 passes flags that only etcd 3.6 has: it does not start"
		f.add(it)
	case old, !onTheWay(in, etcd36), runs36(in):
	default:
		args := parseArguments(etcd.arguments("local"))
		for _, flag := range args.names() {
			it.Field, it.Value, it.Notes, it.Before = "etcd.local.extraArgs", "--"+flag, []int{131501}, hop(minor(etcd36))
			if it.Severity, it.Message = etcdFlag(args, flag); it.Message != "" {
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

// etcdFlag returns what etcd 3.6 does with a flag in kubeadm's extraArgs, which kubeadm adds to its
// own flags. The message is empty if etcd accepts the flag.
func etcdFlag(args arguments, flag string) (rule.Severity, string) {
	// What replaces an experimental flag: a feature gate, or the flag without the prefix.
	instead, gate := facts().EtcdGates[flag]
	if !gate && strings.HasPrefix(flag, "experimental-") {
		instead = strings.TrimPrefix(flag, "experimental-")
	}
	gates, own := args.last("feature-gates")
	if !own {
		gates = "InitialCorruptCheck=true" // the default of kubeadm
	}
	_, both := args.last(instead)
	both = both || instead == "watch-progress-notify-interval" // kubeadm sets it
	switch {
	case slices.Contains(facts().EtcdRemoved, flag):
		return rule.Breaking, "etcd has the flag --" + flag + ", which etcd 3.6 no longer accepts: it does not start"
	case gate && strings.Contains(gates, instead):
		return rule.Breaking, "etcd has the flag --" + flag + ", and the feature gate " + instead + " is also set: etcd 3.6 does not start with both"
	case instead != "" && !gate && both:
		return rule.Breaking, "etcd has the flag --" + flag + ", and the flag --" + instead + " is also set: etcd 3.6 does not start with both"
	case gate:
		return rule.Deprecation, "etcd has the flag --" + flag + ", which etcd 3.6 deprecates: set the feature gate " + instead
	case instead != "":
		return rule.Deprecation, "etcd has the flag --" + flag + ", which etcd 3.6 deprecates: use --" + instead + " now"
	}
	return "", ""
}

// etcdPod adds the items of a pod of etcd before 3.6 that kubeadm does not manage.
func (f *found) etcdPod(c *evidence.Component) {
	if atLeast36(c.Version) || !f.shows(c) {
		return
	}
	for _, flag := range parseArguments(c.Arguments).names() {
		if slices.Contains(facts().EtcdRemoved, flag) {
			f.add(ofComponent(c, rule.Deprecation, "etcd has the flag --%s, which etcd 3.6 no longer accepts: remove it before the upgrade to etcd 3.6", flag)).Value = "--" + flag
		}
	}
}
