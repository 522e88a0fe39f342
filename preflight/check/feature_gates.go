package check

import (
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func featureGates() definition {
	return definition{Check: preflight.Check{
		ID: "feature-gates", Title: "No component sets a feature gate that the target does not take", Severity: rule.Breaking, Phase: preflight.ControlPlane, Required: true, Since: "0.3.0",
		Doc: "A component does not start with a feature gate that it does not know, nor with one that is locked to another value. Gates are read from the command " +
			"lines of the pods in kube-system, from kubeadm's ConfigMaps, and from the configuration of each kubelet. `kubernetes_feature_enabled` tells the " +
			"values that the API server runs with; only where one differs from the default of its stage was it set by somebody, and that is `likely`. Which " +
			"release removed, locked or deprecated a gate is what its release notes say, and for locked gates the list of Kubernetes 1.37.",
		Remedy: "Take the gate out of `--feature-gates`, `featureGates` or `extraArgs` before the component is upgraded.",
		Needs:  append(configurationNeeds(), evidence.Configz, evidence.Metrics),
	}, judge: judgeGates}
}

// gateFacts is what the notes say of gates.
type gateFacts struct {
	removed, locked, deprecated map[string]noteOf
	to                          discovery.Release
}

func judgeGates(in preflight.Input) (f found) {
	notes := f.notesBetween(in)
	facts := gateFacts{index(notes, removedGates), index(notes, lockedGateNames), index(notes, deprecatedGates), in.To}
	set := map[string]bool{} // gates that API servers are seen to set
	for _, c := range f.configurations(in) {
		for _, gate := range slices.Sorted(maps.Keys(c.gates)) {
			if c.component == apiServer {
				set[gate] = true
			}
			if it, wrong := facts.judge(c, gate, c.gates[gate]); wrong {
				f.add(it)
			}
		}
	}
	for _, g := range in.Gates {
		if set[g.Name] || !unlikeDefault(g) {
			continue
		}
		c := configured{component: g.Component, phase: preflight.ControlPlane}
		if c.component == "" {
			c.component = apiServer
		}
		if it, wrong := facts.judge(c, g.Name, g.Enabled); wrong {
			it.Likely, it.Source = true, "kubernetes_feature_enabled"
			if it.Severity == rule.Breaking {
				it.Severity = rule.Risky
			}
			f.add(it)
		}
	}
	return f
}

// unlikeDefault: the value is not the default of the stage, so somebody set it.
// Betas are on or off by default, so nothing is known of them.
func unlikeDefault(g evidence.Gate) bool {
	switch g.Stage {
	case "ALPHA":
		return g.Enabled
	case "":
		return !g.Enabled
	default:
		return false
	}
}

func (g gateFacts) judge(c configured, gate string, value bool) (preflight.Item, bool) {
	it := c.object
	it.Phase, it.Field, it.Value = c.phase, c.component+" featureGates", gate
	if n, gone := g.removed[gate]; gone {
		it.Severity, it.Removed, it.Before, it.Notes = rule.Breaking, n.minor, hop(n.minor), n.pulls()
		it.Message = c.component + " sets the feature gate " + gate + ", which " + n.minor.String() + " does not know any more: it does not start"
		return it, true
	}
	if to, locked := lockedTo(gate, g.to); locked {
		return g.lockedItem(it, c, gate, value, to)
	}
	if n, locked := g.locked[gate]; locked {
		it.Before, it.Notes = hop(n.minor), n.pulls()
		return g.lockedItem(it, c, gate, value, true)
	}
	if n, is := g.deprecated[gate]; is {
		it.Severity, it.Deprecated, it.Notes = rule.Deprecation, n.minor, n.pulls()
		it.Message = c.component + " sets the feature gate " + gate + ", which " + n.minor.String() + " deprecates"
		return it, true
	}
	return it, false
}

// lockedItem: a component does not start with a locked gate at the other value;
// with the same value the gate is superfluous, and gone some releases later.
func (g gateFacts) lockedItem(it preflight.Item, c configured, gate string, value, to bool) (preflight.Item, bool) {
	if value == to {
		it.Severity = rule.Info
		it.Message = c.component + " sets the feature gate " + gate + ", which is locked to that value in " + g.to.String() + ": a later release does not know it"
		return it, true
	}
	it.Severity = rule.Breaking
	it.Message = c.component + " sets the feature gate " + gate + " to " + onOff(value) + ", and " + g.to.String() + " has it locked to " + onOff(to) + ": it does not start"
	if it.Before == "" {
		it.Before = hop(g.to)
	}
	return it, true
}

func onOff(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
