package findings

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/report/decision"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/finding"
)

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
	kept, warnings := decision.Subject[finding.Finding]{
		Name: "finding",
		Of:   func(f *finding.Finding) (fingerprint, rule string) { return f.Fingerprint, f.Rule },
		On: func(f *finding.Finding, resource string) bool {
			i := strings.LastIndexByte(resource, '/')
			return i >= 0 && resource[:i] == f.APIVersion && slices.Contains(plurals(f.Kind), strings.ToLower(resource[i+1:]))
		},
		Waived: func(f *finding.Finding, w *decision.Waiver) {
			r.Waived = append(r.Waived, finding.Waived{Finding: *f, By: finding.InIgnoreFile, Reason: w.Reason, Expires: w.Expires})
		},
		Sure: func(w *decision.Waiver) bool {
			return !c.Narrowed && !envelope.Omit(r.Severities) && r.Complete() && (w.Rule == "" || c.looksFor(w.Rule))
		},
	}.Apply(waivers, r.Findings, today)
	r.Findings = kept
	for _, text := range warnings {
		r.Warnings = append(r.Warnings, finding.Warning{Text: text})
	}
	r.Arrange()
	return warnings
}
