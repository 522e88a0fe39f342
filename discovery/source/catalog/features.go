package catalog

import (
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
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\n", r, Dash(strings.Join(f.Parameters, ",")), Dash(strings.Join(f.MediaTypes, ",")), Dash(strings.Join(f.Subresources, ",")))
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
