package surfaces

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// encodeLifecycles writes the table with one lifecycle per line; "-" for unknown values.
func encodeLifecycles(lifecycles []discovery.ResourceLifecycle) []byte {
	var b strings.Builder
	b.WriteString(catalog.LifecycleColumns + "\n")
	for _, l := range lifecycles {
		replacement := "-"
		if r := l.Replacement; r != nil {
			replacement = r.Group + "/" + r.Version + "/" + r.Kind
		}
		fmt.Fprintln(&b, strings.Join([]string{
			cmp.Or(l.Group, "-"), l.Version, l.Resource, l.Kind,
			cmp.Or(l.Introduced.String(), "-"), cmp.Or(l.Deprecated.String(), "-"), cmp.Or(l.Withdrawn.String(), "-"), cmp.Or(l.Removed.String(), "-"), replacement, cmp.Or(l.Gone.String(), "-"), yesNo(l.Enabled),
		}, "\t"))
	}
	return []byte(b.String())
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// encodeGates writes the table, sorted, with one span of releases per line.
func encodeGates(rows []catalog.FieldGates) []byte {
	slices.SortFunc(rows, catalog.CompareGates)
	var b strings.Builder
	b.WriteString(catalog.GatesColumns + "\n")
	for _, row := range rows {
		fmt.Fprintln(&b, strings.Join([]string{row.Schema, row.Field, row.First.String(), row.Last.String(), cmp.Or(string(row.Stage), "-"), cmp.Or(strings.Join(row.Gates, ","), "-"), yesNo(row.Inherited)}, "\t"))
	}
	return []byte(b.String())
}
