// Package language contains the fixed texts of reports for people, in a file for each language:
// headings, names of columns, remarks, and messages of changes.
//
// It owns the texts only. It must not know what a report is. Texts of release notes do not pass
// through it.
package language
