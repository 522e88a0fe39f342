// Package rehearse is the report of kubedelta rehearse: what an API server refuses and
// warns of, as findings in the contract of scan (package report/findings), and beside them
// in what scan differs, what the server changes, and what could not be asked.
//
// It owns the wording and the order of what users see. It must not ask a server.
package rehearse
