// Package files reads release notes that lie in files: one file, or a folder of
// them as kubernetes/kubernetes, kubernetes/sig-release and the release notes'
// web page lay them out.
//
// It owns what a file is and of which release, told by its name, its folder or
// its first heading, and that nothing is passed over in silence: what it does
// not take is listed with a reason. It gives bytes and must not parse notes.
package files
