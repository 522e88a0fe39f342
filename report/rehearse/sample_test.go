package rehearse_test

import (
	"bytes"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/rehearse"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/format"
	report "github.com/kubedelta/kubedelta/report/rehearse"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// results are answers of each kind. name and text are in all places with outside text.
func results(name, text string) []rehearse.Result {
	of := func(file string, form rehearse.Form, kind string) rehearse.Question {
		return rehearse.Question{File: file, Line: 3, Document: 1, Form: form, APIVersion: "apps/v1", Kind: kind, Namespace: "shop", Name: name}
	}
	built := of("overlays/prod", rehearse.Written, "Deployment")
	built.Kustomization = "overlays/prod"
	gone := of("context:prod", rehearse.Applied, "Deployment")
	gone.Line, gone.Document = 0, 0
	said := []rehearse.Said{{Rule: "schema-invalid", Severity: rule.Breaking, Field: "spec.selector", Message: "spec.selector is required: " + text}}
	both := of("m/both.yaml", rehearse.Written, "Deployment")
	both.Said = said
	return []rehearse.Result{
		{
			Question: built, Answer: rehearse.Answer{Outcome: rehearse.Taken, As: "create"}, Agreement: rehearse.Agreed,
			Changes: []rehearse.Change{{Field: "spec.replicas", New: "1"}, {Field: "spec.x", Old: text}, {Field: "spec.y", Old: `"1"`, New: "1"}},
		},
		{Question: of("m/warned.yaml", rehearse.Written, "Deployment"), Answer: rehearse.Answer{Outcome: rehearse.Warned, As: "create", Warnings: []string{"spec.x is deprecated: " + text, "hm"}}, Agreement: rehearse.Agreed},
		{
			Question: both, Agreement: rehearse.Agreed,
			Answer: rehearse.Answer{
				Outcome: rehearse.Refused, As: "create", Reason: "Invalid", Message: "it is invalid",
				Causes: []rehearse.Cause{{Reason: "FieldValueRequired", Field: "spec.selector", Message: "Required value: " + text, Found: true}, {Reason: "FieldValueInvalid", Field: "spec.template", Message: "no"}},
			},
		},
		{Question: gone, Answer: rehearse.Answer{Outcome: rehearse.Refused, Reason: "NotFound", Message: "the server does not serve it: " + text}, Agreement: rehearse.ServerOnly, Differ: "scan does not report that the server refuses it"},
		{Question: of("m/only-scan.yaml", rehearse.Written, "StatefulSet"), Answer: rehearse.Answer{Outcome: rehearse.Taken, As: "apply"}, Agreement: rehearse.ScanOnly, Differ: "scan reports that the server refuses it (schema-invalid): " + text},
		{Question: of("m/unasked.yaml", rehearse.Written, "DaemonSet"), Answer: rehearse.Answer{Outcome: rehearse.NotAsked, Why: "a webhook of the target has side effects: " + text}, Agreement: rehearse.NotCompared},
		{Question: of("m/kustomization.yaml", rehearse.Written, "Kustomization"), Answer: rehearse.Answer{Outcome: rehearse.NotAnObject}, Agreement: rehearse.NotCompared},
	}
}

// made is the report of results.
func made(t *testing.T, server report.Server, all []rehearse.Result) *report.Report {
	t.Helper()
	counts := report.NewCounts()
	for _, r := range all {
		counts.Add(r)
	}
	account := finding.Account{Files: 6, Documents: 7, Objects: len(all), Skipped: map[string]int{}, NotChecked: map[string]int{}, Unreadable: []finding.Unreadable{}}
	target := envelope.Side{Name: "1.36", Version: server.Version, Source: discovery.SourceCluster, Incomplete: []envelope.Incomplete{}}
	r := report.New(envelope.Tool{Name: "kubedelta", Version: "v0.0.0"}, target, account, counts, counts.Findings(), server)
	r.Gate = &envelope.Gate{FailOn: "breaking"}
	r.Encode()
	r.Settle()
	return r
}

// sample returns a report with all features.
func sample(t *testing.T) *report.Report {
	return made(t, report.Server{
		Version: "v1.36.1", Local: true, Assets: "--assets", Made: map[string]int{"Namespace": 2, "CustomResourceDefinition": 1},
		Left: []string{"ValidatingAdmissionPolicyBinding limits: its parameters are Secrets, whose values are not sent, so nothing is admitted by it"},
	}, results("web", "text"))
}

// clean returns a report with nothing notable.
func clean(t *testing.T) *report.Report {
	return made(t, report.Server{Version: "v1.36.1", Webhooks: []string{"w.example.com of hooks declares sideEffects: Some"}, Stopped: "the API server stopped before it was asked\nmore"}, []rehearse.Result{
		{Question: rehearse.Question{File: "m/a.yaml", Form: rehearse.Written, APIVersion: "v1", Kind: "ConfigMap", Name: "a"}, Answer: rehearse.Answer{Outcome: rehearse.Taken, As: "create"}, Agreement: rehearse.Agreed},
	})
}

func render(t *testing.T, name string, r *report.Report) []byte {
	t.Helper()
	var out bytes.Buffer
	write := r.Writers()[name]
	if write == nil {
		t.Fatalf("there is no format %s", name)
	}
	if err := write(&out, format.Options{Rules: pages()}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func pages() (list []rule.Rule) {
	for _, r := range report.Rules() {
		list = append(list, rule.Rule{ID: r.ID, Title: r.Title, Severity: r.Severity, Doc: r.Doc, HelpURI: "https://example.org/" + r.ID})
	}
	return list
}
