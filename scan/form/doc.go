// Package form is the model of an object as it is to read: a tree whose parts know
// which node of a manifest they were made of, so that what does not change can be
// copied from the text with its comments.
//
// It owns values only. Who plans a change edits a shape; package fix writes it.
package form
