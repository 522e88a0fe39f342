package check

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// The releases that matter to cgroup v1: KEP-4569, KEP-5573, Kubernetes 1.35 notes,
// #134298.
const (
	cgroupV1Maintained = 31
	cgroupV1Refused    = 35
)

func cgroupVersion() definition {
	return definition{Check: preflight.Check{
		ID: "cgroup-version", Title: "No node is on cgroup v1", Severity: rule.Breaking, Phase: preflight.NodeDrain, Required: true, Since: "0.3.0",
		Doc: "From 1.35 on a kubelet does not start on cgroup v1 unless its `failCgroupV1` is false; from 1.31 on v1 is in maintenance. The API does not tell a " +
			"node's version: the kubelet does (`kubelet_cgroup_version` of its metrics), and a kubelet that runs at 1.35 or later has not refused. Else it is " +
			"unknown, with what the operating system's release boots by default.",
		Remedy: "Boot the node with cgroup v2, or set `failCgroupV1: false` in the kubelet's configuration before its upgrade.",
		Needs:  []evidence.Resource{evidence.Nodes, evidence.Configz},
	}, judge: judgeCgroups, idle: func(in preflight.Input) string {
		if in.To.Known() && in.To.Compare(minor(cgroupV1Maintained)) < 0 {
			return "kubelets before " + minor(cgroupV1Maintained).String() + " take both versions alike"
		}
		return ""
	}, spared: func(in preflight.Input) []evidence.Resource {
		if in.To.Compare(minor(cgroupV1Refused)) < 0 {
			return []evidence.Resource{evidence.Configz} // nothing is refused yet
		}
		return nil
	}}
}

func judgeCgroups(in preflight.Input) (f found) {
	linux := 0
	for i := range in.Nodes {
		n := &in.Nodes[i]
		if n.OS == "windows" {
			continue
		}
		linux++
		told, has := in.Kubelets[n.Name]
		f.add(cgroupItems(in, n, told, has)...)
	}
	if linux == 0 {
		return doesNotApply("the cluster has no Linux nodes")
	}
	return f
}

func cgroupItems(in preflight.Input, n *evidence.Node, told evidence.Kubelet, has bool) []preflight.Item {
	refuses := in.To.Compare(minor(cgroupV1Refused)) >= 0
	allowed := told.FailCgroupV1 != nil && !*told.FailCgroupV1
	running, err := release(n.KubeletVersion)
	started := err == nil && running.Compare(minor(cgroupV1Refused)) >= 0 && has && !allowed
	byDefault := cgroupByDefault(n.OSImage)
	switch {
	case told.CgroupVersion >= 2, started:
		return nil
	case told.CgroupVersion == 1 && refuses && !allowed:
		it := ofNode(n, rule.Breaking, "the node is on cgroup v1, on which kubelets from 1.35 on do not start")
		it.Notes, it.Removed = []int{134298}, minor(cgroupV1Refused)
		return []preflight.Item{it}
	case told.CgroupVersion == 1:
		return []preflight.Item{ofNode(n, rule.Deprecation, "the node is on cgroup v1, which is in maintenance since 1.31, and refused by default from 1.35 on")}
	case allowed && refuses:
		return []preflight.Item{ofNode(n, rule.Info, "the kubelet has failCgroupV1: false, so it starts on cgroup v1 too")}
	case byDefault == 1 && refuses:
		it := ofNode(n, rule.Risky, "%s boots cgroup v1 by default, on which kubelets from 1.35 on do not start; the kubelet did not tell", quoted(n.OSImage))
		it.Likely, it.Notes = true, []int{134298}
		return []preflight.Item{it}
	case byDefault == 1:
		it := ofNode(n, rule.Deprecation, "%s boots cgroup v1 by default, which is in maintenance since 1.31; the kubelet did not tell", quoted(n.OSImage))
		it.Likely = true
		return []preflight.Item{it}
	case !refuses:
		return nil
	case byDefault == 2:
		return []preflight.Item{ofNode(n, rule.Unknown, "the kubelet does not tell the node's cgroup version; %s boots v2 by default", quoted(n.OSImage))}
	default:
		return []preflight.Item{ofNode(n, rule.Unknown, "the node's cgroup version is not known")}
	}
}

// cgroupByDefault is the version that an operating system boots; 0 if not known
// (https://kubernetes.io/docs/concepts/architecture/cgroups/ for v2, the release
// before for v1).
func cgroupByDefault(image string) int {
	for _, known := range []struct {
		prefix  string
		version int
	}{
		{"Ubuntu 16.04", 1}, {"Ubuntu 18.04", 1}, {"Ubuntu 20.04", 1}, {"Ubuntu 22.04", 2}, {"Ubuntu 24.04", 2}, {"Ubuntu 26.04", 2},
		{"Debian GNU/Linux 9", 1}, {"Debian GNU/Linux 10", 1}, {"Debian GNU/Linux 11", 2}, {"Debian GNU/Linux 12", 2}, {"Debian GNU/Linux 13", 2},
		{"CentOS Linux 7", 1}, {"CentOS Linux 8", 1},
		{"Red Hat Enterprise Linux 8", 1}, {"Red Hat Enterprise Linux 9", 2}, {"Red Hat Enterprise Linux 10", 2},
		{"Rocky Linux 8", 1}, {"Rocky Linux 9", 2}, {"AlmaLinux 8", 1}, {"AlmaLinux 9", 2},
		{"Amazon Linux 2023", 2}, {"Amazon Linux 2", 1},
	} {
		rest, has := strings.CutPrefix(image, known.prefix)
		if has && (rest == "" || rest[0] < '0' || rest[0] > '9') {
			return known.version
		}
	}
	return 0
}
