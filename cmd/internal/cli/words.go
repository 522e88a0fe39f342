package cli

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// didYouMean is the tail of an error: the nearest of what there is.
func didYouMean(word string, among []string) string {
	if near := nearest.Word(word, among); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// notOneOf is the error of a value that is none of a few: it names the nearest of them, or
// else all.
func notOneOf[S ~string](problem, value string, among []S) error {
	names := slice.Map(among, func(s S) string { return string(s) })
	if near := didYouMean(value, names); near != "" {
		return usagef("%s%s", problem, near)
	}
	return usagef("%s; use one of %s", problem, strings.Join(names, ", "))
}

// listed writes a list of names: "breaking, risky".
func listed[S ~string](list []S) string {
	names := slice.Map(list, func(s S) string { return string(s) })
	return strings.Join(names, ", ")
}
