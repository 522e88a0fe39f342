// Package usage is the report of kubedelta usage: the findings, one for each caller of an
// API, in the contract of scan (package report/findings), and beside them who the
// callers are and what the logs cannot tell.
//
// It owns the wording and the order of what users see, and the redaction of --redact. It must
// not read a log, and must not check an API.
package usage
