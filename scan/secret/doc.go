// Package secret determines which values of a document must not be quoted: the data of Secrets,
// environment variables, copies of them in annotations, and values whose key or form shows that
// they are credentials.
//
// It owns that knowledge for everything that shows text of a manifest: excerpts, messages of
// validation, diffs of fixes. In doubt it hides a value: that costs a reader part of an excerpt,
// and a credential in a build log costs more. It must never keep, copy or write a value: it returns
// nodes and offsets.
package secret
