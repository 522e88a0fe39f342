package plan

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
)

// part is a kubelet, by its node, or a kube-proxy, by its pod.
type part struct {
	object Object
	// runs is its release, kubelet that of the kubelet on the node of a kube-proxy; unknown if that
	// cannot be read. version is where the evidence has its version.
	runs, kubelet discovery.Release
	version       *string
}

type parts []part

// kubelets returns the kubelets for which a condition holds, of those whose versions are releases of
// Kubernetes.
func (m *maker) kubelets(takes func(part) bool) (all parts) {
	for n := range slice.Each(m.ev.Nodes) {
		if r, known := release(n.KubeletVersion); known && !check.Virtual(n) {
			all = append(all, part{object: Object{APIVersion: "v1", Kind: "Node", Name: n.Name}, runs: r, version: &n.KubeletVersion})
		}
	}
	return slice.Filter(all, takes)
}

// proxies does the same for kube-proxies.
func (m *maker) proxies(takes func(part) bool) (all parts) {
	kubelets := map[string]discovery.Release{}
	for i := range m.ev.Nodes {
		kubelets[m.ev.Nodes[i].Name], _ = release(m.ev.Nodes[i].KubeletVersion)
	}
	for c := range slice.Each(m.ev.Components) {
		if r, known := release(c.Version); known && c.Name == kubeProxy {
			all = append(all, part{object: Object{APIVersion: "v1", Kind: "Pod", Namespace: "kube-system", Name: c.Pod}, runs: r, kubelet: kubelets[c.Node], version: &c.Version})
		}
	}
	return slice.Filter(all, takes)
}

// move updates the evidence as a step of the plan does.
func (p parts) move(to discovery.Release) {
	for _, one := range p {
		*one.version = version(to)
	}
}

// objects returns the nodes or pods, by name, each once.
func (p parts) objects() []Object {
	all := slice.Map(p, func(one part) Object { return one.object })
	slices.SortFunc(all, func(a, b Object) int { return strings.Compare(a.Name, b.Name) })
	return slices.Compact(all)
}

// String returns "3 nodes from 1.27 and 1.29".
func (p parts) String() string {
	releases := slice.Map(p, func(one part) discovery.Release { return one.runs })
	slices.SortFunc(releases, discovery.Release.Compare)
	words := slice.Map(slices.Compact(releases), discovery.Release.String)
	return rule.Count(len(p.objects()), "node") + " from " + phrase.List(words, " and ")
}

func (p parts) step(need Need, stage Stage, phase preflight.Phase, title string, migration ...string) Step {
	s := moveStep(need, stage, phase, title, migration...)
	s.Objects = p.objects()
	return s
}

// maxCommands is the largest number of commands in a step.
const maxCommands = 5

// drains returns the commands that drain nodes, up to the limit.
func (p parts) drains() []string {
	nodes := p.objects()
	return slice.Map(nodes[:min(len(nodes), maxCommands)], func(o Object) string { return "kubectl drain " + phrase.Word(o.Name) + " --ignore-daemonsets" })
}
