package history

import (
	"slices"
	"strconv"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/tsv"
)

// KEPsColumns is the header line of the table of KEPs.
const KEPsColumns = "gate\tkeps"

// ParseKEPs reads the table of the KEPs that name a feature gate (kep.yaml in
// https://github.com/kubernetes/enhancements).
func ParseKEPs(text string) (map[string][]int, error) {
	byGate := map[string][]int{}
	err := tsv.Below(text, "KEPs", KEPsColumns, func(f []string) error {
		for _, text := range tsv.List(f[1]) {
			number, err := strconv.Atoi(text)
			if err != nil {
				return err
			}
			byGate[f[0]] = append(byGate[f[0]], number)
		}
		return nil
	})
	return byGate, err
}

// keps returns the KEPs that name a gate, and those in the notes about it.
func (t Tables) keps(name string) []int {
	keps := slice.Flat(t.Named[Gate][name], func(m Mention) []int { return m.KEPs })
	return slice.Unique(slices.Concat(keps, t.KEPs[name]))
}
