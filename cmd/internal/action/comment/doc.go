// Package comment keeps one comment on a pull request up to date.
//
// It owns how its own comment is known again: a hidden line at its beginning, and
// who wrote it. It must not touch the comment of anybody else, and knows nothing of
// what the comment says.
package comment
