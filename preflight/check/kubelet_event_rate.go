package check

import (
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
)

// eventsUnlimited is the first minor whose kubelets send Events without a limit if eventRecordQPS
// is 0, as its documentation says. Before, 0 meant the default of the client (#117119).
const eventsUnlimited = 37

func checkKubeletEventRate(in preflight.Input) (f found) {
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
}
