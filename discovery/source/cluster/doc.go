// Package cluster records the API of a live server, with raw GETs, into a
// [documents.Set]. It also asks, with dry runs, what a server says of objects.
//
// It owns everything between a kubeconfig and the bytes: logins, TLS, retries,
// time and size limits, the cache of OpenAPI documents, and the sentences that
// say what could not be read and what to do about it.
//
// It must never write to a cluster, follow a redirect to another host (the
// credentials would go along), let a credential or the server's address into a
// Set, a cache file or an error's text, hold more in memory than its limits
// say, or turn what cannot be reached into "not there". It imports client-go's
// rest and clientcmd only: client-go/discovery would double the binary.
//
// What the documents mean is told by [github.com/kubedelta/kubedelta/discovery/documents].
package cluster
