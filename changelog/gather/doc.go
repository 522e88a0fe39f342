// Package gather collects the release notes between two versions: from files of the user, from
// GitHub, and from the built-in notes.
//
// It owns the order of these sources, and the messages about missing texts. It uses GitHub through
// an interface, and must not compare or link.
package gather
