// Package totals counts audit events: who calls which API, with which client, how often
// and when, and which parts of the audit policy the log shows.
//
// It owns what is counted and how totals are merged. Its memory is bounded for every log,
// and its sums do not depend on the order of events or on how a log was divided among
// goroutines. It must not read files or contain words of reports.
package totals
