package cli

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// releaseRange are the flags --from and --to that name releases of the catalog.
type releaseRange struct{ from, to string }

// of are the releases of the catalog from --from to --to.
func (o releaseRange) of(cat *catalog.Catalog) ([]discovery.Release, error) {
	all := cat.Releases()
	first, last := all[0], all[len(all)-1]
	for _, f := range []struct {
		flag, value string
		to          *discovery.Release
	}{{"--from", o.from, &first}, {"--to", o.to, &last}} {
		if f.value == "" {
			continue
		}
		if err := checkZero(f.flag+" ", f.value); err != nil {
			return nil, err
		}
		r, err := discovery.ParseRelease(released(f.value))
		if err != nil {
			return nil, usagef("%s: %w", f.flag, err)
		}
		if !slices.Contains(all, r) {
			return nil, &catalog.MissingError{Release: r, Has: all}
		}
		*f.to = r
	}
	if last.Compare(first) < 0 {
		return nil, usagef("--from %s is after --to %s", first, last)
	}
	return slices.DeleteFunc(all, func(r discovery.Release) bool { return r.Compare(first) < 0 || r.Compare(last) > 0 }), nil
}
