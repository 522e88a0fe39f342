package catalog

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/tsv"
)

const featureColumns = "release\tparameters\tmedia types\tsubresources"

// EncodeFeatures writes the table of the request features that need a feature gate, one release per
// line.
func EncodeFeatures(features map[discovery.Release]*discovery.Features) []byte {
	var b strings.Builder
	b.WriteString(featureColumns + "\n")
	for _, r := range slices.SortedFunc(maps.Keys(features), discovery.Release.Compare) {
		f := features[r]
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\n", r, cmp.Or(strings.Join(f.Parameters, ","), "-"), cmp.Or(strings.Join(f.MediaTypes, ","), "-"), cmp.Or(strings.Join(f.Subresources, ","), "-"))
	}
	return []byte(b.String())
}

// DecodeFeatures reads the table that EncodeFeatures writes.
func DecodeFeatures(data []byte) (map[discovery.Release]*discovery.Features, error) {
	features := map[discovery.Release]*discovery.Features{}
	err := tsv.Below(string(data), "features", featureColumns, func(f []string) error {
		r, err := discovery.ParseRelease(f[0])
		features[r] = &discovery.Features{Parameters: tsv.List(f[1]), MediaTypes: tsv.List(f[2]), Subresources: tsv.List(f[3])}
		return err
	})
	if err != nil {
		return nil, err
	}
	if string(EncodeFeatures(features)) != string(data) {
		return nil, errors.New("the table of features is not in order, or not as it is written")
	}
	return features, nil
}

// LifecycleColumns is the header line of the table.
const LifecycleColumns = "group\tversion\tresource\tkind\tintroduced\tdeprecated\twithdrawn\tremoved\treplacement\tgone\tenabled"

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
