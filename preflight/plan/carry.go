package plan

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// carried returns a copy of the evidence that the plan can change: lists with versions are copied,
// the rest is shared.
func carried(e *evidence.Evidence) *evidence.Evidence {
	c := *e
	c.Nodes, c.Components = slices.Clone(e.Nodes), slices.Clone(e.Components)
	return &c
}

// carry updates the evidence to the cluster after a hop: the control plane is at the hop's target,
// and nodes are unchanged until a step upgrades them. The server is what was read; Input.From is
// where the plan is.
func (m *maker) carry(to discovery.Release) {
	for c := range slice.Each(m.ev.Components) {
		switch c.Name {
		case "kube-apiserver", "kube-controller-manager", "kube-scheduler", "cloud-controller-manager":
			if r, known := release(c.Version); known && r.Major == to.Major && r.Compare(to) < 0 {
				c.Version = version(to)
			}
		}
	}
}

// move updates nodes to a release, as a step of the plan does.
func (m *maker) move(nodes map[string]bool, to discovery.Release) {
	for n := range slice.Each(m.ev.Nodes) {
		if nodes[n.Name] {
			n.KubeletVersion = version(to)
		}
	}
}

// moveProxies does the same for kube-proxy, by the names of its pods.
func (m *maker) moveProxies(pods map[string]bool, to discovery.Release) {
	for c := range slice.Each(m.ev.Components) {
		if c.Name == kubeProxy && pods[c.Pod] {
			c.Version = version(to)
		}
	}
}

// version returns the version that a component of a future release would report.
func version(r discovery.Release) string { return "v" + r.String() + ".0" }

func release(version string) (discovery.Release, bool) {
	r, err := discovery.ParseRelease(strings.TrimSpace(version))
	return r, err == nil
}
