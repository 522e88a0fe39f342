package check

import (
	"maps"
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
	it.Value, it.Word, it.Removed, it.Before, it.Notes = strings.Join(flags, " "), true, release, hop(release), slices.Compact(pulls)
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

// eventsUnlimited is the first minor whose kubelets send Events without a limit if eventRecordQPS
// is 0, as its documentation says. Before, 0 meant the default of the client (#117119).
const eventsUnlimited = 37

func checkKubeletEventRate(in preflight.Input) (f found) {
	add := func(of preflight.Item) {
		it := f.add(of)
		it.Severity, it.Field, it.Value, it.Notes, it.Before = rule.Info, "eventRecordQPS", "0", []int{117119}, hop(minor(eventsUnlimited))
		it.Message = "eventRecordQPS is 0, which from 1.37 on means no limit for Events"
	}
	if s, has := f.kubeletConfiguration(in); has && s["eventRecordQPS"] == 0 {
		add(usedConfigMap(in, "kubelet-config"))
	}
	for _, name := range slices.Sorted(maps.Keys(in.Kubelets)) {
		if qps := in.Kubelets[name].EventRecordQPS; qps != nil && *qps == 0 {
			add(nodeNamed(name))
		}
	}
	return f
}

// staticAlone is the minor whose kubelets reject static pods that refer to API objects (the gate
// PreventStaticPodAPIReferences, #131837; HasAPIObjectReference in pkg/api/pod/util.go).
const staticAlone = 34

func checkStaticPodReferences(in preflight.Input) (f found) {
	for p := range slice.Each(in.Pods) {
		refers := p.Detail().Refers
		if !p.Mirror || len(refers) == 0 {
			continue
		}
		it := f.add(named("v1", "Pod", p.Namespace, p.Name, rule.Breaking, "it is a static pod and refers to %s: from 1.34 on the kubelet does not start it", strings.Join(refers, ", ")))
		it.Notes, it.Removed = []int{131837}, minor(staticAlone)
	}
	return f
}
