// Package fix rewrites manifests in place where that is safe, and reports for the other findings
// why they were left and what a person must do.
//
// It owns the changes of the text: only the bytes of a scalar or of a key change, so comments,
// order, quotes and line ends stay. It reads again what it writes: an object that differs from
// itself by anything but the planned changes is left as it was. It opens no file, and checks
// nothing itself.
package fix
