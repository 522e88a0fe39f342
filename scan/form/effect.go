package form

import "github.com/kubedelta/kubedelta/discovery"

// Effect is what a change of a manifest changes in an object.
type Effect struct {
	From, To discovery.GroupVersionKind
	// Reshaped: fields get other names or places. Words are the names and values that change
	// otherwise, before and after.
	Reshaped bool
	Words    []string
	// Has reports whether the object has a field.
	Has func(path ...string) bool
}
