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
func Parse(tsv []byte) (Plans, error) {
	text, ended := strings.CutSuffix(string(tsv), "\n")
	if !ended {
		return nil, errors.New("the lifecycle table does not end with a line break; it is cut off")
	}
	lines := strings.Split(text, "\n")
	if lines[0] != header {
		return nil, fmt.Errorf("line 1 of the lifecycle table is %q, not its header", lines[0])
	}
	plans := Plans{}
	var last discovery.GroupVersionKind
	for i, line := range lines[1:] {
		kind, plan, err := parseLine(line)
		if err != nil {
			return nil, fmt.Errorf("line %d of the lifecycle table: %w", i+2, err)
		}
		if i > 0 && compare(last, kind) >= 0 {
			return nil, fmt.Errorf("line %d of the lifecycle table: %s does not come after %s", i+2, kind, last)
		}
		plans[kind], last = plan, kind
	}
	return plans, nil
}

func parseLine(line string) (kind discovery.GroupVersionKind, plan discovery.Lifecycle, err error) {
	column := strings.Split(line, "\t")
	if len(column) != 9 {
		return kind, plan, fmt.Errorf("%q has %d columns, not 9", line, len(column))
	}
	if kind, err = parseKind(column[0:3]); err != nil {
		return kind, plan, err
	}
	for i, release := range []*discovery.Release{&plan.Introduced, &plan.Deprecated, &plan.Removed} {
		if *release, err = parseRelease(column[3+i]); err != nil {
			return kind, plan, err
		}
	}
	if strings.Join(column[6:], "") == absent+absent+absent {
		return kind, plan, nil
	}
	replacement, err := parseKind(column[6:])
	plan.Replacement = &replacement
	return kind, plan, err
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

// parseRelease accepts "1.24" only, and no other forms of a version.
func parseRelease(s string) (discovery.Release, error) {
	if s == absent {
		return discovery.Release{}, nil
	}
	release, err := discovery.ParseRelease(s)
	if err == nil && (release.String() != s) {
		err = fmt.Errorf("%q is not a release in the form 1.24", s)
	}
	return release, err
}
