// Package slice owns what package slices lacks for lists: Each, Map, Flat, Filter, Find, Add, Set and Unique.
// It knows no record. Like a loop that appends, its functions return nil for nothing.
package slice

import (
	"cmp"
	"iter"
	"slices"
)

// Each yields pointers to the elements, which are not copied.
func Each[T any](list []T) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for i := range list {
			if !yield(&list[i]) {
				return
			}
		}
	}
}

// Map returns what f makes of each element.
func Map[T, U any](list []T, f func(T) U) (out []U) {
	for _, one := range list {
		out = append(out, f(one))
	}
	return out
}

// Flat returns all that f makes of the elements, as one list.
func Flat[T, U any](list []T, f func(T) []U) (out []U) {
	for _, one := range list {
		out = append(out, f(one)...)
	}
	return out
}

// Filter returns the elements that keep holds for, as a new list.
func Filter[T any](list []T, keep func(T) bool) (out []T) {
	for _, one := range list {
		if keep(one) {
			out = append(out, one)
		}
	}
	return out
}

// Find returns the first element that is holds for; nil if there is none.
func Find[T any](list []T, is func(*T) bool) *T {
	for i := range list {
		if is(&list[i]) {
			return &list[i]
		}
	}
	return nil
}

// Add appends the elements that a list does not have yet.
func Add[T comparable](list []T, more ...T) []T {
	for _, one := range more {
		if !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	return list
}

// Set returns the elements as the keys of a map.
func Set[T comparable](list []T) map[T]bool {
	set := make(map[T]bool, len(list))
	for _, one := range list {
		set[one] = true
	}
	return set
}

// Unique sorts a list in place, and returns it with each element once.
func Unique[T cmp.Ordered](list []T) []T {
	slices.Sort(list)
	return slices.Compact(list)
}
