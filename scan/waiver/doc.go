// Package waiver finds the comments by which people let a finding pass in the
// manifest itself, and applies them:
//
//	# kubedelta:ignore resource-removed,field-deprecated -- the cluster is replaced in May
//
// A comment covers the line it stands on, or, alone on its line, the next one; at
// the head of a document it covers the whole document. It must give a reason.
//
// The package owns what such a comment means. It must not check, read files, or
// know the rules: it is told which exist.
package waiver
