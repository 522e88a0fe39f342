// Package files finds the manifests below the paths that a user names, and reads
// them in parallel, in bounded memory, with the results in the order of the paths.
//
// It owns which files are read: regular ones that look like manifests by their
// name, that are not excluded and not ignored by git; and whatever is named. It
// never opens a pipe, a device or a socket, follows no link to a folder, and says
// in a [finding.Account] what it left alone and why. Where a path is an archive or
// a folder that another package reads, it hands it over unopened.
//
// It must not know what objects mean.
package files
