package plans

import (
	_ "embed"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
)

// Plans are the lifecycles of kinds. List kinds are omitted if the table has the kind of their
// items, because both have the same lifecycle.
type Plans map[discovery.GroupVersionKind]discovery.Lifecycle

//go:embed lifecycle.tsv
var embedded []byte

// Table returns the plans of all kinds of all releases. The map is shared and must not be modified.
// An error means that the embedded table is broken.
func Table() (Plans, error) { return table() }

//nolint:gochecknoglobals // parsed at most once.
var table = sync.OnceValues(func() (Plans, error) { return Parse(embedded) })
