// Package waiver finds the comments that waive findings in a manifest, and applies them:
//
//	# kubedelta:ignore resource-removed,field-deprecated -- the cluster is replaced in May
//
// A comment covers its line. Alone on its line it covers the next one, and at the head of a
// document the whole document. It must give a reason.
//
// The package owns the meaning of such a comment. It must not check objects or read files, and the
// caller says which rules exist.
package waiver
