// Package format is the table of the formats of reports, and the formats that do not depend on the
// report: JSON, YAML and templates.
//
// It owns the names of formats, their order, and the options of renderers. It must not know what a
// report is about.
package format
