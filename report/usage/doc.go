// Package usage is the report of kubedelta usage: a finding for each caller of an API, in the
// contract of scan (package report/findings), and in addition the callers and what the logs do not
// show.
//
// It owns the wording and the order of what users see, and the redaction of --redact. It must not
// read a log or check an API.
package usage
