package evidence

import "time"

// AuditLog is what the audit logs of the cluster say about deprecated and removed APIs.
type AuditLog struct {
	// First and Last are the times of the first and the last event.
	First, Last time.Time
	// Lacks describes what the logs lack, in sentences. That a call is not in the logs is
	// conclusive only if Lacks is empty.
	Lacks []string
	Calls []Call
}

// Call is a caller of an API.
type Call struct {
	Group, Version, Resource, Subresource, Kind string
	User, Agent                                 string
	// ControlPlane: the caller is part of the control plane, and is upgraded with it.
	ControlPlane bool
	// Verbs is how often each verb was requested: "list 2, watch 1".
	Verbs    string
	Requests int
	Last     string
}
