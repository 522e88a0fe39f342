package findings

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/decision"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/finding"
)

func covers(w *decision.Waiver, f *finding.Finding) bool {
	if w.Fingerprint != "" {
		return w.Fingerprint == f.Fingerprint
	}
	i := strings.LastIndexByte(w.Resource, '/')
	return i >= 0 && w.Rule == f.Rule && w.Resource[:i] == f.APIVersion && slices.Contains(plurals(f.Kind), strings.ToLower(w.Resource[i+1:]))
}

// plurals are the possible resources of a kind: English plurals as in k8s.io/apimachinery, and the
// kind itself, which is the resource of Endpoints.
func plurals(kind string) []string {
	kind = strings.ToLower(kind)
	names := []string{kind, kind + "s", kind + "es"}
	if stem, ok := strings.CutSuffix(kind, "y"); ok {
		names = append(names, stem+"ies")
	}
	return names
}

// Waive moves the findings that waivers cover to Waived. today is "YYYY-MM-DD". It adds
// warnings about waivers to the report, and returns them. There is none about a waiver without a
// finding if the run did not check everything, because another run may need it.
func (r *Report) Waive(waivers []decision.Waiver, today string, c Coverage) []string {
	if len(waivers) == 0 {
		return nil
	}
	byKey := map[string][]int{}
	for i := range waivers {
		w := &waivers[i]
		if w.Ended(today, "finding") != "" {
			continue
		}
		// A waiver has either a fingerprint or a rule, and no rule is 12 hex digits.
		byKey[w.Fingerprint+w.Rule] = append(byKey[w.Fingerprint+w.Rule], i)
	}
	used := make([]bool, len(waivers))
	kept := make([]finding.Finding, 0, len(r.Findings))
	for f := range slice.Each(r.Findings) {
		var by *decision.Waiver
		for _, w := range slices.Concat(byKey[f.Fingerprint], byKey[f.Rule]) {
			if covers(&waivers[w], f) {
				used[w] = true
				by = &waivers[w]
			}
		}
		if by == nil {
			kept = append(kept, *f)
			continue
		}
		r.Waived = append(r.Waived, finding.Waived{Finding: *f, By: finding.InIgnoreFile, Reason: by.Reason, Expires: by.Expires})
	}
	r.Findings = kept
	warnings := decision.Warnings(waivers, used, today, "finding", func(w *decision.Waiver) bool {
		return !c.Narrowed && !envelope.Omit(r.Severities) && r.Complete() && (w.Rule == "" || c.looksFor(w.Rule))
	})
	for _, text := range warnings {
		r.Warnings = append(r.Warnings, finding.Warning{Text: text})
	}
	r.Arrange()
	return warnings
}
