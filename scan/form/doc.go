// Package form is the model of a new object: a tree whose parts know the node of a manifest that
// they come from, so that unchanged parts can be copied from the text with their comments.
//
// It owns values only. The code that plans a change edits a form, and package fix writes it.
package form
