package findings

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// sarifSchema is the schema of the standard (OASIS, SARIF 2.1.0 errata 01).
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := os.Open("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	document, err := jsonschema.UnmarshalJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func validate(t *testing.T, schema *jsonschema.Schema, text []byte) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("%v\n%.2000s", err, text)
	}
}

func parseSARIF(t *testing.T, text []byte) sarifRun[[]sarifResult] {
	t.Helper()
	var log sarifLog[[]sarifResult]
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	return log.Runs[0]
}

func TestSARIFSchema(t *testing.T) {
	schema := sarifSchema(t)
	for name, r := range map[string]*Report{"sample": sample(), "clean": clean(), "hostile": hostileReport(), "cluster": clusterReport(), "odd places": oddPlaces()} {
		t.Run(name, func(t *testing.T) {
			text := render(t, "sarif", r, Options{Rules: rules()})
			validate(t, schema, text)
			run := parseSARIF(t, text)
			for _, result := range run.Results {
				if got := run.Tool.Driver.Rules[result.RuleIndex].ID; got != result.RuleID {
					t.Errorf("ruleIndex of %s is that of %s", result.RuleID, got)
				}
				for _, l := range result.Locations {
					checkPlace(t, l)
				}
			}
		})
	}
	if schema.Validate(map[string]any{"version": "2.1.0", "runs": []any{map[string]any{}}}) == nil {
		t.Error("the schema takes a run without a tool")
	}
}

func checkPlace(t *testing.T, l sarifLocation) {
	t.Helper()
	if l.Physical == nil {
		return
	}
	region := l.Physical.Region
	if region.StartLine < 1 || region.StartColumn < 0 || region.EndColumn != 0 && region.EndColumn <= region.StartColumn {
		t.Errorf("the region is %+v", region)
	}
	uri, err := url.Parse(l.Physical.Artifact.URI)
	if err != nil || uri.Fragment != "" || uri.RawQuery != "" || uri.Host != "" {
		t.Errorf("the URI %q is read as %+v, %v", l.Physical.Artifact.URI, uri, err)
	}
	if relative := uri.Scheme == ""; relative != (l.Physical.Artifact.BaseID != "") {
		t.Errorf("the URI %q has the base %q", l.Physical.Artifact.URI, l.Physical.Artifact.BaseID)
	}
}

// clusterReport has findings and unread parts that are in no file.
func clusterReport() *Report {
	return New(KindPreflight, envelope.Tool{Name: "kubedelta", Version: "v0.3.0"},
		envelope.Side{Name: "1.33", Incomplete: []envelope.Incomplete{{GroupVersion: "metrics.k8s.io/v1beta1", Part: "resources", Reason: "503"}}},
		finding.Account{Objects: 3},
		[]finding.Finding{
			{Rule: "in-cluster", Severity: rule.Breaking, Kind: "Node", Name: "n", Message: "too old"},
			{Rule: "of-nothing", Severity: rule.Info, Message: "for your information"},
		})
}

// oddPlaces has places that only an edited report can contain.
func oddPlaces() *Report {
	var list []finding.Finding
	for _, line := range []int{-1, 0, 1, 1 << 40} {
		for _, column := range []int{-5, 0, 1, 3, 4, 5, 1 << 40} {
			for _, end := range []int{-1, 0, 2, 4, 1 << 40} {
				for _, first := range []int{0, 1, 4, 1 << 40} {
					list = append(list, finding.Finding{Rule: "r", Severity: rule.Risky, File: "/tmp/ä #?%.yaml", Line: line, Column: column, EndColumn: end, SourceColumn: first, Source: "ab\t", Message: "m"})
				}
			}
		}
	}
	return New(KindScan, envelope.Tool{}, envelope.Side{Name: "x"}, finding.Account{}, list)
}

// TestOddPlaces tests that all formats handle impossible places.
func TestOddPlaces(t *testing.T) {
	for _, format := range formats() {
		render(t, format, oddPlaces(), Options{})
	}
}

// TestFingerprintsAreStable tests that fingerprints do not depend on lines and messages.
func TestFingerprintsAreStable(t *testing.T) {
	a, b := removedIngress(), removedIngress()
	b.Line, b.Column, b.Message, b.Document, b.Source = 99, 1, "in other words", 7, ""
	b.Seal()
	for _, f := range []*finding.Finding{&a, &b} {
		r := clean()
		r.Findings = []finding.Finding{*f}
		run := parseSARIF(t, render(t, "sarif", r, Options{}))
		if got := run.Results[0].PartialFingerprints["kubedelta/v1"]; got != a.Fingerprint {
			t.Errorf("the fingerprint is %s, not %s", got, a.Fingerprint)
		}
	}
}

// TestSARIFSheds tests that the least severe of too many results are left out, and that the file
// says so.
func TestSARIFSheds(t *testing.T) {
	if testing.Short() {
		t.Skip("it writes many results")
	}
	r := clean()
	for i := range maxResults + 10 {
		f := finding.Finding{Rule: "r", Severity: rule.Deprecation, File: "f", Line: i + 1, Message: "m", Fingerprint: fmt.Sprintf("%012x", i)}
		if i >= maxResults {
			f.Severity = rule.Breaking
		}
		r.Findings = append(r.Findings, f)
	}
	run := parseSARIF(t, render(t, "sarif", r, Options{}))
	if len(run.Results) != maxResults {
		t.Fatalf("%d results", len(run.Results))
	}
	if run.Results[9].Level != "error" || run.Results[10].Level != "warning" {
		t.Error("a strong result was left out before a weak one")
	}
	if n := run.Invocations[0].Notifications; len(n) != 1 || !strings.HasPrefix(n[0].Message.Text, "10 results with the lowest severities left out") {
		t.Errorf("it tells %v", n)
	}
}

// TestSARIFSize tests that a file that is too large after compression is shortened.
func TestSARIFSize(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	r := clean()
	for i := range 2500 {
		noise := make([]byte, 8000)
		for j := range noise {
			noise[j] = byte('!' + random.IntN(94))
		}
		r.Findings = append(r.Findings, finding.Finding{Rule: "r", Severity: rule.Risky, File: "f", Line: i + 1, Message: string(noise)})
	}
	text := render(t, "sarif", r, Options{})
	run := parseSARIF(t, text)
	if packed(t, text) > maxGzip || len(run.Results) == 0 || len(run.Results) == 2500 || len(run.Invocations[0].Notifications) != 1 {
		t.Errorf("%d bytes, %d results, %v", len(text), len(run.Results), run.Invocations[0].Notifications)
	}
}

// packed is the size of a text after compression.
func packed(t *testing.T, text []byte) int {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// TestMessageHasNoLinks tests that a name cannot become a link in a viewer.
func TestMessageHasNoLinks(t *testing.T) {
	if got := message("see [here](https://x) a[0]").Text; strings.Contains(got, "[here](") {
		t.Errorf("the message is %q", got)
	}
	if got := message("spec.containers[0].image").Text; got != "spec.containers[0].image" {
		t.Errorf("the message is %q", got)
	}
}

// TestInWorkTree tests that formats for a repository have the paths in it.
func TestInWorkTree(t *testing.T) {
	r := sample()
	r.WorkTree = finding.WorkTree{".": "apps/shop"}
	for _, format := range []string{"sarif", "gitlab", "github"} {
		if text := string(render(t, format, r, Options{})); !strings.Contains(text, "apps/shop/deploy/web.yaml") {
			t.Errorf("%s: %s", format, text)
		}
	}
	if text := string(render(t, "json", r, Options{})); strings.Contains(text, "apps/shop/deploy/web.yaml") {
		t.Error("the report itself has the paths in the work tree")
	}
}
