// Package step is what the steps of the command have in common: a step makes files
// of what lies in folders, the same bytes of the same inputs.
package step

import "context"

// Folders are where the inputs of steps lie.
type Folders struct {
	// Published has what the Kubernetes project and others published.
	Published string
	// Recorded has a folder for each minor that the lab has recorded.
	Recorded string
	// Key is the file of the private key that signs a data set, and Date the day of a new
	// version of it, as in 2026-11-23.
	Key, Date string
}

// Make makes the files of a step, by their names.
type Make func(context.Context, Folders) (map[string][]byte, error)
