package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/preflight"
)

func checkMode(in preflight.Input) (f found) {
	lines := f.commandLines(in, kubeProxy)
	if in.Settings.KubeProxy == "" && len(lines) == 0 {
		f.notApplicable, f.why = true, "no kube-proxy runs in kube-system"
		return f
	}
	byMap := len(lines) == 0
	for _, l := range lines {
		_, file := l.arguments.last("config")
		mode, flag := l.arguments.last("proxy-mode")
		switch {
		case flag && !file:
			f.mode(in, l.object, mode)
		case in.Settings.KubeProxy != "":
			byMap = true
		case file:
			f.gap(kubeProxy, "kube-proxy reads a configuration file that is not the ConfigMap kube-proxy")
		}
	}
	if byMap {
		s, _ := f.settings("kube-proxy", "the configuration of kube-proxy", "KubeProxyConfiguration", in.Settings.KubeProxy)
		f.mode(in, usedConfigMap(in, "kube-proxy"), s.text("mode"))
	}
	return f
}

func (f *found) mode(in preflight.Input, it preflight.Item, mode string) {
	it.Component, it.Field, it.Value, it.Word = kubeProxy, "mode", mode, true
	switch {
	case mode == "userspace" && in.To.Compare(componentconfig.UserspaceGone()) >= 0:
		it.Severity, it.Removed, it.Before = rule.Breaking, componentconfig.UserspaceGone(), hop(componentconfig.UserspaceGone())
		it.Message = "kube-proxy uses the mode userspace, which 1.26 no longer has: it does not start"
		f.add(it)
	case mode == "ipvs" && in.To.Compare(componentconfig.IPVSDeprecated()) >= 0:
		it.Severity, it.Deprecated, it.Notes = rule.Deprecation, componentconfig.IPVSDeprecated(), []int{134539}
		it.Message = "kube-proxy uses the mode ipvs, which is deprecated from 1.35 on: move to nftables"
		f.add(it)
	}
}
