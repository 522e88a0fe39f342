package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Baseline compares a report with an earlier one of the same target.
type Baseline struct {
	// New counts the findings that are not in the baseline. Only these count.
	New int `json:"new"`
	// Known counts the findings that are also in the baseline.
	Known int `json:"known"`
	// Gone counts the findings of the baseline that were not found again, although their objects
	// were checked or no longer exist.
	Gone int `json:"gone"`
}

// Add returns the sum of two comparisons, either of which may be nil.
func (b *Baseline) Add(other *Baseline) *Baseline {
	switch {
	case other == nil:
		return b
	case b == nil:
		b = &Baseline{}
	}
	return &Baseline{b.New + other.New, b.Known + other.Known, b.Gone + other.Gone}
}

// Said is the counts as a sentence. known is what happens to known findings.
func (b *Baseline) Said(known string) string {
	return fmt.Sprintf("%d new, %d known, %d gone; known findings %s", b.New, b.Known, b.Gone, known)
}

// Against moves the findings that the baseline also has to Known. A finding that is more severe
// than in the baseline is new. Waivers must be applied before, because waived findings are neither
// new nor known. It is an error if the baseline cannot tell what is new.
func Against(baseline, now *Report, c Coverage) error {
	if err := refusal(baseline, now); err != nil {
		return err
	}
	key := func(f *finding.Finding) string {
		if baseline.WorkTree == nil {
			return cmp.Or(f.Before, f.Fingerprint)
		}
		return f.Fingerprint
	}
	// Fingerprints are counted: if the baseline has one of two findings with the same fingerprint,
	// the second is new.
	left, had := map[string]int{}, map[string]rule.Severity{}
	for _, list := range [][]finding.Finding{baseline.Findings, baseline.Known} {
		for i := range list {
			left[list[i].Fingerprint]++
			had[list[i].Fingerprint] = list[i].Severity
		}
	}
	fresh := make([]finding.Finding, 0, len(now.Findings))
	for f := range slice.Each(now.Findings) {
		id := key(f)
		known := left[id] > 0
		if known {
			left[id]--
		}
		if known && had[id].AtLeast(f.Severity) {
			now.Known = append(now.Known, *f)
		} else {
			fresh = append(fresh, *f)
		}
	}
	now.Findings = fresh
	for w := range slice.Each(now.Waived) {
		if id := key(&w.Finding); left[id] > 0 {
			left[id]--
		}
	}
	now.Baseline = &Baseline{New: len(fresh), Known: len(now.Known), Gone: gone(baseline, now, left, &c)}
	now.Arrange()
	return nil
}

// refusal is the reason why a report cannot be the baseline of another; nil if it can.
func refusal(baseline, now *Report) error {
	switch {
	case baseline.Kind != now.Kind:
		return fmt.Errorf("the baseline is a report of kind %q, but this report is of kind %q: create a baseline with the same command", baseline.Kind, now.Kind)
	case targets(baseline) != targets(now):
		return fmt.Errorf("the baseline was created for %s, but this run is for %s: create a new baseline for %s", targets(baseline), targets(now), targets(now))
	case !baseline.Complete():
		return fmt.Errorf("the baseline is incomplete: %s could not be read when it was created, so old findings would be reported as new; create it again", rule.Count(baseline.Unread(), "part"))
	}
	return nil
}

// target identifies the target of a report. Two references to the same version are the same target.
func target(s envelope.Side) string { return cmp.Or(s.Version, s.Name) }

// targets identifies all targets of a report, in any order.
func targets(r *Report) string {
	if len(r.Targets) == 0 {
		return target(r.Target)
	}
	return strings.Join(slices.Sorted(slices.Values(slice.Map(r.Targets, target))), " and ")
}

func gone(baseline, now *Report, left map[string]int, c *Coverage) (n int) {
	if now.From != nil && (baseline.From == nil || target(*baseline.From) != target(*now.From)) {
		return 0 // findings that are no change between the two releases are not reported
	}
	if baseline.WorkTree != nil && now.WorkTree != nil { // names as in this run
		inverse := now.WorkTree.Inverse()
		here := func(shown string) string { return inverse.Path(baseline.WorkTree.Path(shown)) }
		baseline.Each(func(f *finding.Finding) { f.File, f.Origin.Kustomization = here(f.File), here(f.Origin.Kustomization) })
	}
	unread := slice.Set(slice.Map(now.Account.Unreadable, func(u finding.Unreadable) string { return u.File }))
	for _, list := range [][]finding.Finding{baseline.Findings, baseline.Known} {
		for f := range slice.Each(list) {
			if left[f.Fingerprint] == 0 {
				continue
			}
			left[f.Fingerprint]--
			if !unread[f.File] && !unread[f.Origin.Kustomization] && c.checked(f) {
				n++
			}
		}
	}
	return n
}
