package rule

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// Reach is a kind that has a changed schema, with the shortest path to the change, ""
// where the schema is the kind's own. Of a query parameter, Kind is a resource. In JSON it
// is a text: "batch/v1 Job spec.managedBy".
type Reach struct {
	discovery.GroupVersionKind
	Path string
}

func (r Reach) String() string { return strings.TrimSpace(r.GroupVersionKind.String() + " " + r.Path) }

// MarshalText writes the text.
func (r Reach) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the text.
func (r *Reach) UnmarshalText(text []byte) error {
	apiVersion, rest, _ := strings.Cut(string(text), " ")
	gv := discovery.ParseGroupVersion(apiVersion)
	r.Group, r.Version = gv.Group, gv.Version
	r.Kind, r.Path, _ = strings.Cut(rest, " ")
	return nil
}
