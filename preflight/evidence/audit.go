package evidence

import "time"

// AuditLog is what audit logs of the cluster tell of deprecated and removed APIs.
type AuditLog struct {
	// First and Last are the times of the first and the last event.
	First, Last time.Time
	// Lacks tells what the logs do not have, a sentence each. Their silence is an answer
	// only without any.
	Lacks []string
	Calls []Call
}

// Call is a caller of an API.
type Call struct {
	Group, Version, Resource, Subresource, Kind string
	User, Agent                                 string
	// ControlPlane: it is a part of the control plane, which is upgraded with it.
	ControlPlane bool
	// Verbs tells how often each verb was asked for: "list 2, watch 1".
	Verbs    string
	Requests int
	Last     string
}
