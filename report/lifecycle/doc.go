// Package lifecycle shows the lifecycle of fields, types, gates, flags and metrics, and the history
// of a kind: the JSON contract of `kubedelta explain` and `kubedelta history`, and their
// pages in the languages of reports.
//
// It owns how they look. What they are is of package history; it must not look anything
// up.
package lifecycle
