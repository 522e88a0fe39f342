package checker

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// schedule checks the schedule of a CronJob for a time zone, which API servers from 1.29 on reject in
// new objects (#116252; validateScheduleFormat in k8s.io/kubernetes/pkg/apis/batch/validation). Existing
// CronJobs keep working.
func (v *visit) schedule(emit emitFunc) {
	first, t := minorOf(29), v.o.Tree
	if v.o.Kind != "CronJob" || v.kind.gvk.Group != "batch" || !first.AtOrBefore(v.checker.components.to) || !v.checker.starts(first) {
		return
	}
	node := t.At(v.o.Root, "spec", "schedule")
	if node < 0 || t.Nodes[node].Kind != tree.String || !strings.Contains(t.Nodes[node].Value, "TZ") {
		return
	}
	f := v.entryFinding(ScheduleRejected, rule.Breaking, node)
	f.Field, f.Value, f.Removed = v.path(node), clip(t.Nodes[node].Value), first
	f.Message = "API servers from " + first.String() + " on reject TZ and CRON_TZ in the schedule of a new CronJob; use spec.timeZone"
	v.report(f, node, Plan{
		Steps: []string{"Write the time zone in spec.timeZone, and the schedule without it"},
		Why:   "the time zone moves to a different field",
	}, emit)
}
