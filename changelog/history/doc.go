// Package history combines the release notes of several releases and forms: the forms of one
// release ([Join]), the notes between two versions ([Library.Between]), reverts ([MarkReverts]),
// statements that a later note replaces ([MarkOverrides]), and backports to patch releases.
//
// It takes parsed documents and returns values. It must not read files or send requests, and must
// not know what an API change is.
package history
