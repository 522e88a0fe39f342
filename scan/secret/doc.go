// Package secret tells which values of a document must not be quoted: what
// Secrets hold, environment variables, the copies of them that annotations keep,
// and values that say by their key or their form that they are credentials.
//
// It owns that knowledge for all who show text of a manifest: excerpts, messages of
// validation, differences of a fix. It errs on the side of hiding, which costs a
// reader part of an excerpt; a credential in a build log costs more. It must never
// keep, copy or write a value: it gives nodes and offsets.
package secret
