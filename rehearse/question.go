package rehearse

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// Form is in which form of an object a server is asked about it.
type Form string

// The forms.
const (
	// Written is what a file, a chart or a kustomization says.
	Written Form = "manifest"
	// Stored is what a cluster's API server says of an object that it keeps.
	Stored Form = "stored"
	// Applied is what kubectl apply was last given, which is what it is given again.
	Applied Form = "last-applied"
	// Released is what the manifest of a Helm release says.
	Released Form = "helm"
)

// Question is an object that a server is asked about.
type Question struct {
	// File, Line and Document are where the object stands.
	File     string `json:"file"`
	Line     int    `json:"line,omitzero"`
	Document int    `json:"document,omitzero"`
	Form     Form   `json:"form"`

	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace,omitempty"`
	Name       string `json:"name,omitempty"`
	// Kustomization is the folder that it was built from; "" for none.
	Kustomization string `json:"kustomization,omitempty"`
	// Unfit tells why no server can be asked about it; "" where one can.
	Unfit string `json:"unfit,omitempty"`
	// Foreign: it is a file of a component or a tool, and none of an API server.
	Foreign bool `json:"foreign,omitzero"`
	// Body is the object as it is sent.
	Body jsontext.Value `json:"body,omitempty"`
	// Said is what scan says of it. Unchecked: the target of scan has no data about it.
	Said      []Said `json:"said,omitempty"`
	Unchecked bool   `json:"unjudged,omitzero"`
	// Warning is what the definition of a custom resource says of its version, which is
	// deprecated; "" where it leaves the words to the server.
	Warning string `json:"-"`
}

// GroupVersion is that of the object.
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

// Outcome is what became of a question.
type Outcome string

// The outcomes.
const (
	Taken   Outcome = "taken"
	Warned  Outcome = "taken with warnings"
	Refused Outcome = "refused"
	// NotAsked: there is no answer that says anything of the object.
	NotAsked Outcome = "could not be asked"
	// NotAnObject: it is a file of a component or a tool, which no API server takes.
	NotAnObject Outcome = "no object of an API server"
)

// Answer is what a server says of an object.
type Answer struct {
	Outcome Outcome `json:"outcome"`
	// As is how it was asked: create, or apply, where the object exists.
	As string `json:"as,omitempty"`
	// Reason is the server's, Message its sentence, Causes what it says field by field.
	Reason  string  `json:"reason,omitempty"`
	Message string  `json:"message,omitempty"`
	Causes  []Cause `json:"causes,omitempty"`
	// Warnings are the server's own words.
	Warnings []string `json:"warnings,omitempty"`
	// Why tells why it could not be asked.
	Why string `json:"why,omitempty"`
	// Kept is the object as the server would have kept it.
	Kept jsontext.Value `json:"-"`
}

// Cause is what a server refuses in an object.
type Cause struct {
	Reason  string `json:"reason,omitempty"`
	Field   string `json:"field,omitempty"`
	Message string `json:"message"`
	// Found: scan has a finding at this field.
	Found bool `json:"found,omitzero"`
}

// Result is a question with its answer.
type Result struct {
	Question Question
	Answer
	Agreement Agreement
	// Differ tells in what scan and the server differ, where they do.
	Differ string
	// Changes are what the server changes in the object.
	Changes []Change
}

// FirstLine is the first line of what a server, or a program, said.
func FirstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
