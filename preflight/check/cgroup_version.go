package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// The minors that matter to cgroup v1: KEP-4569, KEP-5573, the notes of 1.35, #134298. Kubelets
// have failCgroupV1 from 1.31 on (#126031). Its default is false before 1.35, and true from 1.35
// on.
const (
	cgroupV1Maintained = 31
	cgroupV1Refused    = 35
)

func checkCgroups(in preflight.Input) (f found) {
	linux := 0
	configured, settings := allowsCgroupV1(in)
	byDefault := map[string][]string{} // names of nodes, by the operating system that they are assumed to follow
	for n := range slice.Each(in.Nodes) {
		if n.OS == "windows" || Virtual(n) {
			continue
		}
		linux++
		told, has := in.Kubelets[n.Name]
		c := cgroupOf(n, told, has)
		if c.unproven() {
			f.lacks(in, evidence.Configz)
		}
		switch {
		case in.To.Compare(minor(cgroupV1Refused)) < 0:
			f.cgroupMaintained(n, c)
		case c.unproven() && !configured && c.byDefault == 2:
			why := quoted(n.OSImage) + " uses by default" + phrase.With(" (", c.caution, ")")
			byDefault[why] = append(byDefault[why], n.Name)
		default:
			f.cgroupRefused(n, c, configured)
			if c.version < 2 && !c.allowed && !c.runs {
				f.gaps = append(f.gaps, settings...)
			}
		}
	}
	for why, names := range byDefault {
		f.add(ofCluster(rule.Info, "the kubelets of %s do not report the cgroup version; kubedelta assumes v2, which %s: %s",
			rule.Count(len(names), "node"), why, rule.First(names, 3)))
	}
	if linux == 0 {
		return doesNotApply("the cluster has no Linux nodes")
	}
	return f
}

// allowsCgroupV1 reports whether kubeadm's ConfigMap tells the kubelets that it upgrades to start
// on cgroup v1, as the notes of 1.35 advise (#134744). The ConfigMap has what the user set and
// kubeadm's own defaults, which do not include failCgroupV1. The gaps matter only for a node that
// is refused without the setting.
func allowsCgroupV1(in preflight.Input) (allows bool, gaps []evidence.Gap) {
	f := found{gaps: unread(in.Evidence, evidence.KubeletConfig)}
	s, _ := f.kubeletConfiguration(in)
	fails, set := truth(s["failCgroupV1"])
	return set && !fails, f.gaps
}

// cgroupFacts is what is known about a node's cgroup version.
type cgroupFacts struct {
	// version is what the kubelet reports, or what follows from the fact that it runs; 0 if
	// unknown.
	version int
	// allowed: its kubelet is configured to start on v1.
	allowed bool
	// runs: the kubelet is of a release that refuses v1, so the upgrade changes nothing for it.
	runs bool
	// byDefault is the version that the operating system uses by default; 0 if unknown. caution is
	// a limit of that fact.
	byDefault int
	caution   string
}

// unproven reports whether nothing that the kubelet shows or does is evidence.
func (c cgroupFacts) unproven() bool { return c.version == 0 && !c.allowed && !c.runs }

func cgroupOf(n *evidence.Node, told evidence.Kubelet, has bool) cgroupFacts {
	c := cgroupFacts{version: told.CgroupVersion}
	c.byDefault, c.caution = defaultCgroup(n)
	c.runs = runsFrom(n, minor(cgroupV1Refused))
	refuses := c.runs && has // by default
	switch {
	case refuses && (c.version == 1 || told.FailCgroupV1 != nil && !*told.FailCgroupV1):
		c.allowed = true
	case c.version == 0 && (refuses || told.FailCgroupV1 != nil && *told.FailCgroupV1):
		c.version = 2 // otherwise it would not run
	}
	return c
}

// cgroupRefused adds the item of a hop to kubelets that refuse v1 by default.
func (f *found) cgroupRefused(n *evidence.Node, c cgroupFacts, configured bool) {
	switch {
	case c.version >= 2:
	case c.version == 1 && (c.allowed || configured):
		f.cgroupMaintained(n, c)
	case c.runs && !c.allowed:
	case c.version == 1:
		it := f.add(ofNode(n, rule.Breaking, "the node uses cgroup v1; from 1.35 on, the kubelet does not start on it"))
		it.Notes, it.Removed = []int{134298}, minor(cgroupV1Refused)
	case c.allowed:
		f.add(ofNode(n, rule.Info, "the kubelet has failCgroupV1: false, so it also starts on cgroup v1"))
	case configured:
		f.add(ofNode(n, rule.Info, "the ConfigMap kubelet-config has failCgroupV1: false, so the kubelet that kubeadm upgrades also starts on cgroup v1"))
	case c.byDefault == 1:
		it := f.add(ofNode(n, rule.Risky, "%s uses cgroup v1 by default; from 1.35 on, the kubelet does not start on it; the kubelet does not report the version", quoted(n.OSImage)))
		it.Likely, it.Notes = true, []int{134298}
	default:
		f.add(ofNode(n, rule.Unknown, "the cgroup version of the node is unknown"))
	}
}

// cgroupMaintained adds the item of a hop to kubelets that still accept v1.
func (f *found) cgroupMaintained(n *evidence.Node, c cgroupFacts) {
	switch {
	case c.version == 1:
		f.add(ofNode(n, rule.Deprecation, "the node uses cgroup v1, which is in maintenance mode since 1.31; from 1.35 on, the kubelet does not start on it by default"))
	case c.version == 0 && c.byDefault == 1:
		it := f.add(ofNode(n, rule.Deprecation, "%s uses cgroup v1 by default, which is in maintenance mode since 1.31; the kubelet does not report the version", quoted(n.OSImage)))
		it.Likely = true
	}
}

// systemImage is an operating system as nodes report it, and the version from which on it boots
// cgroup v2 by default. Without one, all versions in use do. Older versions boot v1 if Older is true.
type systemImage struct {
	Prefix  string
	Since   []int
	Older   bool
	Caution string // a limit of that fact; "" if there is none
}

// defaultCgroup returns the cgroup version that a node's operating system boots by default, 0 if
// unknown, and a limit of that fact.
func defaultCgroup(n *evidence.Node) (version int, caution string) {
	switch {
	case strings.HasPrefix(n.OSImage, "Container-Optimized OS from Google"):
		return defaultOfContainerOptimized(n)
	case strings.HasPrefix(n.OSImage, "Bottlerocket OS "):
		return defaultOfBottlerocket(n.OSImage), ""
	}
	for _, s := range facts().Systems {
		rest, is := strings.CutPrefix(n.OSImage, s.Prefix)
		if !is {
			continue
		}
		has, known := leadingNumbers(rest)
		switch {
		case len(s.Since) == 0 && (rest == "" || rest[0] == ' '):
			return 2, s.Caution
		case len(s.Since) == 0 || !known:
		case slices.Compare(has, s.Since) >= 0:
			return 2, s.Caution
		case s.Older:
			return 1, ""
		}
	}
	return 0, ""
}

// defaultOfContainerOptimized uses the kernel, because the image does not name its milestone. v2 is
// the default from M97 on (https://kubernetes.io/docs/concepts/architecture/cgroups/). M101 has the
// kernel 5.15. M97 has 5.10, like older milestones. The rest is from
// https://cloud.google.com/kubernetes-engine/docs/how-to/migrate-cgroupv2.
func defaultOfContainerOptimized(n *evidence.Node) (int, string) {
	if kernel, known := leadingNumbers(n.Kernel); known && slices.Compare(kernel, []int{5, 15}) >= 0 {
		return 2, "GKE keeps v1 on node pools from before 1.26 until it moves them, from 1.33 on"
	}
	return 0, ""
}

// defaultOfBottlerocket reads "Bottlerocket OS 1.20.0 (aws-k8s-1.29)". Variants for 1.26 and later
// boot v2 (bottlerocket-os/bottlerocket#2875).
func defaultOfBottlerocket(image string) int {
	_, variant, has := strings.Cut(image, "-k8s-1.")
	minors, known := leadingNumbers(variant)
	switch {
	case !has || !known:
		return 0
	case minors[0] >= 26:
		return 2
	default:
		return 1
	}
}

// leadingNumbers reads "22.04.4 LTS" as 22, 4, 4.
func leadingNumbers(text string) (numbers []int, ok bool) {
	end := strings.IndexFunc(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if end >= 0 {
		text = text[:end]
	}
	for part := range strings.SplitSeq(strings.Trim(text, "."), ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil, false
		}
		numbers = append(numbers, n)
	}
	return numbers, true
}
