// Package rehearse is the report of kubedelta rehearse: what an API server refuses and warns about,
// as findings in the contract of scan (package report/findings), and in addition where scan
// differs, what the server changes, and which objects have no answer.
//
// It owns the wording and the order of what users see. It must not send requests to a server.
package rehearse
