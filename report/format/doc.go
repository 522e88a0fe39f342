// Package format is the table of the forms that reports are written in, and the forms
// that need to know nothing of a report: JSON, YAML and templates.
//
// It owns the names of forms, their order, and what renderers are told beyond the
// report. It must not know what a report is about.
package format
