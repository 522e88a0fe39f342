// Package rehearse is the questions about objects to an API server before an upgrade, and the
// meaning of its answers: what of an object is sent and what never is, whether the server accepts
// the object, what it changes, and whether scan agrees.
//
// It takes values and returns values. Package ask sends the questions, and package local runs a
// server to ask. It must not make a request, open a file or check an object itself.
package rehearse
