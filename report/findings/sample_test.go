package findings

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/scan/finding"
)

func release(s string) discovery.Release {
	r, err := discovery.ParseRelease(s)
	if err != nil {
		panic(err)
	}
	return r
}

// rules are the rules for the renderers.
func rules() []rule.Rule {
	return []rule.Rule{
		{
			ID: "resource-removed", Title: "A version that the target no longer serves", Severity: rule.Breaking, HelpURI: "https://example.org/rules#resource-removed",
			Doc: "The API server answers *404* to requests for this version.\n\nWrite the version that replaces it.",
		},
		{ID: "field-deprecated", Title: "A field that is deprecated", Severity: rule.Deprecation, Doc: "It works, and will not for ever.", HelpURI: "https://example.org/rules#field-deprecated"},
		{ID: "kind-unknown", Title: "A kind that the target does not know", Severity: rule.Unknown, Doc: "It may be misspelt.", HelpURI: "https://example.org/rules#kind-unknown"},
	}
}

func removedIngress() finding.Finding {
	f := finding.Finding{
		Rule: "resource-removed", Severity: rule.Breaking, File: "deploy/web.yaml", Line: 2, Column: 13, EndColumn: 31, Document: 1,
		APIVersion: "extensions/v1beta1", Kind: "Ingress", Namespace: "shop", Name: "web",
		Introduced: release("1.1"), Deprecated: release("1.14"), Removed: release("1.22"),
		Replacement: &discovery.GroupVersionKind{Group: "networking.k8s.io", Version: "v1", Kind: "Ingress"}, ReplacementServed: true,
		Message:   "extensions/v1beta1 Ingress is not served since 1.22",
		Migration: []string{"write networking.k8s.io/v1, served from 1.19", "move spec.backend to spec.defaultBackend", "set pathType on every path"},
		Source:    "apiVersion: extensions/v1beta1 # old", Offset: 14,
	}
	f.Seal()
	return f
}

// sample returns a report with all features.
func sample() *Report {
	gitRepo := finding.Finding{
		Rule: "field-deprecated", Severity: rule.Deprecation, File: "deploy/web.yaml", Line: 31, Column: 5, EndColumn: 12, Document: 2,
		APIVersion: "v1", Kind: "Pod", Name: "größe", Field: "spec.volumes[0].gitRepo", Deprecated: release("1.11"),
		Message: "spec.volumes[0].gitRepo is deprecated since 1.11", Source: "\t名: gitRepo: {repository: x}\t# 名前",
	}
	gitRepo.Column, gitRepo.EndColumn = 5, 12
	unknown := finding.Finding{
		Rule: "kind-unknown", Severity: rule.Unknown, File: "charts/shop.tgz/templates/cron job.yaml", Line: 4, Document: 1,
		APIVersion: "batch/v99", Kind: "CronJob", Name: "*", Message: "the target knows no batch/v99 CronJob", Guess: true,
		Origin: tree.Origin{Chart: "shop", Template: "templates/cron job.yaml"}, Source: "apiVersion: batch/v99",
	}
	known := removedIngress()
	known.File, known.Name, known.Line = "deploy/old.yaml", "old", 1
	waived := removedIngress()
	waived.File, waived.Name = "deploy/waived.yaml", "waived"
	bySide := waived
	bySide.Name, bySide.Line = "second", 9
	for _, f := range []*finding.Finding{&gitRepo, &unknown, &known, &waived, &bySide} {
		f.Seal()
	}
	r := New(KindScan, envelope.Tool{Name: "kubedelta", Version: "v0.3.0"},
		envelope.Side{Name: "1.33", Version: "v1.33.0", Source: discovery.SourceCatalog, Incomplete: []envelope.Incomplete{}},
		finding.Account{
			Files: 6, Documents: 14, Objects: 12, Empty: 1, Other: 1,
			Skipped:    map[string]int{"binary": 2, "not a manifest by name": 5},
			Unreadable: []finding.Unreadable{{File: "deploy/bad.yaml", Line: 7, Document: 2, Reason: "a tab where YAML wants spaces"}, {File: "deploy/secret.yaml", Reason: "permission denied"}},
			NotChecked: map[string]int{"cert-manager.io/v1 Certificate": 3},
		},
		[]finding.Finding{unknown, gitRepo, removedIngress(), known})
	r.From = &envelope.Side{Name: "1.29", Version: "v1.29.0", Source: discovery.SourceCatalog, Incomplete: []envelope.Incomplete{}}
	r.Waived = []finding.Waived{
		{Finding: waived, By: finding.InManifest, Reason: "the cluster is replaced in May", WaiverLine: 1},
		{Finding: bySide, By: finding.InIgnoreFile, Reason: "OPS-1234", Expires: "2027-03-31"},
	}
	fixed := removedIngress()
	fixed.File, fixed.Message = "deploy/cron.yaml", "batch/v1beta1 CronJob is not served since 1.25"
	fixed.Seal()
	r.Fixed = []Fixed{{Finding: fixed, Wrote: "batch/v1", Written: true}}
	r.Left = []Left{{Fingerprint: removedIngress().Fingerprint, Reason: "fields have moved", Steps: []string{"rename serviceName to service.name"}}}
	r.Warnings = []finding.Warning{{File: "deploy/web.yaml", Line: 3, Text: "the comment waives resource-removed, but there is no such finding: remove it"}}
	baseline := New(KindScan, r.Tool, r.Target, finding.Account{Objects: 2}, []finding.Finding{known, {Rule: "x", Severity: rule.Risky, File: "gone.yaml", Fingerprint: "000000000000"}})
	baseline.From = r.From
	if err := Against(baseline, r, Coverage{}); err != nil {
		panic(err)
	}
	return r
}

// clean returns a report without findings.
func clean() *Report {
	return New(KindScan, envelope.Tool{Name: "kubedelta", Version: "v0.3.0"}, envelope.Side{Name: "1.33", Version: "v1.33.0", Source: discovery.SourceCatalog},
		finding.Account{Files: 1, Documents: 1, Objects: 1}, nil)
}

// Options are the options of the renderers; format is often the name of a format in tests.
type Options = format.Options
