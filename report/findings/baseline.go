package findings

import (
	"cmp"
	"fmt"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Baseline tells how a report stands to an earlier one of the same target.
type Baseline struct {
	// New counts the findings that the baseline does not have: those that count.
	New int `json:"new"`
	// Known counts those that it has too.
	Known int `json:"known"`
	// Gone counts those of the baseline that were not found any more. What could
	// not be read this time is not gone.
	Gone int `json:"gone"`
}

// Add adds what another report tells, if it tells of a baseline.
func (b *Baseline) Add(other *Baseline) *Baseline {
	switch {
	case other == nil:
		return b
	case b == nil:
		b = &Baseline{}
	}
	return &Baseline{b.New + other.New, b.Known + other.Known, b.Gone + other.Gone}
}

// Said counts in a sentence; what becomes of known findings ends it.
func (b *Baseline) Said(known string) string {
	return fmt.Sprintf("%d new, %d known, %d gone; known findings %s", b.New, b.Known, b.Gone, known)
}

// Against moves the findings of now that the baseline has too out of the count.
// It refuses a baseline that cannot tell what is new. Waivers go first: a finding
// that is waived is neither new nor known. One that is more severe than before is new.
func Against(baseline, now *Report) error {
	if err := refusal(baseline, now); err != nil {
		return err
	}
	// Fingerprints are counted, not only looked up: where the baseline had one of
	// two that are alike, the second is new.
	left, had := map[string]int{}, map[string]rule.Severity{}
	for _, list := range [][]finding.Finding{baseline.Findings, baseline.Known} {
		for i := range list {
			left[list[i].Fingerprint]++
			had[list[i].Fingerprint] = list[i].Severity
		}
	}
	fresh := make([]finding.Finding, 0, len(now.Findings))
	for _, f := range now.Findings {
		known := left[f.Fingerprint] > 0
		if known {
			left[f.Fingerprint]--
		}
		if known && had[f.Fingerprint].AtLeast(f.Severity) {
			now.Known = append(now.Known, f)
		} else {
			fresh = append(fresh, f)
		}
	}
	now.Findings = fresh
	for _, w := range now.Waived {
		if left[w.Fingerprint] > 0 {
			left[w.Fingerprint]--
		}
	}
	now.Baseline = &Baseline{New: len(fresh), Known: len(now.Known), Gone: gone(baseline, now, left)}
	now.Arrange()
	return nil
}

// refusal tells why a report is no baseline for another, if it is not.
func refusal(baseline, now *Report) error {
	switch {
	case baseline.Kind != now.Kind:
		return fmt.Errorf("the baseline is a report of kind %q, but this report is of kind %q: create a baseline with the same command", baseline.Kind, now.Kind)
	case target(baseline.Target) != target(now.Target):
		return fmt.Errorf("the baseline was created for %s, but this run is for %s: create a new baseline for %s", target(baseline.Target), target(now.Target), target(now.Target))
	case !baseline.Complete():
		return fmt.Errorf("the baseline is incomplete: %s could not be read when it was created, so old findings would be reported as new; create it again", rule.Count(baseline.Unread(), "part"))
	}
	return nil
}

// target names what a report was checked against: two references to the same version
// are the same target.
func target(s Side) string { return cmp.Or(s.Version, s.Name) }

func gone(baseline, now *Report, left map[string]int) (n int) {
	unread := slice.Set(slice.Map(now.Account.Unreadable, func(u finding.Unreadable) string { return u.File }))
	for _, list := range [][]finding.Finding{baseline.Findings, baseline.Known} {
		for f := range slice.Each(list) {
			if left[f.Fingerprint] == 0 {
				continue
			}
			left[f.Fingerprint]--
			if !unread[f.File] {
				n++
			}
		}
	}
	return n
}
