// Package usage finds in audit logs the callers of the APIs that a target removes or
// deprecates, and lists what the logs do not contain.
//
// It combines the packages below it: read splits logs into records, event finds the audit
// events in them, api finds what the target does with an API, and totals counts. It must
// not render anything, and must not use the network.
package usage
