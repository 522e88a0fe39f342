package check

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
)

// Components emulate the three releases before theirs, and none before 1.31
// (KEP-4330; Validate in k8s.io/component-base/version, as 1.32 to 1.37 say it).
const (
	emulatedBefore = 3
	firstEmulated  = 31
)

// emulated are the items of components that are told to behave like a release that
// the target does not know how to.
func (f *found) emulated(in preflight.Input) (items []preflight.Item) {
	oldest := minor(max(firstEmulated, in.To.Minor-emulatedBefore))
	for _, line := range f.commandLines(in) {
		for _, flag := range []string{"emulated-version", "min-compatibility-version"} {
			value, has := line.arguments.last(flag)
			emulated, known := kubeVersion(value)
			if !has || !known || emulated.Compare(oldest) >= 0 || in.To.Minor <= firstEmulated {
				continue
			}
			before := minor(max(firstEmulated, answering(in).Minor-emulatedBefore))
			if simulated(in) && emulated.Compare(before) < 0 {
				continue // an earlier hop has it
			}
			it := line.object
			it.Severity, it.Field, it.Value, it.Before = rule.Breaking, line.component, "--"+flag, hop(in.To)
			it.Message = line.component + " has --" + flag + "=" + value + ", but " + in.To.String() + " accepts " + oldest.String() + " or later: it does not start"
			items = append(items, it)
		}
	}
	return items
}

// kubeVersion reads "1.34" and "kube=1.34", which may be one of a list.
func kubeVersion(value string) (r discovery.Release, known bool) {
	for part := range strings.SplitSeq(value, ",") {
		name, version, named := strings.Cut(strings.TrimSpace(part), "=")
		if !named {
			version = name
		} else if name != "kube" {
			continue
		}
		if got, err := release(version); err == nil {
			r, known = got, true
		}
	}
	return r, known
}
