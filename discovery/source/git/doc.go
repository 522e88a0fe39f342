// Package git reads definitions from a commit of a local repository, with the installed git. It
// must never fetch, ask for a password, run programs that a repository configures, or write. It
// only resolves names and reads objects.
package git
