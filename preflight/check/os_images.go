package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// systemImage is an operating system as nodes report it (status.nodeInfo.osImage), and the version
// from which on it boots cgroup v2 by default. Older versions boot v1 if olderKnown is true.
type systemImage struct {
	prefix     string
	since      []int // empty: all versions in use
	olderKnown bool
	// caution is a limit of that fact; "" if there is none.
	caution string
}

// systemImages returns the table. Its sources: [k]
// https://kubernetes.io/docs/concepts/architecture/cgroups/, [r] docs/cgroup-v2.md of runc, [a]
// https://docs.aws.amazon.com/linux/al2023/ug/cgroupv2.html, [f]
// https://www.flatcar.org/docs/latest/container-runtimes/switching-to-unified-cgroups/, [c]
// coreos/fedora-coreos-tracker#292 and fedora-coreos-streams#966, [t] siderolabs/talos#6487. Red
// Hat Enterprise Linux CoreOS is not in it: clusters from before OpenShift 4.14 keep v1 when they
// are upgraded.
func systemImages() []systemImage {
	const kept = "a node that was installed with an older one keeps v1"
	return []systemImage{
		{prefix: "Ubuntu ", since: []int{21, 10}, olderKnown: true},              // k, r
		{prefix: "Debian GNU/Linux ", since: []int{11}, olderKnown: true},        // k, r
		{prefix: "Fedora CoreOS ", since: []int{41}},                             // c: nothing boots on v1
		{prefix: "Fedora CoreOS ", since: []int{35}, caution: kept},              // c
		{prefix: "Fedora Linux ", since: []int{31}},                              // k, r
		{prefix: "Fedora ", since: []int{31}},                                    // k, r
		{prefix: "Red Hat Enterprise Linux ", since: []int{9}, olderKnown: true}, // k, r
		{prefix: "CentOS Linux ", since: []int{9}, olderKnown: true},             // k, r
		{prefix: "CentOS Stream ", since: []int{9}, olderKnown: true},            // k, r
		{prefix: "Rocky Linux ", since: []int{9}, olderKnown: true},              // k, r
		{prefix: "AlmaLinux ", since: []int{9}, olderKnown: true},                // k, r
		{prefix: "Oracle Linux Server ", since: []int{9}, olderKnown: true},      // k, r
		{prefix: "Amazon Linux ", since: []int{2023}, olderKnown: true},          // a
		{prefix: "Arch Linux"},                   // k, r: from April 2021 on
		{prefix: "openSUSE Tumbleweed"},          // r: from 2021 on
		{prefix: "Talos (v", since: []int{1, 2}}, // t
		{prefix: "Flatcar Container Linux by Kinvolk ", since: []int{3033}, caution: kept}, // f: from 2969 on, 3033 was the first stable one
	}
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
	for _, s := range systemImages() {
		rest, is := strings.CutPrefix(n.OSImage, s.prefix)
		if !is {
			continue
		}
		has, known := leadingNumbers(rest)
		switch {
		case len(s.since) == 0 && (rest == "" || rest[0] == ' '):
			return 2, s.caution
		case len(s.since) == 0 || !known:
		case slices.Compare(has, s.since) >= 0:
			return 2, s.caution
		case s.olderKnown:
			return 1, ""
		}
	}
	return 0, ""
}

// defaultOfContainerOptimized uses the kernel, because the image does not name its milestone. v2 is
// the default from M97 on [k]. M101 has the kernel 5.15. M97 has 5.10, like older milestones. The
// rest is from https://cloud.google.com/kubernetes-engine/docs/how-to/migrate-cgroupv2.
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
