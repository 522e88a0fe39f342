package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

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
