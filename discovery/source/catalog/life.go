package catalog

import (
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
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

func undash(s string) string {
	if s == "-" {
		return ""
	}
	return s
}

// DecodeLives reads the table that cmd/catalog writes.
func DecodeLives(data []byte) ([]discovery.Life, error) {
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if lines[0] != LifeColumns {
		return nil, fmt.Errorf("the table of lives begins with %q, not with its columns", lines[0])
	}
	lives := make([]discovery.Life, 0, len(lines))
	for i, line := range lines[1:] {
		l, err := decodeLife(strings.Split(line, "\t"))
		if err != nil {
			return nil, fmt.Errorf("line %d of the table of lives: %w", i+2, err)
		}
		lives = append(lives, l)
	}
	return lives, nil
}

func decodeLife(f []string) (l discovery.Life, err error) {
	if len(f) != 11 {
		return l, fmt.Errorf("%d columns instead of 11", len(f))
	}
	l.Group, l.Version, l.Resource, l.Kind = undash(f[0]), f[1], f[2], f[3]
	l.Enabled = f[10] == "yes"
	for i, r := range []*discovery.Release{&l.Introduced, &l.Deprecated, &l.Withdrawn, &l.Removed} {
		if err := r.UnmarshalText([]byte(undash(f[4+i]))); err != nil {
			return l, err
		}
	}
	if err := l.Gone.UnmarshalText([]byte(undash(f[9]))); err != nil {
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
