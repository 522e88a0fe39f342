// Package git reads definitions from a commit of a repository on this machine, with the
// git that is installed there. It must never fetch, ask for a password, run what a
// repository configures, or write. It only resolves names and reads objects.
package git
