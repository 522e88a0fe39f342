package catalog

import (
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/tsv"
)

// lifeKey names a life.
type lifeKey struct {
	gv       discovery.GroupVersion
	resource string
}

// LifeColumns is the head line of the table.
const LifeColumns = "group\tversion\tresource\tkind\tintroduced\tdeprecated\twithdrawn\tremoved\treplacement\tgone\tenabled"

// Dash writes what is not known as "-".
func Dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// DecodeLives reads the table that cmd/catalog writes.
func DecodeLives(data []byte) ([]discovery.Life, error) {
	var lives []discovery.Life
	err := tsv.Below(string(data), "lives", LifeColumns, func(f []string) error {
		l, err := decodeLife(f)
		lives = append(lives, l)
		return err
	})
	return lives, err
}

func decodeLife(f []string) (l discovery.Life, err error) {
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
