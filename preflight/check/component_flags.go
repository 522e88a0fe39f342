package check

import (
	"strconv"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/preflight"
)

func componentFlags() definition {
	return definition{ofMinors: true, Check: preflight.Check{
		ID: "component-flags", Title: "No component has a flag that the target does not accept", Severity: rule.Breaking, Phase: preflight.ControlPlane, Required: true, Since: "0.3.0",
		Doc: "A component does not start with a flag that its release removed. Flags are read from the command lines of the pods in kube-system, from kubeadm's " +
			"`extraArgs` and from the annotation in which k3s and RKE2 write them; those of other kubelets, and of control planes whose pods are not visible, cannot be read. A table lists the removals from 1.22 on whose release note names the component, " +
			"and those found by comparing the programs of 1.24 and later. Other removals are taken from the release notes; if a note does not name the component, the finding is `likely`. " +
			"`--emulated-version` and `--min-compatibility-version` can name one of the three releases before the target, from 1.31 on, and no older one.",
		Migration: "Remove the flag from the manifest in `/etc/kubernetes/manifests` and from `extraArgs` before the component is upgraded.",
		Needs:     configurationNeeds(),
	}, check: checkFlags}
}

func checkFlags(in preflight.Input) (f found) {
	f.add(f.emulated(in)...)
	notes := f.notesBetween(in)
	removed, deprecated := index(notes, removedFlags), index(notes, deprecatedFlags)
	for _, c := range f.configurations(in) {
		for _, flag := range c.flags {
			it := c.object
			it.Phase, it.Field, it.Value = c.phase, c.component, "--"+flag
			if r, gone := componentconfig.RemovedFlag(c.component, flag, answering(in), in.To); gone {
				it.Severity, it.Removed, it.Before, it.Notes = rule.Breaking, r.Removed(), hop(r.Removed()), r.Notes()
				it.Message = c.component + " has the flag --" + flag + ", which " + r.Removed().String() + " no longer accepts: it does not start"
				f.add(it)
				continue
			}
			if n, gone := removed["--"+flag]; gone && !componentconfig.Tabled(flag) {
				f.add(flagItems(it, n, c.component, flag)...)
				continue
			}
			if n, is := deprecated["--"+flag]; is && n.concerns(c.component) != no {
				it.Severity, it.Deprecated, it.Notes = rule.Deprecation, n.minor, n.pulls()
				it.Likely = n.concerns(c.component) == maybe
				it.Message = c.component + " has the flag --" + flag + ", which " + n.minor.String() + " deprecates"
				f.add(it)
			}
		}
	}
	return f
}

// flagItems are those of a flag that a note says is removed.
func flagItems(it preflight.Item, n noteOf, component, flag string) []preflight.Item {
	it.Removed, it.Before, it.Notes = n.minor, hop(n.minor), n.pulls()
	switch n.concerns(component) {
	case no:
		return nil
	case yes:
		it.Severity = rule.Breaking
		it.Message = component + " has the flag --" + flag + ", which " + n.minor.String() + " no longer accepts: it does not start"
	case maybe:
		it.Severity, it.Likely = rule.Risky, true
		it.Message = component + " has the flag --" + flag + ", and a note of " + n.minor.String() + " (#" + strconv.Itoa(n.PR) + ") says that a flag with this name is removed, but not from which component"
	}
	return []preflight.Item{it}
}
