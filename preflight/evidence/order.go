package evidence

// Order tells whether an entry of managedFields is that of the last writer.
type Order string

// The orders.
const (
	// Last: nobody wrote the object at another version later.
	Last Order = ""
	// Overtaken: somebody did, so that the entry tells of the past.
	Overtaken Order = "overtaken"
	// Unordered: somebody wrote it at another version, and which was later the
	// times do not tell.
	Unordered Order = "unordered"
)

// Listed stands for a manager where the list itself is the evidence: all versions
// in which the object can be stored are in no scheme of a release on the way.
const Listed = "listed"
