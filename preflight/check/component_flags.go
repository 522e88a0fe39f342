package check

import (
	"strconv"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/preflight"
)

func componentFlags() definition {
	return definition{Check: preflight.Check{
		ID: "component-flags", Title: "No component has a flag that the target does not take", Severity: rule.Breaking, Phase: preflight.ControlPlane, Required: true, Since: "0.3.0",
		Doc: "A component does not start with a flag that its release took away. Flags are read from the command lines of the pods in kube-system, from kubeadm's " +
			"`extraArgs` and from the annotation in which k3s and RKE2 write them; those of other kubelets, and of control planes that show no pods, cannot be read. Removals from 1.22 on whose note names the component " +
			"are in a table, with those that the programs of 1.24 and later were seen to lose; for others the release notes are asked, and where a note does not say of which component it speaks the finding is `likely`. " +
			"`--emulated-version` and `--min-compatibility-version` may name the three releases before the target, from 1.31 on, and no older one.",
		Remedy: "Take the flag out of the manifest in `/etc/kubernetes/manifests` and out of `extraArgs` before the component is upgraded.",
		Needs:  configurationNeeds(),
	}, judge: judgeFlags}
}

func judgeFlags(in preflight.Input) (f found) {
	f.add(f.emulated(in)...)
	notes := f.notesBetween(in)
	removed, deprecated := index(notes, removedFlags), index(notes, deprecatedFlags)
	for _, c := range f.configurations(in) {
		for _, flag := range c.flags {
			it := c.object
			it.Phase, it.Field, it.Value = c.phase, c.component, "--"+flag
			if r, gone := componentconfig.RemovedFlag(c.component, flag, answering(in), in.To); gone {
				it.Severity, it.Removed, it.Before, it.Notes = rule.Breaking, r.Removed(), hop(r.Removed()), r.Notes()
				it.Message = c.component + " has the flag --" + flag + ", which " + r.Removed().String() + " does not take any more: it does not start"
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
		it.Message = component + " has the flag --" + flag + ", which " + n.minor.String() + " does not take any more: it does not start"
	case maybe:
		it.Severity, it.Likely = rule.Risky, true
		it.Message = component + " has the flag --" + flag + ", and a note of " + n.minor.String() + " (#" + strconv.Itoa(n.PR) + ") says that a flag of this name is removed, not of which component"
	}
	return []preflight.Item{it}
}
