// Package source says what a source of an API surface is and how it is named
// on the command line. The sub-packages hold the sources themselves.
//
// It must not compare or render, and knows no flags.
package source

import (
	"context"

	"github.com/kubedelta/kubedelta/discovery"
)

// Source is a place that an API surface can be read from.
type Source interface {
	// Load reads the surface. What could not be read but does not spoil the
	// rest is in the surface's Incomplete; an error means that there is no
	// surface at all. It stops when ctx ends.
	Load(ctx context.Context) (*discovery.Surface, error)
}
