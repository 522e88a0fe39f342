// Package order owns how lists of records are sorted. It knows no record.
//
// slices.SortFunc is compiled anew for each type of record, to 10 to 27 kB of
// machine code, and there are some eighty types: half a megabyte of a binary that
// has a budget. By and Stably are compiled once for all. They take up to twice as
// long, which matters nowhere that they are used; lists of pointers, strings and
// numbers share their code already and are sorted by package slices.
package order

import "sort"

// By sorts a list; compare is as in slices.SortFunc, and which of two equal
// records comes first is not said.
func By[T any](list []T, compare func(a, b T) int) {
	if len(list) > 1 { // most lists of a schema are empty
		sort.Sort(sorterOf(list, compare))
	}
}

// Stably sorts a list and leaves equal records in the order that they have.
func Stably[T any](list []T, compare func(a, b T) int) { sort.Stable(sorterOf(list, compare)) }

// sorter hides the type of the records behind functions.
type sorter struct {
	length int
	less   func(i, j int) bool
	swap   func(i, j int)
}

func sorterOf[T any](list []T, compare func(a, b T) int) sorter {
	return sorter{
		length: len(list),
		less:   func(i, j int) bool { return compare(list[i], list[j]) < 0 },
		swap:   func(i, j int) { list[i], list[j] = list[j], list[i] },
	}
}

func (s sorter) Len() int           { return s.length }
func (s sorter) Less(i, j int) bool { return s.less(i, j) }
func (s sorter) Swap(i, j int)      { s.swap(i, j) }
