package check

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func admissionPlugins() definition {
	return definition{Check: preflight.Check{
		ID: "admission-plugins", Title: "No API server names an admission plugin that the target does not have", Severity: rule.Breaking, Phase: preflight.ControlPlane, Required: true, Since: "0.4.0",
		Doc: "An API server does not start if `--enable-admission-plugins` or `--disable-admission-plugins` names a plugin that it does not have. The flags are read " +
			"from the command lines of the pods in kube-system and from kubeadm's `extraArgs`; if the control plane's pods are not visible, the provider sets the flags. " +
			"A table lists the plugins of each release; it is generated from the source code of the releases from 1.23 to " + minor(discovery.ReadByHand).String() + ". A plugin that is not in the table, such as a vendor's, is " +
			"unknown. A hop to a release that removes no plugin is not checked.",
		Migration: "Remove the plugin from the flag, in `extraArgs` and in `/etc/kubernetes/manifests/kube-apiserver.yaml`, before the API server is upgraded.",
		Needs:     []evidence.Resource{evidence.ComponentPods, evidence.Nodes, evidence.KubeadmConfig},
	}, check: checkPlugins, idle: unless("no admission plugin is removed in %s", func(in preflight.Input) bool {
		return slices.ContainsFunc(slices.Collect(maps.Values(componentconfig.AdmissionPlugins())), func(p componentconfig.PluginLifecycle) bool {
			return between(p.Removed(), answering(in), in.To)
		})
	})}
}

func checkPlugins(in preflight.Input) (f found) {
	lifecycles := componentconfig.AdmissionPlugins()
	for _, line := range f.linesOf(in, apiServer) {
		for _, flag := range componentconfig.AdmissionFlags() {
			for _, name := range line.arguments.list(flag) {
				name = strings.Trim(name, `"`) // pflag reads the list as CSV
				it := line.object
				it.Field, it.Value = "--"+flag, name
				switch p, known := lifecycles[name]; {
				case !known:
					it.Severity = rule.Unknown
					it.Message = "kube-apiserver names the admission plugin " + quoted(name) + " in " + it.Field + ", about which kubedelta has no data"
					f.add(it)
				case between(p.Removed(), answering(in), in.To):
					it.Severity, it.Removed, it.Before, it.Notes = rule.Breaking, p.Removed(), hop(p.Removed()), pulls(p.PR)
					it.Message = "kube-apiserver names the admission plugin " + name + " in " + it.Field + ", which " + p.Removed().String() + " no longer has: it does not start"
					f.add(it)
				}
			}
		}
	}
	return f
}
