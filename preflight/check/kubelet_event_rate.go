package check

import (
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// eventsUnlimited is the first minor whose kubelets send Events without a limit if eventRecordQPS
// is 0, as its documentation says. Before, 0 meant the default of the client (#117119).
const eventsUnlimited = 37

func kubeletEventRate() definition {
	return definition{begins: kubeletsFrom, Check: preflight.Check{
		ID: "kubelet-event-rate", Title: "Kubelets with eventRecordQPS 0, which no longer means a default limit", Severity: rule.Info, Phase: preflight.NodeDrain, Required: false, Since: "0.4.0",
		Doc: "From 1.37 on a kubelet with `eventRecordQPS: 0` sends Events without a limit; up to 1.36 it used a default. The setting is read from the ConfigMap " +
			"`kubelet-config` and from the kubelets that show their configuration.",
		Migration: "Set `eventRecordQPS` to a number, such as 50, before the nodes are upgraded.",
		Needs:     []evidence.Resource{evidence.Nodes, evidence.KubeletConfig, evidence.Configz},
	}, check: func(in preflight.Input) (f found) {
		add := func(of preflight.Item) {
			it := f.add(of)
			it.Severity, it.Field, it.Value, it.Notes, it.Before = rule.Info, "eventRecordQPS", "0", []int{117119}, hop(minor(eventsUnlimited))
			it.Message = "eventRecordQPS is 0, which from 1.37 on means no limit for Events"
		}
		if s, has := f.kubeletConfiguration(in); has && s["eventRecordQPS"] == 0 {
			add(configMap("kubelet-config"))
		}
		for _, name := range slices.Sorted(maps.Keys(in.Kubelets)) {
			if qps := in.Kubelets[name].EventRecordQPS; qps != nil && *qps == 0 {
				add(nodeNamed(name))
			}
		}
		return f
	}, idle: unless("the meaning of eventRecordQPS 0 changes in 1.37", over(eventsUnlimited))}
}
