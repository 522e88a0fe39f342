// Package fix rewrites manifests in place, where that is safe, and says of the
// rest why it was left and what a person must do.
//
// It owns the changes of the text: only the bytes of a scalar or of a key change,
// so comments, order, quotes and line ends stay. What it writes it reads again: an
// object that would come out as anything but itself with the changes that are
// told is left alone. It opens no file, and checks nothing itself.
package fix
