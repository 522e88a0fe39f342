package collect

import (
	"slices"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// order tells whether an entry of managedFields is that of the last writer: others
// wrote at another version later, earlier, or at a time that cannot be compared
// (times are in seconds, and may be missing).
func (h *head) order(entry *evidence.Manager) evidence.Order {
	last := entry.Time // when the version was written last
	for i := range h.Metadata.ManagedFields {
		if f := &h.Metadata.ManagedFields[i]; f.APIVersion == entry.APIVersion && writes(f, entry.Subresource) {
			last = max(last, f.Time) // RFC 3339 in UTC, as servers write it
		}
	}
	out := evidence.Last
	for i := range h.Metadata.ManagedFields {
		switch f := &h.Metadata.ManagedFields[i]; {
		case f.APIVersion == entry.APIVersion || !writes(f, entry.Subresource):
		case f.Time == "" || last == "" || f.Time == last:
			out = evidence.Unordered
		case f.Time > last:
			return evidence.Overtaken
		}
	}
	return out
}

// writes: the entry is of a writer of the object, or of the subresource. Who writes
// a subresource leaves the rest of the object as it is, and so do the controllers
// of Kubernetes, whose entries before 1.22 did not name the subresource.
func writes(f *evidence.Manager, subresource string) bool {
	return !slices.Contains(ownManagers, f.Name) && (f.Subresource == "" || f.Subresource == subresource)
}

// appliedSince tells the same of the annotation of kubectl apply where no entry is
// at its version: it has no time, and whoever wrote the object since wrote it at
// another version.
func (h *head) appliedSince() evidence.Order {
	if slices.ContainsFunc(h.Metadata.ManagedFields, func(f evidence.Manager) bool { return writes(&f, "") }) {
		return evidence.Overtaken
	}
	return evidence.Last
}
