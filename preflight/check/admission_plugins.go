package check

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/preflight"
)

func checkPlugins(in preflight.Input) (f found) {
	plugins := componentconfig.AdmissionPlugins()
	for _, line := range f.linesOf(in, apiServer) {
		for _, flag := range componentconfig.AdmissionFlags() {
			for _, name := range line.arguments.list(flag) {
				name = strings.Trim(name, `"`) // pflag reads the list as CSV
				it := line.object
				it.Field, it.Value = "--"+flag, name
				switch p, known := plugins[name]; {
				case !known:
					it.Severity = rule.Unknown
					it.Message = it.Field + " of kube-apiserver lists the admission plugin " + quoted(name) + ", about which kubedelta has no data"
					f.add(it)
				case between(p.Removed, answering(in), in.To):
					it.Severity, it.Removed, it.Before, it.Notes = rule.Breaking, p.Removed, hop(p.Removed), p.Notes
					it.Message = it.Field + " of kube-apiserver lists the admission plugin " + name + ", which " + p.Removed.String() + " no longer has: kube-apiserver does not start"
					f.add(it)
				}
			}
		}
	}
	return f
}

func removesPlugins(in preflight.Input) bool {
	for _, p := range componentconfig.AdmissionPlugins() {
		if between(p.Removed, answering(in), in.To) {
			return true
		}
	}
	return false
}
