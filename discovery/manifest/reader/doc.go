// Package reader reads manifests: it splits the bytes of a file into documents,
// and calls a function with each API object in them, lists opened.
//
// It owns what counts as a document, an object, an empty document and one that
// cannot be read, and the place of everything in the text. One document that
// cannot be read never hides the others, and none is left out in silence: a
// [Result] accounts for every document.
//
// There are two ways to read YAML. The fast one (type fast) knows what manifests
// are written in: block maps and lists, plain and quoted scalars, block scalars,
// flow collections. It gives up where a document holds anything else, or anything
// that might mean something else to a full parser, and the slow way, yaml.v3,
// reads that document. Where the fast way does not give up, it makes the tree
// that yaml.v3 makes, node by node; a fuzz test holds them together. So every
// document is parsed whole: there is no look at bytes that decides what is worth
// parsing, and nothing is claimed of a document that was not read.
//
// Scalars mean what they mean to kubectl, which reads YAML 1.1: a bare yes, no,
// on or off is a truth value.
//
// It must never open a file, and it must not panic, hang or take memory without
// bound, whatever the bytes are.
package reader
