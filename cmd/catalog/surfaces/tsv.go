package surfaces

import (
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
			catalog.Dash(l.Group), l.Version, l.Resource, l.Kind,
			catalog.Dash(l.Introduced.String()), catalog.Dash(l.Deprecated.String()), catalog.Dash(l.Withdrawn.String()), catalog.Dash(l.Removed.String()), replacement, catalog.Dash(l.Gone.String()), yesNo(l.Enabled),
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
		fmt.Fprintln(&b, strings.Join([]string{row.Schema, row.Field, row.First.String(), row.Last.String(), catalog.Dash(string(row.Stage)), catalog.Dash(strings.Join(row.Gates, ",")), yesNo(row.Inherited)}, "\t"))
	}
	return []byte(b.String())
}
