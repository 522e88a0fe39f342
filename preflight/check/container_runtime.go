package check

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// The minors in which the kubelet stopped supporting runtimes.
const (
	// dockershimGone: the notes of 1.24, KEP-2221.
	dockershimGone = 24
	// criAlphaGone: CRI v1alpha2 was removed in 1.26 (#110618). containerd has CRI v1 from 1.6 on.
	criAlphaGone = 26
	// containerd1Last is the last minor that supports containerd 1.x, as announced with 1.35.
	// Kubelets of 1.36 and 1.37 still start on it (#136846; cmd/kubelet/app/server.go says that
	// support ends in 1.38).
	containerd1Last = 35
)

func checkRuntimes(in preflight.Input) found {
	return each(in.Nodes, noNodes, func(f *found, n *evidence.Node) {
		name, version, ok := strings.Cut(n.Runtime, "://")
		switch {
		case Virtual(n), runsFrom(n, in.To):
		case !ok:
			f.add(ofNode(n, rule.Unknown, "the container runtime %s cannot be read", quoted(n.Runtime)))
		case name == "docker" && in.To.Compare(minor(dockershimGone)) >= 0 && !runsFrom(n, minor(dockershimGone)):
			it := f.add(ofNode(n, rule.Breaking, "the node runs %s: from 1.24 on the kubelet does not work with Docker without cri-dockerd", quoted(n.Runtime)))
			it.Removed = minor(dockershimGone)
		case name == "containerd":
			f.containerd(n, version, in.To)
		}
	})
}

func (f *found) containerd(n *evidence.Node, version string, to discovery.Release) {
	const last = "the node runs %s: 1.35 is the last release that supports containerd 1.x"
	numbers, _ := leadingNumbers(strings.TrimPrefix(version, "v"))
	switch {
	case len(numbers) < 2:
		f.add(ofNode(n, rule.Unknown, "the version of the container runtime %s cannot be read", quoted(n.Runtime)))
	case slices.Compare(numbers, []int{1, 6}) < 0 && to.Compare(minor(criAlphaGone)) >= 0:
		it := f.add(ofNode(n, rule.Breaking, "the node runs %s: from 1.26 on the kubelet needs CRI v1, which containerd supports from 1.6 on", quoted(n.Runtime)))
		it.Removed = minor(criAlphaGone)
	case numbers[0] == 1 && to.Compare(minor(containerd1Last)) > 0:
		f.add(ofNode(n, rule.Risky, last, quoted(n.Runtime)))
	case numbers[0] == 1 && to.Compare(minor(containerd1Last)) == 0:
		f.add(ofNode(n, rule.Deprecation, last, quoted(n.Runtime)))
	}
}
