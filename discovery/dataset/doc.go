// Package dataset is the data that kubedelta checks against, as one set with a version: the
// built-in files, or those of a newer set.
//
// It owns the format of the file of a set, its checksum and signature, its validation, and the
// choice of the set that the process uses. It must not do I/O, and must not know the content of the
// files: the packages that embed files decode them, and read them with [Folder] and [Text].
package dataset
