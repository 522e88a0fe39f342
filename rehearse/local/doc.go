// Package local runs an API server of a release on this machine, to ask it about objects. It finds
// the programs, or downloads them on request, starts them, and creates the objects that the
// questions need.
//
// It owns the only requests that write, and sends them to no other server than the one that it
// started. It must not leave a process or a file behind.
package local
