// Package gather brings the release notes of a way from one version to another
// together: from files that the user gives, from GitHub, and from the built-in
// facts where neither has them.
//
// It owns the order in which they are asked, and what is said when texts cannot
// be had. It knows GitHub as an interface, and must not compare or link.
package gather
