package check

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// The releases that matter to cgroup v1: KEP-4569, KEP-5573, Kubernetes 1.35 notes,
// #134298. Kubelets have failCgroupV1 from 1.31 on (#126031); before 1.35 false was
// its default, since then true is.
const (
	cgroupV1Maintained = 31
	cgroupV1Refused    = 35
)

func cgroupVersion() definition {
	return definition{Check: preflight.Check{
		ID: "cgroup-version", Title: "No node is on cgroup v1", Severity: rule.Breaking, Phase: preflight.NodeDrain, Required: true, Since: "0.3.0",
		Doc: "From 1.35 on a kubelet does not start on cgroup v1 unless its `failCgroupV1` is false; from 1.31 on v1 is in maintenance. The API does not tell a " +
			"node's version: the kubelet does (`kubelet_cgroup_version` of its metrics), and a kubelet that runs with `failCgroupV1: true`, the default from 1.35 on, " +
			"has not refused. That a kubelet before 1.35 runs with false says nothing: that was the default. False counts where a kubelet of 1.35 or later runs " +
			"with it, or where the ConfigMap `kubelet-config`, which kubeadm gives to the nodes that it upgrades, has it. Else the version is unknown, with what the " +
			"operating system's release boots by default.",
		Remedy: "Boot the node with cgroup v2. Else set `failCgroupV1: false` before its upgrade: with kubeadm in the ConfigMap `kubelet-config`, where it is seen; " +
			"otherwise in the kubelet's own file, where it cannot be seen before 1.35.",
		Needs: []evidence.Resource{evidence.Nodes, evidence.Configz}, // and kubeadm's ConfigMap, see allowsCgroupV1
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
	linux, open := 0, false
	configured, unread := allowsCgroupV1(in)
	for i := range in.Nodes {
		n := &in.Nodes[i]
		if n.OS == "windows" {
			continue
		}
		linux++
		told, has := in.Kubelets[n.Name]
		c := cgroupOf(n, told, has)
		if in.To.Compare(minor(cgroupV1Refused)) < 0 {
			f.add(c.maintained(n)...)
			continue
		}
		f.add(c.refused(n, configured)...)
		open = open || c.version < 2 && !c.allowed
	}
	if open {
		f.gaps = append(f.gaps, unread...)
	}
	if linux == 0 {
		return doesNotApply("the cluster has no Linux nodes")
	}
	return f
}

// allowsCgroupV1: kubeadm's ConfigMap tells the kubelets that it upgrades to start
// on cgroup v1, as the notes of 1.35 ask (#134744). It holds what somebody wrote
// and kubeadm's own defaults, of which failCgroupV1 is none. The gaps matter where
// a node is refused without it.
func allowsCgroupV1(in preflight.Input) (allows bool, gaps []evidence.Gap) {
	if gap, unseen := gapOf(in.Reading(evidence.KubeletConfig), evidence.KubeletConfig); unseen {
		gaps = append(gaps, gap)
	}
	if in.Settings.KubeletConfiguration == "" {
		return false, gaps
	}
	s, err := parseSettings(in.Settings.KubeletConfiguration, "KubeletConfiguration")
	if err != nil {
		return false, append(gaps, evidence.Gap{What: "configmaps/kubelet-config", Reason: "the KubeletConfiguration cannot be read: " + err.Error()})
	}
	return s["failCgroupV1"] == false, gaps
}

// cgroupFacts is what is known of a node's cgroup version.
type cgroupFacts struct {
	// version as the kubelet tells it or by what it started with; 0 if not known.
	version int
	// allowed: its kubelet was told to start on v1.
	allowed bool
	// byDefault is what the operating system boots; 0 if not known.
	byDefault int
}

func cgroupOf(n *evidence.Node, told evidence.Kubelet, has bool) cgroupFacts {
	c := cgroupFacts{version: told.CgroupVersion, byDefault: cgroupByDefault(n.OSImage)}
	running, err := release(n.KubeletVersion)
	refuses := err == nil && running.Compare(minor(cgroupV1Refused)) >= 0 && has // by default
	switch {
	case refuses && (c.version == 1 || told.FailCgroupV1 != nil && !*told.FailCgroupV1):
		c.allowed = true
	case c.version == 0 && (refuses || told.FailCgroupV1 != nil && *told.FailCgroupV1):
		c.version = 2 // else it would not run
	}
	return c
}

// refused are the items of a hop to kubelets that refuse v1 by default.
func (c cgroupFacts) refused(n *evidence.Node, configured bool) []preflight.Item {
	switch {
	case c.version >= 2:
		return nil
	case c.version == 1 && (c.allowed || configured):
		return c.maintained(n)
	case c.version == 1:
		it := ofNode(n, rule.Breaking, "the node is on cgroup v1, on which kubelets from 1.35 on do not start")
		it.Notes, it.Removed = []int{134298}, minor(cgroupV1Refused)
		return []preflight.Item{it}
	case c.allowed:
		return []preflight.Item{ofNode(n, rule.Info, "the kubelet has failCgroupV1: false, so it starts on cgroup v1 too")}
	case configured:
		return []preflight.Item{ofNode(n, rule.Info, "the ConfigMap kubelet-config has failCgroupV1: false, so the kubelet that kubeadm upgrades starts on cgroup v1 too")}
	case c.byDefault == 1:
		it := ofNode(n, rule.Risky, "%s boots cgroup v1 by default, on which kubelets from 1.35 on do not start; the kubelet did not tell", quoted(n.OSImage))
		it.Likely, it.Notes = true, []int{134298}
		return []preflight.Item{it}
	case c.byDefault == 2:
		return []preflight.Item{ofNode(n, rule.Unknown, "the kubelet does not tell the node's cgroup version; %s boots v2 by default", quoted(n.OSImage))}
	default:
		return []preflight.Item{ofNode(n, rule.Unknown, "the node's cgroup version is not known")}
	}
}

// maintained are the items where v1 is taken, for a while yet.
func (c cgroupFacts) maintained(n *evidence.Node) []preflight.Item {
	switch {
	case c.version == 1:
		return []preflight.Item{ofNode(n, rule.Deprecation, "the node is on cgroup v1, which is in maintenance since 1.31, and refused by default from 1.35 on")}
	case c.version == 0 && c.byDefault == 1:
		it := ofNode(n, rule.Deprecation, "%s boots cgroup v1 by default, which is in maintenance since 1.31; the kubelet did not tell", quoted(n.OSImage))
		it.Likely = true
		return []preflight.Item{it}
	default:
		return nil
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
