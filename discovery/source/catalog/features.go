package catalog

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

const featureColumns = "release\tparameters\tmedia types\tsubresources"

// EncodeFeatures writes the table of what the requests of each release take only
// where a feature gate is turned on: a release a line.
func EncodeFeatures(features map[discovery.Release]*discovery.Features) []byte {
	var b strings.Builder
	b.WriteString(featureColumns + "\n")
	for _, r := range slices.SortedFunc(maps.Keys(features), discovery.Release.Compare) {
		f := features[r]
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\n", r, Dash(strings.Join(f.Parameters, ",")), Dash(strings.Join(f.MediaTypes, ",")), Dash(strings.Join(f.Subresources, ",")))
	}
	return []byte(b.String())
}

// DecodeFeatures reads the table that EncodeFeatures wrote.
func DecodeFeatures(data []byte) (map[discovery.Release]*discovery.Features, error) {
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if lines[0] != featureColumns {
		return nil, fmt.Errorf("the table of features begins with %q, not with its columns", lines[0])
	}
	features := map[discovery.Release]*discovery.Features{}
	for i, line := range lines[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 4 {
			return nil, fmt.Errorf("line %d of the table of features has %d columns instead of 4", i+2, len(f))
		}
		r, err := discovery.ParseRelease(f[0])
		if err != nil {
			return nil, fmt.Errorf("line %d of the table of features: %w", i+2, err)
		}
		features[r] = &discovery.Features{Parameters: list(f[1]), MediaTypes: list(f[2]), Subresources: list(f[3])}
	}
	if string(EncodeFeatures(features)) != string(data) {
		return nil, errors.New("the table of features is not in order, or not as it is written")
	}
	return features, nil
}

// list reads names with commas between them; "-" is none.
func list(s string) []string {
	if s == "-" {
		return nil
	}
	return strings.Split(s, ",")
}
