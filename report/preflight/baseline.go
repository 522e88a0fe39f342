package preflight

import (
	"fmt"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/report/findings"
)

// Against marks the items that the baseline also has as known, so that only new ones fail the run.
// Known blockers still count for the verdict. Waivers must be applied before. It is an error if the
// baseline cannot tell what is new.
func Against(baseline, now *Report) error {
	if err := refusal(baseline, now); err != nil {
		return err
	}
	had := map[string]rule.Severity{}
	baseline.each(func(i *preflight.Item) { had[i.Fingerprint] = i.Severity })
	now.Known, now.Baseline = []string{}, &findings.Baseline{}
	is := map[string]bool{}
	now.each(func(i *preflight.Item) {
		is[i.Fingerprint] = true
		if before, known := had[i.Fingerprint]; known && before.AtLeast(i.Severity) {
			now.Known = append(now.Known, i.Fingerprint)
			now.Baseline.Known++
		} else {
			now.Baseline.New++
		}
	})
	for i := range now.Waived {
		is[now.Waived[i].Fingerprint] = true
	}
	unsure := map[string]bool{}
	for c := range slice.Each(now.Checks) {
		unsure[c.ID] = c.Verdict == preflight.Unknown || len(c.Gaps) > 0
	}
	for c := range slice.Each(baseline.Checks) {
		for i := range slice.Each(c.found()) {
			if !is[i.Fingerprint] && !unsure[c.ID] {
				is[i.Fingerprint] = true // once
				now.Baseline.Gone++
			}
		}
	}
	now.Known = slice.Unique(now.Known)
	return nil
}

// each calls do for every item that counts.
func (r *Report) each(do func(*preflight.Item)) {
	for c := range slice.Each(r.Checks) {
		for i := range slice.Each(c.found()) {
			do(i)
		}
	}
}

// found returns the items of a check, or the blocker of a check that fails without items.
func (c *Check) found() []preflight.Item {
	if blockers := c.Blockers(); len(blockers) == 1 && len(c.Items) == 0 {
		return []preflight.Item{*blockers[0]}
	}
	return c.Items
}

// refusal is the reason why a report cannot be the baseline of another; nil if it can.
func refusal(baseline, now *Report) error {
	switch {
	case baseline.Redacted:
		return fmt.Errorf("the baseline was redacted, so its fingerprints do not match: create one without --redact, and store it as you store secrets")
	case baseline.Unreachable != "":
		return fmt.Errorf("the baseline is of a cluster that could not be checked (%s): create it again", baseline.Unreachable)
	case now.Unreachable != "":
		return fmt.Errorf("the cluster could not be checked (%s), so it cannot be compared with the baseline", now.Unreachable)
	case baseline.Cluster.UID == "":
		return fmt.Errorf("the baseline does not identify its cluster: the namespace kube-system could not be read when it was created; grant get namespaces, and create it again")
	case now.Cluster.UID == "":
		return fmt.Errorf("whether the baseline is of this cluster is unknown: the namespace kube-system could not be read; grant get namespaces")
	case baseline.Cluster.UID != now.Cluster.UID:
		return fmt.Errorf("the baseline is of a different cluster (%s, with the UID %s), but this cluster has the UID %s: create a baseline of this cluster", baseline.Cluster.Name, baseline.Cluster.UID, now.Cluster.UID)
	case baseline.Target.Release != now.Target.Release:
		return fmt.Errorf("the baseline was created for %s, but this run is for %s: create a new baseline for %s", baseline.Target.Release, now.Target.Release, now.Target.Release)
	case baseline.Phase != now.Phase:
		return fmt.Errorf("the baseline was created for %s, but this run is for %s: create a new baseline", phaseName(baseline.Phase), phaseName(now.Phase))
	case scopeOf(baseline) != scopeOf(now):
		return fmt.Errorf("the baseline and this run do not check the same workloads: create a new baseline with the same --namespace and --selector")
	case baseline.Summary.Unknown > 0:
		return fmt.Errorf("the baseline is incomplete: %s was unknown when it was created, so old findings would be reported as new; create it again",
			rule.Count(baseline.Summary.Unknown, "required check"))
	case baseline.Summary.Unread > 0:
		return fmt.Errorf("the baseline is incomplete: %s could not be read when it was created, so old findings would be reported as new; create it again",
			rule.Count(baseline.Summary.Unread, "resource"))
	case baseline.Verdict == Unknown || len(baseline.Gaps) > 0:
		return fmt.Errorf("the baseline is incomplete: some checks were unknown when it was created, so old findings would be reported as new; create it again")
	}
	return nil
}

func scopeOf(r *Report) (s evidence.Scope) {
	if r.Scope != nil {
		s = *r.Scope
	}
	return s
}

func phaseName(p preflight.Phase) string {
	if p == "" {
		return "all phases"
	}
	return "the phase " + string(p)
}
