// Package usage answers from audit logs who calls the APIs that a target removes or
// deprecates, and what the logs cannot tell.
//
// It joins the parts below it: package read cuts logs into records, event finds the
// audit events in them, api knows what becomes of an API at the target, and totals sums
// up. It must not render anything, and must not talk to a network.
package usage
