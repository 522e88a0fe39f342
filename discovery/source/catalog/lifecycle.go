package catalog

import (
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/tsv"
)

// lifecycleKey identifies a lifecycle.
type lifecycleKey struct {
	gv       discovery.GroupVersion
	resource string
}

// LifecycleColumns is the header line of the table.
const LifecycleColumns = "group\tversion\tresource\tkind\tintroduced\tdeprecated\twithdrawn\tremoved\treplacement\tgone\tenabled"

// Dash returns "-" for an empty field.
func Dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// DecodeLifecycles reads the table that cmd/catalog writes.
func DecodeLifecycles(data []byte) ([]discovery.ResourceLifecycle, error) {
	var lifecycles []discovery.ResourceLifecycle
	err := tsv.Below(string(data), "lives", LifecycleColumns, func(f []string) error {
		l, err := decodeLifecycle(f)
		lifecycles = append(lifecycles, l)
		return err
	})
	return lifecycles, err
}

func decodeLifecycle(f []string) (l discovery.ResourceLifecycle, err error) {
	l.Group, l.Version, l.Resource, l.Kind = tsv.Known(f[0]), f[1], f[2], f[3]
	l.Enabled = f[10] == "yes"
	if err := tsv.Releases(append(f[4:8:8], f[9]), &l.Introduced, &l.Deprecated, &l.Withdrawn, &l.Removed, &l.Gone); err != nil {
		return l, err
	}
	if f[8] != "-" {
		parts := strings.Split(f[8], "/")
		if len(parts) != 3 {
			return l, fmt.Errorf("replacement %q is not group/version/kind", f[8])
		}
		l.Replacement = &discovery.GroupVersionKind{Group: parts[0], Version: parts[1], Kind: parts[2]}
	}
	return l, nil
}
