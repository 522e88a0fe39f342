// Package totals sums up audit events: who calls which API, with which client, how often
// and when, and what the log shows of the policy that made it.
//
// It owns what is counted and how totals are joined. Its memory is bounded whatever the
// log says, and its sums do not depend on the order of events or on how a log was
// divided among goroutines. It must not read files or words of reports.
package totals
