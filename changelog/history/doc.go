// Package history says what the release notes of several releases and forms say
// together: which forms of one release belong together ([Join]), which entries
// stand between two versions ([Library.Between]), what was taken back
// ([MarkReverts]) and what patch releases have too ([MarkBackports]).
//
// It takes documents that others read, and returns values. It must not read
// files or ask servers, and must not know what an API change is.
package history
