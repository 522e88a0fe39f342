package rehearse

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// Form is the form of an object that a server is asked about.
type Form string

// The forms.
const (
	// Written is the object in a file, a chart or a kustomization.
	Written Form = "manifest"
	// Stored is the object as a cluster's API server returns it.
	Stored Form = "stored"
	// Applied is the object as it was last given to kubectl apply, which will be given the same
	// again.
	Applied Form = "last-applied"
	// Released is the object in the manifest of a Helm release.
	Released Form = "helm"
)

// Question is an object that a server is asked about.
type Question struct {
	// File, Line and Document are the place of the object.
	File     string `json:"file"`
	Line     int    `json:"line,omitzero"`
	Document int    `json:"document,omitzero"`
	Form     Form   `json:"form"`

	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace,omitempty"`
	Name       string `json:"name,omitempty"`
	// Kustomization is the folder from which it was built; "" if it was not built.
	Kustomization string `json:"kustomization,omitempty"`
	// Unfit is why no server can be asked about it; "" if one can.
	Unfit string `json:"unfit,omitempty"`
	// Foreign: it is a file of a component or a tool, not an object of an API server.
	Foreign bool `json:"foreign,omitzero"`
	// Body is the object as it is sent.
	Body jsontext.Value `json:"body,omitempty"`
	// Said are the findings of scan in it. Unchecked: scan's target has no data about it.
	Said      []Said `json:"said,omitempty"`
	Unchecked bool   `json:"unjudged,omitzero"`
	// Warning is the deprecation warning in the definition of a custom resource; "" if the
	// definition leaves it to the server.
	Warning string `json:"-"`
}

// GroupVersion returns that of the object.
func (q *Question) GroupVersion() discovery.GroupVersion {
	return discovery.ParseGroupVersion(q.APIVersion)
}

// Said is a finding of scan in an object.
type Said struct {
	Rule     string        `json:"rule"`
	Severity rule.Severity `json:"severity"`
	Field    string        `json:"field,omitempty"`
	Message  string        `json:"message"`
}

// Outcome is the outcome of a question.
type Outcome string

// The outcomes.
const (
	Taken   Outcome = "taken"
	Warned  Outcome = "taken with warnings"
	Refused Outcome = "refused"
	// NotAsked: there is no answer about the object.
	NotAsked Outcome = "could not be asked"
	// NotAnObject: it is a file of a component or a tool, which no API server accepts.
	NotAnObject Outcome = "no object of an API server"
)

// Answer is the answer of a server about an object.
type Answer struct {
	Outcome Outcome `json:"outcome"`
	// As is the request: create, or apply if the object exists.
	As string `json:"as,omitempty"`
	// Reason and Message are the server's. Causes has its message by field.
	Reason  string  `json:"reason,omitempty"`
	Message string  `json:"message,omitempty"`
	Causes  []Cause `json:"causes,omitempty"`
	// Warnings are the texts of the server's warnings.
	Warnings []string `json:"warnings,omitempty"`
	// Why is why it could not be asked.
	Why string `json:"why,omitempty"`
	// Kept is the object as the server would store it.
	Kept jsontext.Value `json:"-"`
	// Lenient: the server ignores unknown fields.
	Lenient bool `json:"-"`
}

// Cause is one reason why a server refuses an object.
type Cause struct {
	Reason  string `json:"reason,omitempty"`
	Field   string `json:"field,omitempty"`
	Message string `json:"message"`
	// Found: scan has a finding at this field.
	Found bool `json:"found,omitzero"`
}

// Result is a question with its answer.
type Result struct {
	Question  `json:",inline"`
	Answer    `json:",inline"`
	Agreement Agreement `json:"agreement"`
	// Differ is how scan and the server differ; "" if they do not.
	Differ string `json:"differ,omitempty"`
	// Changes are what the server changes in the object.
	Changes []Change `json:"changes,omitempty"`
}

// FirstLine is the first line of a message of a server or a program.
func FirstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
