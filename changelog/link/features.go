package link

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// together is what the entry that speaks best for all changes behind one feature
// gate gets for each of them.
const together = 2.0

// features lets the changes behind one feature gate agree.
func (f *finder) features() {
	type feature struct {
		act   act
		gates string
	}
	members := map[feature][]*verdict{}
	for i := range f.cases {
		if v := &f.cases[i]; len(v.subject.gates) > 0 {
			k := feature{v.subject.act, strings.Join(v.subject.gates, " and ")}
			members[k] = append(members[k], v)
		}
	}
	for k, list := range members {
		if len(list) < 2 {
			continue
		}
		best := f.spokesman(list)
		for _, v := range list {
			for i := range v.list {
				if c := &v.list[i]; c.entry == best && c.named {
					c.give(together, fmt.Sprintf("speaks for the changes of the feature gate %s", k.gates))
				}
			}
		}
	}
}

// spokesman is the entry with the most points over all the changes.
func (f *finder) spokesman(list []*verdict) int32 {
	sums := map[int32]float64{}
	for _, v := range list {
		for i := range v.list {
			if v.list[i].named {
				sums[v.list[i].entry] += max(0, round(v.list[i].score))
			}
		}
	}
	var all []candidate
	for entry, sum := range sums {
		all = append(all, candidate{entry: entry, score: sum})
	}
	if len(all) == 0 {
		return -1
	}
	return slices.MinFunc(all, func(a, b candidate) int { return cmp.Or(f.index.better(a, b), cmp.Compare(a.entry, b.entry)) }).entry
}
