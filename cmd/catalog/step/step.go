// Package step owns the interface of the steps. A step makes files from the contents of folders,
// and the same inputs give the same bytes.
package step

import "context"

// Folders are the folders of the inputs of steps.
type Folders struct {
	// Published contains the data that the Kubernetes project and others published.
	Published string
	// Recorded contains a folder for each minor that the lab has recorded.
	Recorded string
	// Key is the file of the private key that signs a data set. Date is the day of a new version of
	// the set, such as 2026-11-23.
	Key, Date string
}

// Make makes the files of a step, by name.
type Make func(context.Context, Folders) (map[string][]byte, error)
