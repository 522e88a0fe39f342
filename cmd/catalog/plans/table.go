package plans

import (
	_ "embed"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
)

// Plans are the lifecycles of kinds. Kinds of lists are left out where the kind
// they list is there: they share its effect.
type Plans map[discovery.GroupVersionKind]discovery.Lifecycle

//go:embed lifecycle.tsv
var embedded []byte

// Table returns the plans of all kinds of all releases. The map is shared and
// must not be changed. An error means that the program was built from a broken
// table.
func Table() (Plans, error) { return table() }

//nolint:gochecknoglobals // parsed at most once.
var table = sync.OnceValues(func() (Plans, error) { return Parse(embedded) })
