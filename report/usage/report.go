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

// Kind is the kind of the report in JSON.
const Kind = "Usage"

// GroupBy is the property by which callers are grouped.
type GroupBy string

// The groups.
const (
	ByCaller GroupBy = ""
	ByUser   GroupBy = "user"
	ByAgent  GroupBy = "agent"
	ByAPI    GroupBy = "api"
)

// Groups are the values of the flag.
func Groups() []GroupBy { return []GroupBy{ByUser, ByAgent, ByAPI} }

// Report is the result of kubedelta usage, as -o json writes it.
type Report struct {
	findings.Report `json:",inline"`
	Usage           Usage `json:"usage"`

	// redaction is that of --redact, until Settle.
	redaction *redaction
}

// Usage is the facts from the logs beyond the findings.
type Usage struct {
	GroupBy GroupBy `json:"groupBy,omitempty"`
	// First and Last are the times of the first and the last event; "" if unknown.
	First string `json:"first"`
	Last  string `json:"last"`
	// Gaps are times of an hour or more without events.
	Gaps []Gap `json:"gaps"`
	// Events counts the checked events. PassedOver and Unread count the records without an event,
	// by reason, and Envelopes the events by their form.
	Events     int            `json:"events"`
	PassedOver map[string]int `json:"passedOver"`
	Unread     map[string]int `json:"unread"`
	Envelopes  map[string]int `json:"envelopes"`
	Files      []File         `json:"files"`
	Policy     Policy         `json:"policy"`
	// Callers call APIs that the target removes or deprecates, or send fields that it does not
	// have, the most severe first.
	Callers []Caller `json:"callers"`
	// Clients are the programs by user agent, the most frequent first.
	Clients []Client `json:"clients"`
	// NotCalled are APIs that the target removes or deprecates, without a call.
	NotCalled []NotCalled `json:"notCalled"`
	// NotChecked counts the events of APIs that the target has no data about.
	NotChecked map[string]int `json:"notJudged"`
	Redacted   bool           `json:"redacted,omitzero"`
}

// Gap is a time without events, from the end of the last hour with events to the next.
type Gap struct {
	From string `json:"from"`
	To   string `json:"to"`
	// Report is the name of its report, if several were joined.
	Report string `json:"report,omitempty"`
}

// File is the counts of a file.
type File = read.Account

// Policy is what the events show about the audit policy.
type Policy struct {
	// Levels and Stages count events.
	Levels      map[string]int `json:"levels"`
	Stages      map[string]int `json:"stages"`
	totals.Sums `json:",inline"`
	// Omits are sentences about what the log does not contain.
	Omits []string `json:"omits"`
}

// Caller is a user of an API.
type Caller struct {
	// Fingerprint is the fingerprint of the finding.
	Fingerprint string        `json:"fingerprint"`
	Rule        string        `json:"rule"`
	Severity    rule.Severity `json:"severity"`
	APIVersion  string        `json:"apiVersion"`
	Kind        string        `json:"kind"`
	Resource    string        `json:"resource"`
	Subresource string        `json:"subresource,omitempty"`
	// Field is a field that the requests contain and the target does not have; "" for calls of the
	// API.
	Field string `json:"field,omitempty"`
	// Removed is the release that no longer serves the API, if known.
	Removed discovery.Release `json:"removed"`
	User    string            `json:"user"`
	// ImpersonatedBy is the user who impersonated User.
	ImpersonatedBy string       `json:"impersonatedBy,omitempty"`
	Class          totals.Class `json:"class"`
	Groups         []string     `json:"groups,omitempty"`
	Agent          string       `json:"agent"`
	AgentVersion   string       `json:"agentVersion"`
	// Program is the known program of the agent, if its name differs.
	Program string        `json:"program,omitempty"`
	Verbs   []totals.Verb `json:"verbs"`
	// Reads and Writes count requests; Refused counts those with a status of 400 or more.
	Reads      int      `json:"reads"`
	Writes     int      `json:"writes"`
	Refused    int      `json:"refused,omitzero"`
	First      string   `json:"first"`
	Last       string   `json:"last"`
	Sources    []string `json:"sources,omitempty"`
	Namespaces []string `json:"namespaces,omitempty"`
	// More is set if not all groups, sources and namespaces are listed.
	More bool `json:"more,omitzero"`
	// Others is set for the sum of callers that were too many to distinguish.
	Others bool `json:"others,omitzero"`
	// Report is the name of its report, if several were joined.
	Report string `json:"report,omitempty"`
}

// Requests is the number of all requests.
func (c *Caller) Requests() int { return c.Reads + c.Writes }

// Client is a program.
type Client struct {
	Agent   string `json:"agent"`
	Version string `json:"version"`
	Program string `json:"program,omitempty"`
	// Kubernetes is the release of the client, if its user agent contains it.
	Kubernetes discovery.Release `json:"kubernetes,omitzero"`
	Events     int               `json:"events"`
	// Skew is the reason why the version skew policy does not allow it with the target.
	Skew   string `json:"skew,omitempty"`
	Others bool   `json:"others,omitzero"`
}

// NotCalled is an API without a call in the logs.
type NotCalled struct {
	APIVersion string `json:"apiVersion"`
	Resource   string `json:"resource"`
	// Reads and Writes count the events of the resource in any version. Without any, the log may
	// not record the resource.
	Reads  int `json:"reads"`
	Writes int `json:"writes"`
}

// Writers are the formats of the report.
func (r *Report) Writers() format.Writers {
	all := r.Shared()
	all.Pages(r.page)
	all.ValuesAndTemplate(r, format.Functions())
	return all
}

// ReadJSON reads a report in JSON.
func ReadJSON(in io.Reader) (*Report, error) {
	r := &Report{}
	whole := func() bool { return r.Usage.Callers != nil && r.Usage.Policy.Omits != nil }
	if err := (findings.Reading{What: "kubedelta usage", Needs: "target, account, summary, findings or usage", Kinds: []string{Kind}, Whole: whole}).Read(in, r, &r.Report); err != nil {
		return nil, err
	}
	r.say()
	return r, nil
}

// ClientSkew is the only rule that scan does not have.
func ClientSkew() rule.Rule {
	return rule.Rule{
		ID: "client-skew", Title: "A client is outside the version skew policy of the target", Severity: rule.Risky, Since: "0.9.0",
		Varies: "info for kubectl and cloud-controller-manager",
		Doc: "According to its user agent, the client is a kubelet, a kube-proxy, a cloud-controller-manager or a kubectl of a release that is not supported with an API server of the target " +
			"(https://kubernetes.io/releases/version-skew-policy/). A user agent is set by the client, and is not verified. kube-controller-manager and kube-scheduler are " +
			"upgraded with the control plane and are not reported. The user agents of other controllers do not contain the version of client-go.",
		Example: "Kubernetes 1.36 allows kubelets of 1.33 to 1.36, and kubectl of 1.35 to 1.37.",
	}
}
