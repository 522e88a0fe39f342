// Package escape makes text safe for its context. Everything that a report prints can come from a
// hostile file or server: names of files and objects, values, messages.
//
// It owns a function for each context: a terminal, the log of a CI system, markdown, GitHub's
// workflow commands, CSV, XML, URIs. HTML is not among them: package page writes it from texts of
// Plain. The package must not know what a report is.
package escape
