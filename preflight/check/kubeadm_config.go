package check

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func kubeadmConfig() definition {
	return definition{Check: preflight.Check{
		ID: "kubeadm-config", Title: "kubeadm's configuration can be read by the next kubeadm", Severity: rule.Breaking, Phase: preflight.ControlPlane, Required: true, Since: "0.3.0",
		Doc: "kubeadm reads its ClusterConfiguration from the ConfigMap kubeadm-config, and each `kubeadm upgrade apply` writes it at the newest version of its API: " +
			"v1beta1 is gone in 1.22, v1beta2 deprecated in 1.24 and gone in 1.27, v1beta3 read only from 1.31 on and gone in 1.37. What a hop on the way " +
			"rewrites is no trouble; files that you keep beside the cluster are.",
		Remedy: "Migrate with the kubeadm of the release before: `kubeadm config migrate --old-config old.yaml --new-config new.yaml`.",
		Needs:  []evidence.Resource{evidence.KubeadmConfig},
	}, judge: judgeKubeadm}
}

// kubeadmVersion is the life of a version of kubeadm's configuration.
type kubeadmVersion struct {
	name                string
	deprecated, removed int // 0 for not known
	pulls               []int
}

// kubeadmVersions: Kubernetes 1.22 notes #101129, 1.24 #107013, 1.27 #114540, 1.31
// #125029, and cmd/kubeadm/app/util/config/common.go of v1.37.0.
func kubeadmVersions() []kubeadmVersion {
	return []kubeadmVersion{
		{"v1beta1", 0, 22, []int{101129}},
		{"v1beta2", 24, 27, []int{107013, 114540}},
		{"v1beta3", 31, 37, []int{125029}},
		{"v1beta4", 0, 0, nil},
	}
}

func judgeKubeadm(in preflight.Input) (f found) {
	if in.Settings.ClusterConfiguration == "" {
		return doesNotApply("the cluster has no configuration of kubeadm")
	}
	s, err := parseSettings(in.Settings.ClusterConfiguration, "ClusterConfiguration")
	if err != nil {
		f.gap("configmaps/kubeadm-config", "kubeadm's ClusterConfiguration cannot be read: "+err.Error())
		return f
	}
	it := configMap("kubeadm-config")
	it.Field, it.Value = "apiVersion", s.text("apiVersion")
	name, ours := strings.CutPrefix(it.Value, "kubeadm.k8s.io/")
	for _, v := range kubeadmVersions() {
		if ours && v.name == name {
			f.add(v.judge(in, it)...)
			return f
		}
	}
	it.Severity, it.Message = rule.Unknown, "of the version "+quoted(it.Value)+" of kubeadm's configuration nothing is known"
	f.add(it)
	return f
}

func (v kubeadmVersion) judge(in preflight.Input, it preflight.Item) []preflight.Item {
	next := serversOf(in).next(in.To)
	it.Notes = v.pulls
	if v.deprecated > 0 {
		it.Deprecated = minor(v.deprecated)
	}
	if v.removed > 0 {
		it.Removed = minor(v.removed)
	}
	reached := func(m int, by discovery.Release) bool { return m > 0 && minor(m).AtOrBefore(by) }
	switch {
	case reached(v.removed, next) && !simulated(in):
		it.Severity, it.Before = rule.Breaking, hop(next)
		it.Message = "kubeadm's configuration is written as " + v.name + ", which kubeadm " + next.String() + " does not read any more"
	case reached(v.removed, in.To):
		it.Severity = rule.Info
		it.Message = "kubeadm's configuration is written as " + v.name + ", which is gone in " + minor(v.removed).String() + "; the hops before write it anew"
	case reached(v.deprecated, in.To):
		it.Severity = rule.Deprecation
		it.Message = "kubeadm's configuration is written as " + v.name + ", which is deprecated; an upgrade by kubeadm writes it anew"
	default:
		return nil
	}
	return []preflight.Item{it}
}
