// Package dataset is the data that kubedelta checks against, as one set with a version:
// the files that are built in, or those of a newer set in their place.
//
// It owns the form of a set's file, its checksum and signature, what is refused, and
// which set the process uses. It does no I/O, and knows nothing of what is in the
// files: the packages that have files built in decode them, and read them through
// [Folder] and [Text].
package dataset
