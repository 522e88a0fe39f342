// Package project has the built-in data about the custom resources of well-known projects: the
// versions that each release serves, stores and deprecates, and the schemas of some releases.
//
// It owns the embedded data, which cmd/catalog generates from the CustomResourceDefinitions that
// the projects published. The data contain facts, no descriptions, and end with the newest known
// release of each project. The package reads only its data, and decodes them when they are first
// used.
package project
