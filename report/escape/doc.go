// Package escape makes text safe for the place that it goes to. Everything that
// a report prints may come from a hostile file or server: names of files and of
// objects, values, messages.
//
// It owns one function a place: a terminal, the log of a CI system, markdown,
// GitHub's workflow commands, CSV, XML, URIs. It must not know what a report is.
// HTML is not here: html/template escapes by context, and takes what Plain has
// cleaned.
package escape
