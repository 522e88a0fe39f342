// Package files finds the manifests in the paths that a user names, and reads them in parallel, in
// bounded memory, with the results in the order of the paths.
//
// It owns which files are read: regular files with the name of a manifest that are neither excluded
// nor ignored by git, and every named file. It never opens a pipe, a device or a socket, follows no
// link to a folder, and records in a [finding.Account] what it left out and why. An archive or a
// folder that another package reads is passed on unopened.
//
// It must not know what objects mean.
package files
