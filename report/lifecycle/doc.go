// Package lifecycle shows the lifecycle of fields, types, gates, flags and metrics, and the history
// of a kind: the JSON contracts of `kubedelta explain` and `kubedelta history`, and their pages in
// all languages.
//
// It owns the presentation. The facts come from package history; it must not look up anything.
package lifecycle
