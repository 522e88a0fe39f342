// Package tree is the model of a manifest as it was written: maps, lists and
// scalars with the place of each, in one flat array, so that 20,000 documents
// cost no more than reading them. It owns values only; package reader makes them.
package tree
