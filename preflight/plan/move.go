package plan

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// kubeProxy is identified by its pods: nodeInfo.kubeProxyVersion is deprecated and has the
// kubelet's version (KEP-4004).
const kubeProxy = "kube-proxy"

// skewSteps returns the steps that the version skew policy requires in a hop, in its order: API
// servers, the control plane components that connect to them, kubelets, kube-proxy.
func (m *maker) skewSteps(index int, from, to discovery.Release) (steps []Step) {
	if !within(preflight.ControlPlane, m.in.Phase) {
		return m.nodeSteps(index, from, to)
	}
	if index == 0 && (from != to || m.done) {
		steps = append(steps, m.latestPatch(from)...)
	}
	steps = append(steps, m.nodeSteps(index, from, to)...)
	if m.done {
		return steps
	}
	version := to.String()
	if m.in.Version != "" && to == m.in.To {
		version = bare(m.in.Version)
	}
	target := version
	if latest := m.latest(to); latest != "" && latest != "v"+target {
		target += ", preferably " + latest
	}
	servers := moveStep(Must, Upgrade, preflight.ControlPlane, "Upgrade the API servers to "+target)
	managers := moveStep(Must, Upgrade, preflight.ControlPlane, "Then upgrade kube-controller-manager, kube-scheduler and, if there is one, cloud-controller-manager to "+version)
	if index == 0 { // the same for every hop
		servers.Migration = []string{"if there are several, upgrade one after the other: meanwhile they may be one minor release apart"}
		managers.Migration = []string{"upgrade them only after all API servers that they connect to: they must not be newer", "if a provider manages the control plane, it upgrades both"}
	}
	return append(steps, servers, managers)
}

func moveStep(need Need, stage Stage, phase preflight.Phase, title string, migration ...string) Step {
	return Step{Need: need, Stage: stage, Phase: phase, Title: title, Migration: migration, Objects: []Object{}, rank: rankMove}
}

func (m *maker) latest(r discovery.Release) string {
	if m.in.Latest == nil {
		return ""
	}
	return m.in.Latest(r)
}

// latestPatch returns the first step of the plan: upstream advises to start from the newest patch
// of the current minor. There is no step if no newer patch is known.
func (m *maker) latestPatch(from discovery.Release) []Step {
	runs, latest := m.in.Evidence.Server.Version, m.latest(from)
	if latest == "" || m.mixed || !older(runs, latest) {
		return nil
	}
	first := " first"
	if m.done {
		first = ""
	}
	return []Step{moveStep(Should, Before, preflight.ControlPlane, fmt.Sprintf("Upgrade the API servers to %s%s, the latest known patch release of %s; they run %s", latest, first, from, plainVersion(runs)))}
}

// nodeSteps returns the steps for kubelets and kube-proxies in a hop: those that must be upgraded
// before it, and, after the last hop, all that are not at the target.
func (m *maker) nodeSteps(index int, from, to discovery.Release) (steps []Step) {
	oldest := check.OldestKubelet(to)
	late := func(r discovery.Release) bool { return r.Compare(oldest) < 0 }
	nodes, has := m.nodes(late)
	if len(nodes) > 0 {
		m.moves[index] = true
		steps = append(steps, kubeletStep(nodes, has, from, to, oldest))
		m.move(nodes, from)
	}
	pods, runs := m.proxies(func(proxy, kubelet discovery.Release) bool {
		return late(proxy) || kubelet.Known() && !check.BesideKubelet(kubelet, proxy)
	})
	if len(pods) > 0 {
		m.proxyMoves[index] = true
		s := moveStep(Must, Before, preflight.Either, fmt.Sprintf("Upgrade kube-proxy of %s from %s to at least %s, preferably to %s: it must stay within the version skew of API servers and kubelets",
			rule.Count(len(pods), "node"), runs, oldest, from))
		s.Check, s.Objects = check.KubeProxySkew, objects("Pod", "kube-system", pods)
		steps = append(steps, s)
		m.moveProxies(pods, from)
	}
	if to == m.in.To {
		return append(steps, m.lastSteps(to)...)
	}
	return append(steps, m.waiting(to)...)
}

// nodes returns the nodes with a kubelet of a release for which a condition holds.
func (m *maker) nodes(takes func(discovery.Release) bool) (names map[string]bool, has string) {
	names, releases := map[string]bool{}, map[discovery.Release]bool{}
	for i := range m.ev.Nodes {
		if r, known := kubelet(&m.ev.Nodes[i]); known && takes(r) {
			names[m.ev.Nodes[i].Name], releases[r] = true, true
		}
	}
	return names, oneOf(releases)
}

// kubelet returns the release of a node's kubelet, if its versions are those of Kubernetes.
func kubelet(n *evidence.Node) (discovery.Release, bool) {
	r, known := release(n.KubeletVersion)
	return r, known && !check.Virtual(n)
}

// proxies returns the pods of kube-proxy for which a condition holds on its release and that of the
// kubelet on its node.
func (m *maker) proxies(takes func(proxy, kubelet discovery.Release) bool) (pods map[string]bool, has string) {
	kubelets := map[string]discovery.Release{}
	for i := range m.ev.Nodes {
		kubelets[m.ev.Nodes[i].Name], _ = release(m.ev.Nodes[i].KubeletVersion)
	}
	pods, releases := map[string]bool{}, map[discovery.Release]bool{}
	for _, c := range m.ev.Components {
		if c.Name != kubeProxy {
			continue
		}
		if r, known := release(c.Version); known && takes(r, kubelets[c.Node]) {
			pods[c.Pod], releases[r] = true, true
		}
	}
	return pods, oneOf(releases)
}

// kubeletStep returns the step that keeps kubelets in the version skew of the hop's target.
func kubeletStep(nodes map[string]bool, has string, from, to, oldest discovery.Release) Step {
	best := fmt.Sprintf("preferably to %s, which is supported up to API servers of %s", from, check.LastServer(from))
	if oldest == from {
		best = "which is also the newest version that the API servers support before the hop"
	}
	s := moveStep(Must, Before, preflight.Either,
		fmt.Sprintf("Upgrade the kubelets of %s from %s to at least %s, %s: API servers of %s support no older kubelets", rule.Count(len(nodes), "node"), has, oldest, best, to),
		"drain each node before its kubelet is upgraded to another minor release: an in-place upgrade is not supported", "kubelets may skip minor releases, but must not be newer than the API servers")
	s.Check, s.Objects, s.Commands = check.KubeletSkew, objects("Node", "", nodes), drains(nodes)
	return s
}

// lastSteps returns the steps that upgrade the nodes to the target, after the last hop.
func (m *maker) lastSteps(to discovery.Release) (steps []Step) {
	if !within(preflight.NodeDrain, m.in.Phase) {
		return nil
	}
	behind := func(r discovery.Release) bool { return r.Compare(to) < 0 }
	nodes, has := m.nodes(behind)
	switch {
	case len(nodes) > 0:
		s := moveStep(Should, After, preflight.NodeDrain, fmt.Sprintf("Upgrade the kubelets of %s from %s to %s", rule.Count(len(nodes), "node"), has, to),
			"drain each node before its kubelet is upgraded to another minor release: an in-place upgrade is not supported")
		s.Objects, s.Commands = objects("Node", "", nodes), drains(nodes)
		steps = append(steps, s)
	case !m.ev.Reading(evidence.Nodes).OK():
		steps = append(steps, moveStep(Should, After, preflight.NodeDrain, "Upgrade the kubelets to "+to.String()+"; the nodes could not be read, so which kubelets is unknown"))
	}
	pods, runs := m.proxies(func(proxy, _ discovery.Release) bool { return behind(proxy) })
	if len(pods) > 0 {
		s := moveStep(Should, After, preflight.NodeDrain, fmt.Sprintf("Then upgrade kube-proxy of %s from %s to %s", rule.Count(len(pods), "node"), runs, to))
		s.Objects = objects("Pod", "kube-system", pods)
		steps = append(steps, s)
	}
	return steps
}

// waiting returns the step that says until when the kubelets can stay as they are.
func (m *maker) waiting(to discovery.Release) []Step {
	if !within(preflight.NodeDrain, m.in.Phase) {
		return nil
	}
	var lowest discovery.Release
	for i := range m.ev.Nodes {
		if r, known := kubelet(&m.ev.Nodes[i]); known && (!lowest.Known() || r.Compare(lowest) < 0) {
			lowest = r
		}
	}
	if !lowest.Known() || lowest.Compare(to) >= 0 {
		return nil
	}
	last := check.LastServer(lowest)
	title := fmt.Sprintf("The kubelets can stay at %s", lowest)
	if last.Compare(m.in.To) < 0 {
		title += fmt.Sprintf(", and must be upgraded before the hop to %s", discovery.Release{Major: last.Major, Minor: last.Minor + 1})
	} else {
		title += " for all hops"
	}
	return []Step{moveStep(CanWait, After, preflight.NodeDrain, title)}
}

// maxCommands is the largest number of commands in a step.
const maxCommands = 5

// drains returns the commands that drain nodes, up to the limit.
func drains(nodes map[string]bool) (commands []string) {
	for i, name := range slices.Sorted(maps.Keys(nodes)) {
		if i == maxCommands {
			break
		}
		commands = append(commands, "kubectl drain "+phrase.Word(name)+" --ignore-daemonsets")
	}
	return commands
}

func objects(kind, namespace string, names map[string]bool) []Object {
	return slice.Map(slices.Sorted(maps.Keys(names)), func(name string) Object {
		return Object{APIVersion: "v1", Kind: kind, Namespace: namespace, Name: name}
	})
}

// oneOf returns "1.29" or "1.27 and 1.29".
func oneOf(releases map[discovery.Release]bool) string {
	words := slice.Map(slices.SortedFunc(maps.Keys(releases), discovery.Release.Compare), discovery.Release.String)
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}
