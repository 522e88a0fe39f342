package evidence

import "github.com/kubedelta/kubedelta/discovery"

// State tells whether something was read.
type State string

// The states.
const (
	// Read: all of it was read.
	Read State = "read"
	// NotServed: discovery says that the server does not have it; it was not
	// asked for.
	NotServed State = "not-served"
	// Forbidden: the user lacks a permission.
	Forbidden State = "forbidden"
	// Failed: the server did not answer, or not with what was asked for.
	Failed State = "failed"
	// Partial: the list broke off; what came before counts, its absence does not.
	Partial State = "partial"
	// NotAsked: nobody needed it.
	NotAsked State = "not-asked"
)

// Reading tells how the reading of one kind of thing went.
type Reading struct {
	// What is the group-resource ("nodes", "webhooks…") or path ("/metrics").
	What  string `json:"what"`
	State State  `json:"state"`
	// Reason is a sentence for whoever must act; "" where it was read.
	Reason string `json:"reason,omitempty"`
	// Permission is what the user lacks: "list nodes", "get /metrics".
	Permission string `json:"permission,omitempty"`
	// Count of objects read.
	Count int `json:"count"`
}

// OK reports whether it was read as a whole.
func (r Reading) OK() bool { return r.State == Read }

// Gap is something that a check could not see.
type Gap struct {
	What       string `json:"what"`
	Reason     string `json:"reason"`
	Permission string `json:"permission,omitempty"`
}

// Gap says what was not seen.
func (r Reading) Gap() Gap { return Gap{What: r.What, Reason: r.Reason, Permission: r.Permission} }

// Resource names a kind of thing by group and resource: {"", "nodes"}. Paths that
// are no resources have the group "path": {"path", "/metrics"}.
type Resource struct {
	Group, Name string
}

// Object is what all objects have.
type Object struct {
	APIVersion, Kind, Namespace, Name, UID string
	Labels, Annotations                    map[string]string
	Owners                                 []Owner
	// Managers are who wrote the object, with the version each wrote at.
	Managers []Manager
}

// Owner is an owner reference, as servers send it.
type Owner struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	Controller bool   `json:"controller"`
}

// Manager is an entry of managedFields, as servers send it.
type Manager struct {
	Name        string `json:"manager"`
	APIVersion  string `json:"apiVersion"`
	Subresource string `json:"subresource"`
	// Time is as written, RFC 3339; "" where it is missing.
	Time string `json:"time"`
}

// GroupVersion is the version that the manager wrote at.
func (m Manager) GroupVersion() discovery.GroupVersion {
	return discovery.ParseGroupVersion(m.APIVersion)
}
