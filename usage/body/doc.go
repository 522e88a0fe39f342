// Package body checks the bodies of requests in audit events: which of their fields the
// target does not have.
//
// It owns which body is of which kind, and asks package scan/checker, so that usage and scan
// say the same of the same field. It keeps names of fields and never a value. It must not
// know who sends the request.
package body
