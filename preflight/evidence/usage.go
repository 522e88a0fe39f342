package evidence

import "time"

// Order is whether an entry of managedFields is that of the last writer.
type Order string

// The orders.
const (
	// Last: nobody wrote the object at another version later.
	Last Order = ""
	// Overtaken: somebody did, so the entry is about the past.
	Overtaken Order = "overtaken"
	// Unordered: somebody wrote it at another version, and the times do not show which write was
	// later.
	Unordered Order = "unordered"
)

// What replaces a manager.
const (
	// LastApplied: the annotation of kubectl apply, which may be out of date.
	LastApplied = "last-applied"
	// ByHelm: the manifest of a Helm release.
	ByHelm = "helm"
	// Listed: the list itself is the evidence. A release on the way cannot decode any version in which
	// the object can be stored.
	Listed = "listed"
)

// AuditLog is what the audit logs of the cluster say about deprecated and removed APIs.
type AuditLog struct {
	// First and Last are the times of the first and the last event.
	First, Last time.Time
	// Lacks describes what the logs lack, in sentences. That a call is not in the logs is
	// conclusive only if Lacks is empty.
	Lacks []string
	// Unread is the part of Lacks that is about what could not be read.
	Unread []string
	Calls  []Call
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
