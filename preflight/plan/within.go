package plan

import (
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
)

// within returns the plan for a target in the minor that the cluster runs: one hop to a later
// patch, or nothing to do.
func (m *maker) within(r discovery.Release) Plan {
	if m.patches(r) {
		m.hop(r, r)
		return m.finish()
	}
	// The cluster runs the target already, so findings are only information.
	for i := range m.results {
		m.results[i].Check.Required = false
	}
	m.done = true
	m.hop(r, r)
	p := m.finish()
	p.Done = true
	return p
}

// patches reports whether a hop leads to a later patch of the minor that the cluster runs.
func (m *maker) patches(to discovery.Release) bool {
	runs, err := changelog.ParseVersion(m.in.Evidence.Server.Version)
	target, err2 := changelog.ParseVersion(m.in.Version)
	return to == m.in.From && m.in.Version != "" && err2 == nil && (err != nil || runs.Compare(target) < 0)
}

// bare returns "1.31.6" for "v1.31.6-eks-036c24b".
func bare(version string) string {
	v, err := changelog.ParseVersion(version)
	if err != nil {
		return version
	}
	return strings.TrimPrefix(v.String(), "v")
}

// older reports whether a version is an older patch than another one of its minor. Suffixes of
// vendors are ignored. What is not a version is not older.
func older(version, than string) bool {
	a, knownA := patch(version)
	b, knownB := patch(than)
	return knownA && knownB && a < b
}

// patch reads 4 from "v1.29.4-eks-036c24b".
func patch(version string) (int, bool) {
	v, err := changelog.ParseVersion(version)
	return v.Patch, err == nil && strings.Count(version, ".") > 1
}
