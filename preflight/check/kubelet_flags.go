package check

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkKubeletFlags(in preflight.Input) (f found) {
	if len(in.Nodes) == 0 {
		return doesNotApply("the cluster has no nodes")
	}
	rows := removedKubeletFlags(in)
	for _, m := range slice.Unique(slice.Map(rows, func(r componentconfig.FlagRemoval) int { return r.Removed.Minor })) {
		f.add(kubeletFlagItem(in, minor(m), slice.Filter(rows, func(r componentconfig.FlagRemoval) bool { return r.Removed.Minor == m })))
	}
	return f
}

// kubeletFlagItem lists the flags to look for before kubelets are upgraded to a release.
func kubeletFlagItem(in preflight.Input, release discovery.Release, rows []componentconfig.FlagRemoval) preflight.Item {
	var flags []string
	var pulls []int
	for _, r := range rows {
		flags, pulls = append(flags, "--"+r.Flag), append(pulls, r.Notes...)
	}
	slices.Sort(pulls)
	it := ofCluster(rule.Info, "kubelets of %s no longer accept %s; whether a kubelet has one of these flags is unknown", release, strings.Join(flags, ", "))
	it.Value, it.Removed, it.Before, it.Notes = strings.Join(flags, " "), release, hop(release), slices.Compact(pulls)
	it.Commands = []string{"grep -rnE -- " + phrase.Word(strings.Join(flags, "|")) + " " + strings.Join(kubeletFiles(in), " ")}
	return it
}

func removedKubeletFlags(in preflight.Input) []componentconfig.FlagRemoval {
	return slice.Filter(componentconfig.FlagRemovals(), func(r componentconfig.FlagRemoval) bool {
		return r.Components[0] == kubelet && between(r.Removed, answering(in), in.To)
	})
}

// kubeletFiles returns the files that may set flags: those of systemd, and on nodes of kubeadm, or
// if it is unknown whether they are, its own (https://kubernetes.io/docs/setup/production-environment/tools/kubeadm/kubelet-integration/).
func kubeletFiles(in preflight.Input) []string {
	files := []string{"/etc/systemd/system/kubelet.service*", "/usr/lib/systemd/system/kubelet.service*"}
	if in.Settings.ClusterConfiguration != "" || !in.Reading(evidence.KubeadmConfig).OK() {
		files = append(files, "/var/lib/kubelet/kubeadm-flags.env", "/etc/default/kubelet", "/etc/sysconfig/kubelet")
	}
	return files
}

func removesKubeletFlags(in preflight.Input) bool { return len(removedKubeletFlags(in)) > 0 }
