// Package github reads the documents that kubernetes/kubernetes publishes at a tag: the OpenAPI v3
// documents and the discovery of a server with every API enabled, or swagger v2 for tags older than
// v3.
//
// It owns the steps from tag to commit, tree and blobs, and their costs. Blobs are cached under
// their SHA, which is verified. A rate limit is explained. An invalid response is requested again.
// The files of the public GitHub come from its host of raw files, which has no hourly rate limit,
// or from the API if that host cannot be reached.
//
// The token is sent only to the host of the API. It must not get to another host, into the cache,
// or into an error.
package github
