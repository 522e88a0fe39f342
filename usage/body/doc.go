// Package body checks the bodies of requests in audit events: which of their fields the
// target does not have.
//
// It owns the kind of each body. It calls package scan/checker, so that usage and scan report
// the same for the same field. It keeps names of fields and never a value. It must not
// depend on who sends the request.
package body
