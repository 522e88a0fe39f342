// Package tree is the model of a manifest: its maps, lists and scalars with their places in the
// text. All nodes are in one slice, so that a document needs few allocations. It must not parse
// text; package reader makes the trees.
package tree
