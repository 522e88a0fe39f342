// Package report owns the JSON contract of diff and changelog, its construction from a comparison
// and release notes, and its renderers: text, markdown, HTML, JUnit and workflow commands.
//
// It owns the order and the wording of what users see, and what a bounded report leaves out first.
// Renderers take a writer and a *Report, and return the write error. It must not import packages of
// diff except for their values, and must not read a file, a clock or the network.
package report
