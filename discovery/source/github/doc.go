// Package github reads the documents that kubernetes/kubernetes publishes at a
// tag: the OpenAPI v3 documents and the discovery of a server with every API
// turned on, or swagger v2 where the tag is older than v3.
//
// It owns the way to them, from tag to commit to tree to blobs, and its costs:
// blobs are kept on disk under the name that git gives them, and believed only
// if their content has that name; a limit of GitHub's is explained, not run
// into; a broken answer is asked for again. The files of the public GitHub come
// from its host of raw files, whose requests do not count towards the limit, and
// from the API where that host cannot be reached.
//
// The token goes to the host of the API and nowhere else: not to the host of a
// redirect, not into the cache, not into an error.
package github
