package usage

import (
	"io"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/usage/read"
	"github.com/kubedelta/kubedelta/usage/totals"
)

// Kind is that of the report.
const Kind = "Usage"

// GroupBy is what the callers are put together by.
type GroupBy string

// The groups.
const (
	ByCaller GroupBy = ""
	ByUser   GroupBy = "user"
	ByAgent  GroupBy = "agent"
	ByAPI    GroupBy = "api"
)

// Groups are those that can be asked for.
func Groups() []GroupBy { return []GroupBy{ByUser, ByAgent, ByAPI} }

// Report is what kubedelta usage found, as -o json writes it.
type Report struct {
	findings.Report `json:",inline"`
	Usage           Usage `json:"usage"`
}

// Usage is what the logs say beyond the findings.
type Usage struct {
	GroupBy GroupBy `json:"groupBy,omitempty"`
	// First and Last are the times of the first and last event; "" where none tells.
	First string `json:"first"`
	Last  string `json:"last"`
	// Gaps are the times of an hour and more without any event.
	Gaps []Gap `json:"gaps"`
	// Events were checked. PassedOver and Unread count the records that hold none, by
	// reason, and Envelopes the events by the form in which they came.
	Events     int            `json:"events"`
	PassedOver map[string]int `json:"passedOver"`
	Unread     map[string]int `json:"unread"`
	Envelopes  map[string]int `json:"envelopes"`
	Files      []File         `json:"files"`
	Policy     Policy         `json:"policy"`
	// Callers call APIs that the target removes or deprecates, the strongest first.
	Callers []Caller `json:"callers"`
	// Clients are the programs, by their user agents, the most frequent first.
	Clients []Client `json:"clients"`
	// NotCalled are APIs that the target removes or deprecates, and that nobody called.
	NotCalled []NotCalled `json:"notCalled"`
	// NotChecked counts the events of APIs that the target says nothing of.
	NotChecked map[string]int `json:"notJudged"`
	Redacted   bool           `json:"redacted,omitzero"`
}

// Gap is a time without events: from the end of the last hour with some to the next.
type Gap struct {
	From string `json:"from"`
	To   string `json:"to"`
	// Report is the one that it is of, where several were joined.
	Report string `json:"report,omitempty"`
}

// File is the account of one file.
type File struct {
	File       string `json:"file"`
	Bytes      int64  `json:"bytes"`
	Records    int    `json:"records"`
	Checked    int    `json:"judged"`
	PassedOver int    `json:"passedOver"`
	Unread     int    `json:"unread"`
	Failed     string `json:"failed,omitempty"`
}

// Policy is what the events show of the audit policy.
type Policy struct {
	// Levels and Stages count events.
	Levels      map[string]int `json:"levels"`
	Stages      map[string]int `json:"stages"`
	totals.Sums `json:",inline"`
	// Omits are sentences about what the log does not have.
	Omits []string `json:"omits"`
}

// Caller is somebody who calls an API.
type Caller struct {
	// Fingerprint is that of the finding.
	Fingerprint string        `json:"fingerprint"`
	Rule        string        `json:"rule"`
	Severity    rule.Severity `json:"severity"`
	APIVersion  string        `json:"apiVersion"`
	Kind        string        `json:"kind"`
	Resource    string        `json:"resource"`
	Subresource string        `json:"subresource,omitempty"`
	// Field is one that the requests carry and the target does not have; "" for calls of the
	// API.
	Field string `json:"field,omitempty"`
	// Removed is the release from which on the API is not served, where one is known.
	Removed discovery.Release `json:"removed"`
	User    string            `json:"user"`
	// ImpersonatedBy is who pretended to be the user.
	ImpersonatedBy string       `json:"impersonatedBy,omitempty"`
	Class          totals.Class `json:"class"`
	Groups         []string     `json:"groups,omitempty"`
	Agent          string       `json:"agent"`
	AgentVersion   string       `json:"agentVersion"`
	// Program is what the agent is known as, where its name does not say it.
	Program string        `json:"program,omitempty"`
	Verbs   []totals.Verb `json:"verbs"`
	// Reads and Writes count requests; Refused those that were answered with 400 or more.
	Reads      int      `json:"reads"`
	Writes     int      `json:"writes"`
	Refused    int      `json:"refused,omitzero"`
	First      string   `json:"first"`
	Last       string   `json:"last"`
	Sources    []string `json:"sources,omitempty"`
	Namespaces []string `json:"namespaces,omitempty"`
	// More: there are more groups, sources or namespaces than are listed.
	More bool `json:"more,omitzero"`
	// Others: it sums up callers that were too many to be told apart.
	Others bool `json:"others,omitzero"`
	// Report is the one that it is of, where several were joined.
	Report string `json:"report,omitempty"`
}

// Requests are all of a caller.
func (c *Caller) Requests() int { return c.Reads + c.Writes }

// Client is a program.
type Client struct {
	Agent   string `json:"agent"`
	Version string `json:"version"`
	Program string `json:"program,omitempty"`
	// Kubernetes is the release that the client is of, where its user agent tells.
	Kubernetes discovery.Release `json:"kubernetes,omitzero"`
	Events     int               `json:"events"`
	// Skew tells why the version skew policy does not let it talk to the target.
	Skew   string `json:"skew,omitempty"`
	Others bool   `json:"others,omitzero"`
}

// NotCalled is an API that nobody called in the logs.
type NotCalled struct {
	APIVersion string `json:"apiVersion"`
	Resource   string `json:"resource"`
	// Reads and Writes count the events of the resource in any version: without any, the
	// log may not record the resource.
	Reads  int `json:"reads"`
	Writes int `json:"writes"`
}

// fileOf is the account of a file.
func fileOf(a *read.Account) File {
	return File{File: a.File, Bytes: a.Bytes, Records: a.Records, Checked: a.Checked, PassedOver: a.PassedOver, Unread: a.Unread, Failed: a.Failed}
}

// Writers are the formats of the report.
func (r *Report) Writers() format.Writers {
	all := r.Shared()
	all.Pages(r.page)
	all.ValuesAndTemplate(r, format.Functions())
	return all
}

// Formats are the formats that the report has.
func Formats() []string { return (&Report{}).Writers().Names() }

// ReadJSON reads a report that -o json wrote.
func ReadJSON(in io.Reader) (*Report, error) {
	r := &Report{}
	whole := func() bool { return r.Usage.Callers != nil && r.Usage.Policy.Omits != nil }
	if err := (findings.Reading{What: "kubedelta usage", Needs: "target, account, summary, findings or usage", Kinds: []string{Kind}, Whole: whole}).Read(in, r, &r.Report); err != nil {
		return nil, err
	}
	r.say()
	return r, nil
}

// ClientSkew is the one rule that only logs have; the others are those of scan.
func ClientSkew() rule.Rule {
	return rule.Rule{
		ID: "client-skew", Title: "A client is outside the version skew policy of the target", Severity: rule.Risky, Since: "0.9.0",
		Varies: "info for kubectl and cloud-controller-manager",
		Doc: "By its user agent, the client is a kubelet, a kube-proxy, a cloud-controller-manager or a kubectl of a release that must not talk to an API server of the target " +
			"(https://kubernetes.io/releases/version-skew-policy/). A user agent is set by the client, and is not verified. kube-controller-manager and kube-scheduler are " +
			"upgraded with the control plane and are not reported. The user agents of other controllers do not contain the version of client-go.",
		Example: "Kubernetes 1.36 allows kubelets of 1.33 to 1.36, and kubectl of 1.35 to 1.37.",
	}
}
