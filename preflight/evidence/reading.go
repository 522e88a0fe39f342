package evidence

// State is whether something was read.
type State string

// The states.
const (
	// Read: all of it was read.
	Read State = "read"
	// NotServed: according to discovery the server does not have it, so it was not requested.
	NotServed State = "not-served"
	// Forbidden: the user lacks a permission.
	Forbidden State = "forbidden"
	// Failed: the server did not answer, or the response was not what was requested.
	Failed State = "failed"
	// Partial: the list ended early. What was read counts; that something is missing in it proves
	// nothing.
	Partial State = "partial"
	// NotAsked: it was not needed.
	NotAsked State = "not-asked"
)

// Reading is the result of reading one kind of thing.
type Reading struct {
	// What is the group and resource ("nodes", "deployments.apps") or path ("/metrics").
	What  string `json:"what"`
	State State  `json:"state"`
	// Reason is a sentence for the person who must act; "" if it was read.
	Reason string `json:"reason,omitempty"`
	// Permission is what the user lacks: "list nodes", "get /metrics".
	Permission string `json:"permission,omitempty"`
	// Count is the number of objects that were read.
	Count int `json:"count"`
}

// OK reports whether it was read completely.
func (r Reading) OK() bool { return r.State == Read }

// Gap is something that a check could not see.
type Gap struct {
	What       string `json:"what"`
	Reason     string `json:"reason"`
	Permission string `json:"permission,omitempty"`
}

// Gap returns the reading as a gap.
func (r Reading) Gap() Gap { return Gap{What: r.What, Reason: r.Reason, Permission: r.Permission} }

// Resource identifies a kind of thing by group and resource: {"", "nodes"}. A path that is not a
// resource has the group "path": {"path", "/metrics"}.
type Resource struct {
	Group, Name string
}

// Object is what all objects have.
type Object struct {
	APIVersion, Kind, Namespace, Name, UID string
	Labels, Annotations                    map[string]string
	Owners                                 []Owner
	// Managers are the managers that wrote the object, each with its version.
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
	// Time is in RFC 3339; "" if it is missing.
	Time string `json:"time"`
}
