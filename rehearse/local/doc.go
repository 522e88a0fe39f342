// Package local runs an API server of a release on this machine, to be asked about
// objects: it finds the programs, or downloads them where that is asked for, starts them,
// and fills the server with what questions need.
//
// It owns the only requests that write, and sends them to the server that it started and
// to no other. It must not leave a process or a file behind.
package local
