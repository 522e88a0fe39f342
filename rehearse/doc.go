// Package rehearse is what an API server is asked about objects before an upgrade, and
// what its answers mean: what is sent of an object and what never is, whether the server
// takes it, what it changes in it, and whether scan says the same.
//
// It takes values and returns values. Package ask sends the questions, package local runs
// a server to ask. It must not make a request, open a file or check an object itself.
package rehearse
