package evidence

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

// Listed replaces a manager if the list itself is the evidence: a release on the way cannot decode
// any version in which the object can be stored.
const Listed = "listed"
