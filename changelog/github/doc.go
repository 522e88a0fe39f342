// Package github fetches release notes from GitHub: the changelogs of kubernetes/kubernetes, the
// machine-readable notes of kubernetes/sig-release and of kubernetes-sigs/release-notes, and the
// labels of pull requests.
//
// It owns the location of these files and the cost of requests. Responses are cached on disk with
// their ETags, so that a repeated request is free with a token. No URL is requested twice in one
// run. All requests of a run share one time budget. If GitHub is unreachable, the cache is used,
// with a warning.
//
// It returns bytes and must not parse notes. If it has no result, it returns a [NotFoundError] if
// the file does not exist, or an [UnreachableError], so that the caller can use the built-in data.
package github
