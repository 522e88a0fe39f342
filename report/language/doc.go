// Package language has the fixed text of reports for people, a file for each language:
// headings, heads of tables, remarks, and what is said of a change.
//
// It owns the words and nothing else: it must not know what a report is, and the
// texts of release notes do not pass through it.
package language
