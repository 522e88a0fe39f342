// Package github fetches release notes from GitHub: the changelogs of
// kubernetes/kubernetes, the machine-readable notes of kubernetes/sig-release
// and of kubernetes-sigs/release-notes, and the labels of pull requests.
//
// It owns where those files stand, and what asking costs: what was read is kept
// on disk with its ETag, so that asking again is free with a token, no address
// is asked twice in one run, all requests of a run share one budget of time, and
// where GitHub cannot be reached what is kept serves, with a warning.
//
// It gives bytes and must not parse notes. What it cannot get is a
// [NotFoundError], for there is no such file, or an [UnreachableError], for the
// caller to go on with what is built in.
package github
