package preflight

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/plan"
)

// checkAccepted returns an error for names that no gap of a report can have. Only the cluster knows
// its custom resources, so any name of a resource in a group with a dot is accepted.
func checkAccepted(names []string, lifecycles []discovery.ResourceLifecycle) error {
	for _, name := range names {
		if name == "" || !plan.Acceptable(name) || !gapName(name, lifecycles) {
			return terminal.Usagef("--accept %s: unknown name; use a name from the section \"Not checked\" of the report%s",
				name, option.DidYouMean(name, gapNames()))
		}
	}
	return nil
}

func gapName(name string, lifecycles []discovery.ResourceLifecycle) bool {
	prefixes := []string{"discovery of ", "schemas of ", "release notes of ", "CoreDNS of ", check.Rehearsal + " of "}
	if slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
		return true
	}
	if _, isCheck := check.ByID(name); isCheck || name == check.Rehearsal || slices.Contains(gapNames(), name) {
		return true
	}
	name, _, _ = strings.Cut(name, " in ") // "pods in shop", with --namespace
	if slices.Contains(gapNames(), name) {
		return true
	}
	for i := range lifecycles {
		if (evidence.Resource{Group: lifecycles[i].Group, Name: lifecycles[i].Resource}).String() == name {
			return true
		}
	}
	_, group, _ := strings.Cut(name, ".")
	return strings.Contains(group, ".") && !strings.ContainsAny(name, "/ ") // widgets.example.com
}

// gapNames returns the names of gaps that do not depend on the cluster, its release and the options.
func gapNames() []string {
	names := []string{
		"pods in kube-system", check.AuditLogs, evidence.KubeSystem.String(), "text of the release notes", "release notes",
		"kube-apiserver", "kube-controller-manager", "kube-scheduler", "cloud-controller-manager", "kube-proxy", "coredns", "kubelet", "etcd",
	}
	for _, c := range check.Every() {
		for _, need := range slices.Concat(c.Needs, c.MayNeed) {
			names = slice.Add(names, need.String())
			if strings.HasPrefix(need.Name, "configmaps/") {
				names = slice.Add(names, need.String()+" in kube-system")
			}
		}
	}
	return names
}

// warnAccepted warns about names that match no gap of any cluster. It does not warn if a cluster
// could not be checked, because that cluster may have had the gap.
func (o *options) warnAccepted(checked []checkedCluster, w *terminal.Warner) {
	held := map[string]bool{}
	for _, c := range checked {
		if c.report.Unreachable != "" {
			return
		}
		for _, a := range c.report.Accepted {
			held[a.What] = true
		}
	}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(o.accept))) {
		if !held[name] {
			w.Warn(fmt.Sprintf("--accept %s: no data with this name was unread", name))
		}
	}
}
