// Package slice has functions for lists that package slices lacks: Each, Map, Flat, Filter, Find,
// Add, Set and Unique. It must not know the elements. The functions return nil for an empty result,
// like a loop that appends.
package slice

import (
	"cmp"
	"iter"
	"slices"
)

// Each ranges over pointers to the elements, without copying them.
func Each[T any](list []T) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for i := range list {
			if !yield(&list[i]) {
				return
			}
		}
	}
}

// Map returns the result of f for each element.
func Map[T, U any](list []T, f func(T) U) (out []U) {
	for _, one := range list {
		out = append(out, f(one))
	}
	return out
}

// Flat returns the concatenated results of f.
func Flat[T, U any](list []T, f func(T) []U) (out []U) {
	for _, one := range list {
		out = append(out, f(one)...)
	}
	return out
}

// Filter returns a new list of the elements for which keep returns true.
func Filter[T any](list []T, keep func(T) bool) (out []T) {
	for _, one := range list {
		if keep(one) {
			out = append(out, one)
		}
	}
	return out
}

// Find returns the first element for which is returns true; nil if there is none.
func Find[T any](list []T, is func(*T) bool) *T {
	for i := range list {
		if is(&list[i]) {
			return &list[i]
		}
	}
	return nil
}

// Add appends the elements that the list does not contain.
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

// Unique sorts a list in place and removes duplicates.
func Unique[T cmp.Ordered](list []T) []T {
	slices.Sort(list)
	return slices.Compact(list)
}
