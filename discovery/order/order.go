// Package order sorts lists of records. It must not know the records.
//
// slices.SortFunc is compiled for each type of record, to 10 to 27 kB of machine code. For about
// eighty types this is half a megabyte, and the binary has a size budget. By and Stably are
// compiled once. They take up to twice as long, which does not matter where they are used. Lists of
// pointers, strings and numbers share their code, so package slices sorts them.
package order

import "sort"

// By sorts a list. compare is as in slices.SortFunc. The order of equal records is not specified.
func By[T any](list []T, compare func(a, b T) int) {
	if len(list) > 1 { // most lists of a schema are empty
		sort.Sort(sorterOf(list, compare))
	}
}

// Stably sorts a list and keeps the order of equal records.
func Stably[T any](list []T, compare func(a, b T) int) { sort.Stable(sorterOf(list, compare)) }

// sorter accesses the records by functions, so that its type does not depend on theirs.
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
