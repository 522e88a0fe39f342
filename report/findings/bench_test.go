package findings_test

import (
	"fmt"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// BenchmarkRender writes a report of 4,333 findings in each format.
func BenchmarkRender(b *testing.B) {
	r := large(4333)
	for _, name := range (&findings.Report{}).Writers().Names() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var size counter
				if err := r.Writers().Write(&size, name, format.Options{}); err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(size))
			}
		})
	}
}

// BenchmarkNew sorts and counts as many findings.
func BenchmarkNew(b *testing.B) {
	r := large(4333)
	for b.Loop() {
		findings.New(findings.KindScan, r.Tool, r.Target, r.Account, r.Findings)
	}
}

// large returns a report of n findings, two in each file.
func large(n int) *findings.Report {
	var list []finding.Finding
	for i := range n {
		f := finding.Finding{
			Rule: "resource-removed", Severity: rule.Breaking, File: fmt.Sprintf("manifests/app-%04d.yaml", i/2), Line: 3 + i%2*100, Column: 1, EndColumn: 27, Document: 1 + i%2,
			APIVersion: "policy/v1beta1", Kind: "PodDisruptionBudget", Namespace: "shop", Name: fmt.Sprintf("web-%d", i),
			Deprecated: discovery.Release{Major: 1, Minor: 21}, Removed: discovery.Release{Major: 1, Minor: 25},
			Replacement: &discovery.GroupVersionKind{Group: "policy", Version: "v1", Kind: "PodDisruptionBudget"}, ReplacementServed: true, Fixable: true,
			Message: "policy/v1beta1 PodDisruptionBudget is no longer served; use policy/v1 PodDisruptionBudget", Migration: []string{"Write apiVersion: policy/v1"},
			Source: "apiVersion: policy/v1beta1", Offset: -1,
		}
		f.Seal()
		list = append(list, f)
	}
	return findings.New(findings.KindScan, envelope.Tool{Name: "kubedelta"}, envelope.Side{Name: "1.33", Version: "v1.33.0"}, finding.Account{Files: n / 2}, list)
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
