package order_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/order"
)

type record struct{ key, place int }

func byKey(a, b record) int { return cmp.Compare(a.key, b.key) }

// TestAsSlices compares By and Stably with package slices.
func TestAsSlices(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 11, 12, 13, 50, 1000} {
		list := make([]record, n)
		for i := range list {
			list[i] = record{key: dice.IntN(n/2 + 1), place: i}
		}
		whole := func(a, b record) int { return cmp.Or(byKey(a, b), cmp.Compare(a.place, b.place)) }
		want := slices.Clone(list)
		slices.SortStableFunc(want, byKey)
		stable, total := slices.Clone(list), slices.Clone(list)
		order.Stably(stable, byKey)
		order.By(total, whole)
		if !slices.Equal(stable, want) {
			t.Errorf("%d records: Stably is not slices.SortStableFunc", n)
		}
		if !slices.Equal(total, want) {
			t.Errorf("%d records: By is not slices.SortFunc", n)
		}
	}
}

func BenchmarkBy(b *testing.B) {
	for name, sort := range map[string]func([]record, func(a, b record) int){
		"order": order.By[record], "slices": slices.SortFunc[[]record],
	} {
		b.Run(name, func(b *testing.B) {
			list := make([]record, 1000)
			for b.Loop() {
				dice := rand.New(rand.NewPCG(1, 2))
				for i := range list {
					list[i].key = dice.Int()
				}
				sort(list, byKey)
			}
		})
	}
}
