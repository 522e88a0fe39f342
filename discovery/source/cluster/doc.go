// Package cluster records the API of a live server into a [documents.Set]. It sends only GET
// requests, lists objects, and asks with dry runs whether a server accepts an object.
//
// It owns everything between a kubeconfig and the documents: logins, TLS, retries, limits of time
// and size, the cache of OpenAPI documents, and the messages that say what could not be read and
// what to do about it.
//
// It must never write to a cluster, follow a redirect to another host (which would send the
// credentials there), or let a credential or the server's address into a Set, a cache file or the
// text of an error. It must not keep more in memory than its limits, or report what it could not
// read as missing. It imports only the rest and clientcmd packages of client-go:
// client-go/discovery would double the size of the binary.
//
// Package [github.com/kubedelta/kubedelta/discovery/documents] interprets the documents.
package cluster
