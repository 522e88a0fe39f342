// Package files reads release notes from files: one file, or a folder in the layout of
// kubernetes/kubernetes, kubernetes/sig-release or the release notes' web page.
//
// It owns the recognition of a file's form and release by its name, its folder or its first
// heading. A file that is not read is listed with a reason. It returns bytes and must not parse
// notes.
package files
