package check

import (
	"cmp"
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func featureGates() definition {
	return definition{ofMinors: true, begins: nodesFrom, partly: true, Check: preflight.Check{
		ID: "feature-gates", Title: "No component sets a feature gate that the target does not accept", Severity: rule.Breaking, Phase: preflight.ControlPlane, Required: true, Since: "0.3.0",
		Doc: "A component does not start with a feature gate that it does not know, nor with one that is locked to another value, nor, from 1.35 on, with a gate that " +
			"is on while one that it needs is off: `GracefulNodeShutdown=false` alone, or in 1.37 `AllAlpha=true` alone, because alpha gates of 1.37 need a beta gate that is off. Gates are read from the command " +
			"lines of the pods in kube-system, from kubeadm's ConfigMaps, and from the configuration of each kubelet. The metric `kubernetes_feature_enabled` shows the " +
			"values that the API server uses; a value that differs from the default of its release was set explicitly, and the finding is `likely`. The gates of each " +
			"release, with their stage and whether they are locked, are read from the source code of the releases from 1.19 to " + discovery.Newest().String() + "; the pull requests of some " +
			"removals are from the release notes. A gate that is in none of these, such as a vendor's, and gates in later releases are unknown, so the check does not pass.",
		Migration: "Remove the gate from `--feature-gates`, `featureGates` or `extraArgs` before the component is upgraded.",
		Needs:     append(configurationNeeds(), evidence.Configz, evidence.Metrics),
	}, check: checkGates}
}

func checkGates(in preflight.Input) (f found) {
	facts, err := f.gateFacts(in)
	if err != nil {
		return unanswered("the table of feature gates", err.Error())
	}
	set := map[string]bool{} // gates that API servers set visibly
	for _, c := range f.configurations(in) {
		if !takesGates(c.component) || sameMinor(in) && !onNodes(c.component) {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(c.gates)) {
			if c.component == apiServer {
				set[name] = true
			}
			if it := facts.check(c, name, c.gates[name]); it.Severity != "" {
				f.add(it)
			}
		}
		f.needs(facts, c)
	}
	f.runningGates(in, facts, set, slices.ContainsFunc(component(in, apiServer), showsFlags))
	return f
}

// runningGates checks the gates that the API server reports and that are on no visible command
// line.
func (f *found) runningGates(in preflight.Input, facts gateFacts, shown map[string]bool, seen bool) {
	running := runningOf(in, facts.Table)
	if !seen {
		for _, it := range f.needs(facts, placeOf(apiServer, preflight.Item{}, nil, running.set(in))) {
			likelySet(it)
		}
	}
	for _, g := range in.Gates {
		if shown[g.Name] || !running.unlikeDefault(g) {
			continue
		}
		it := facts.check(placeOf(cmp.Or(g.Component, apiServer), preflight.Item{}, nil, nil), g.Name, g.Enabled)
		switch {
		case it.Severity == "":
		case running.byStage(g) && seen:
			// It is on no command line, so AllAlpha or AllBeta set it, and every release accepts
			// these.
		case running.byStage(g):
			f.gap(apiServer, "AllAlpha or AllBeta is set, so kubernetes_feature_enabled does not show which other gates are")
		default:
			likelySet(f.add(it))
		}
	}
}

// likelySet weakens the item of a gate that is on no visible command line.
func likelySet(it *preflight.Item) {
	it.Likely, it.Source = true, "kubernetes_feature_enabled"
	if it.Severity == rule.Breaking {
		it.Severity = rule.Risky
	}
}

// takesGates reports whether a component's --feature-gates are those of Kubernetes. From 3.6 on
// etcd has a flag with that name for its own gates.
func takesGates(component string) bool {
	return slices.Contains([]string{apiServer, controllerManager, scheduler, cloudManager, kubelet, kubeProxy, "kubeadm"}, component)
}
