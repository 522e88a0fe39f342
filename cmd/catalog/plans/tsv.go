package plans

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/tsv"
)

// header is the first line of a table.
const header = "group\tversion\tkind\tintroduced\tdeprecated\tremoved\treplacement group\treplacement version\treplacement kind"

// In a table "-" means that a value is not recorded, and "core" is the core group, whose name is
// empty.
const (
	absent = "-"
	core   = "core"
)

// Format writes the table: the header, then one line for each kind, sorted.
func Format(plans Plans) []byte {
	var b bytes.Buffer
	b.WriteString(header + "\n")
	for _, kind := range slices.SortedFunc(maps.Keys(plans), compare) {
		plan := plans[kind]
		row := []string{
			orCore(kind.Group), kind.Version, kind.Kind,
			cmp.Or(plan.Introduced.String(), absent), cmp.Or(plan.Deprecated.String(), absent), cmp.Or(plan.Removed.String(), absent),
			absent, absent, absent,
		}
		if r := plan.Replacement; r != nil {
			copy(row[6:], []string{orCore(r.Group), r.Version, r.Kind})
		}
		b.WriteString(strings.Join(row, "\t") + "\n")
	}
	return b.Bytes()
}

func orCore(group string) string { return cmp.Or(group, core) }

func compare(a, b discovery.GroupVersionKind) int {
	return cmp.Or(strings.Compare(orCore(a.Group), orCore(b.Group)), strings.Compare(a.Version, b.Version), strings.Compare(a.Kind, b.Kind))
}

// Parse reads the output of Format. Any other text is an error.
func Parse(table []byte) (Plans, error) {
	plans := Plans{}
	err := tsv.Below(string(table), "lifecycles", header, func(column []string) error {
		kind, err := parseKind(column[:3])
		if err != nil {
			return err
		}
		var plan discovery.Lifecycle
		if err := tsv.Releases(column[3:6], &plan.Introduced, &plan.Deprecated, &plan.Removed); err != nil {
			return err
		}
		if strings.Join(column[6:], "") != absent+absent+absent {
			replacement, err := parseKind(column[6:])
			if err != nil {
				return err
			}
			plan.Replacement = &replacement
		}
		plans[kind] = plan
		return nil
	})
	if err == nil && !bytes.Equal(Format(plans), table) {
		err = errors.New("the table of lifecycles is not in order, or not as it is written")
	}
	return plans, err
}

func parseKind(column []string) (discovery.GroupVersionKind, error) {
	for _, name := range column {
		if name == "" || name == absent {
			return discovery.GroupVersionKind{}, fmt.Errorf("%q is no group, version and kind", column)
		}
	}
	kind := discovery.GroupVersionKind{Group: column[0], Version: column[1], Kind: column[2]}
	if kind.Group == core {
		kind.Group = ""
	}
	return kind, nil
}
