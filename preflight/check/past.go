package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/judge"
)

// brokeIn is the release, not after the cluster's, that took away what a finding is
// about: what does not work now does not stop to work in the upgrade. It is no
// release where the finding would not block, or where the cluster has what its
// release took away.
func brokeIn(in preflight.Input, j *finding.Finding) discovery.Release {
	at := j.Removed
	if !at.Known() {
		at = endOfKind(in, j)
	}
	if !j.Severity.AtLeast(rule.Risky) || !at.AtOrBefore(stored(in)) || ofVersion(j) && servesKind(in, j) {
		return discovery.Release{}
	}
	return at
}

// endOfKind is the release that took the version of the object away, where the
// finding is about that and does not tell the release.
func endOfKind(in preflight.Input, j *finding.Finding) discovery.Release {
	if j.Rule != judge.ResourceRemoved {
		return discovery.Release{}
	}
	gv := discovery.ParseGroupVersion(j.APIVersion)
	for i := range in.Lives {
		if life := &in.Lives[i]; life.GroupVersion == gv && life.Kind == j.Kind {
			return gone(life)
		}
	}
	return discovery.Release{}
}
