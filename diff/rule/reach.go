package rule

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// Reach is a kind that contains a changed schema, with the shortest path to the change; "" if the
// schema is that of the kind itself. For a query parameter, Kind is a resource. The JSON form is a
// string: "batch/v1 Job spec.managedBy".
type Reach struct {
	discovery.GroupVersionKind
	Path string
}

func (r Reach) String() string { return strings.TrimSpace(r.GroupVersionKind.String() + " " + r.Path) }

// MarshalText writes the form of [Reach.String].
func (r Reach) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the form of [Reach.String].
func (r *Reach) UnmarshalText(text []byte) error {
	apiVersion, rest, _ := strings.Cut(string(text), " ")
	gv := discovery.ParseGroupVersion(apiVersion)
	r.Group, r.Version = gv.Group, gv.Version
	r.Kind, r.Path, _ = strings.Cut(rest, " ")
	return nil
}
