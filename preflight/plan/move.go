package plan

import (
	"fmt"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
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
	if latest := m.in.Latest(to); latest != "" && (target == to.String() || older("v"+target, latest)) {
		target += ", preferably " + latest
	}
	servers := moveStep(Must, Upgrade, preflight.ControlPlane, "Upgrade the API servers to "+target)
	if runs, _ := discovery.ParseRelease(m.in.Evidence.Server.Emulator); to.AtOrBefore(runs) {
		servers.Title = fmt.Sprintf("Set --emulated-version of the API servers to %s: they run %s, and emulate %s", to, m.in.Evidence.Server.Emulator, from)
	}
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

// latestPatch returns the first step of the plan: upstream advises to start from the newest patch
// of the current minor. There is no step if no newer patch is known.
func (m *maker) latestPatch(from discovery.Release) []Step {
	runs, latest := m.in.Evidence.Server.Version, m.in.Latest(from)
	if latest == "" || m.mixed || m.in.Evidence.Server.Emulator != "" || !older(runs, latest) {
		return nil
	}
	first := " first"
	if m.done {
		first = ""
	}
	return []Step{moveStep(Should, Before, preflight.ControlPlane, fmt.Sprintf("Upgrade the API servers to %s%s, the latest known patch release of %s; they run %s", latest, first, from, runs))}
}

// nodeSteps returns the steps for kubelets and kube-proxies in a hop: those that must be upgraded
// before it, and, after the last hop, all that are not at the target.
func (m *maker) nodeSteps(index int, from, to discovery.Release) (steps []Step) {
	oldest := check.OldestKubelet(to)
	late := func(p part) bool { return p.runs.Compare(oldest) < 0 }
	if nodes := m.kubelets(late); len(nodes) > 0 {
		m.moves[index] = true
		steps = append(steps, kubeletStep(nodes, from, to, oldest))
		nodes.move(from)
	}
	apart := func(p part) bool { return late(p) || p.kubelet.Known() && !check.BesideKubelet(p.kubelet, p.runs) }
	if pods := m.proxies(apart); len(pods) > 0 {
		m.proxyMoves[index] = true
		s := pods.step(Must, Before, preflight.Either, fmt.Sprintf("Upgrade kube-proxy of %s to at least %s, preferably to %s: it must stay within the version skew of API servers and kubelets", pods, oldest, from))
		s.Check = check.KubeProxySkew
		steps = append(steps, s)
		pods.move(from)
	}
	if to == m.in.To {
		return append(steps, m.lastSteps(to)...)
	}
	return append(steps, m.waiting(to)...)
}

// kubeletStep returns the step that keeps kubelets in the version skew of the hop's target.
func kubeletStep(nodes parts, from, to, oldest discovery.Release) Step {
	best := fmt.Sprintf("preferably to %s, which is supported up to API servers of %s", from, check.LastServer(from))
	if oldest == from {
		best = "which is also the newest version that the API servers support before the hop"
	}
	s := nodes.step(Must, Before, preflight.Either,
		fmt.Sprintf("Upgrade the kubelets of %s to at least %s, %s: API servers of %s support no older kubelets", nodes, oldest, best, to),
		"drain each node before its kubelet is upgraded to another minor release: an in-place upgrade is not supported", "kubelets may skip minor releases, but must not be newer than the API servers")
	s.Check, s.Commands = check.KubeletSkew, nodes.drains()
	return s
}

// lastSteps returns the steps that upgrade the nodes to the target, after the last hop.
func (m *maker) lastSteps(to discovery.Release) (steps []Step) {
	if !within(preflight.NodeDrain, m.in.Phase) {
		return nil
	}
	behind := func(p part) bool { return p.runs.Compare(to) < 0 }
	switch nodes := m.kubelets(behind); {
	case len(nodes) > 0:
		s := nodes.step(Should, After, preflight.NodeDrain, fmt.Sprintf("Upgrade the kubelets of %s to %s", nodes, to),
			"drain each node before its kubelet is upgraded to another minor release: an in-place upgrade is not supported")
		s.Commands = nodes.drains()
		steps = append(steps, s)
	case !m.ev.Reading(evidence.Nodes).OK():
		steps = append(steps, moveStep(Should, After, preflight.NodeDrain, "Upgrade the kubelets to "+to.String()+"; the nodes could not be read, so which kubelets is unknown"))
	}
	if pods := m.proxies(behind); len(pods) > 0 {
		steps = append(steps, pods.step(Should, After, preflight.NodeDrain, fmt.Sprintf("Then upgrade kube-proxy of %s to %s", pods, to)))
	}
	return steps
}

// waiting returns the step that says until when the kubelets can stay as they are.
func (m *maker) waiting(to discovery.Release) []Step {
	older := m.kubelets(func(p part) bool { return p.runs.Compare(to) < 0 })
	if len(older) == 0 || !within(preflight.NodeDrain, m.in.Phase) {
		return nil
	}
	lowest := slices.MinFunc(older, func(a, b part) int { return a.runs.Compare(b.runs) }).runs
	last := check.LastServer(lowest)
	title := fmt.Sprintf("The kubelets can stay at %s", lowest)
	if last.Compare(m.in.To) < 0 {
		title += fmt.Sprintf(", and must be upgraded before the hop to %s", discovery.Release{Major: last.Major, Minor: last.Minor + 1})
	} else {
		title += " for all hops"
	}
	return []Step{moveStep(CanWait, After, preflight.NodeDrain, title)}
}
