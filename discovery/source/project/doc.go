// Package project is the built-in knowledge of the custom resources of well-known
// projects: for each release of a project the versions that its definitions serve, store
// and deprecate, and for some releases the shapes of the objects too.
//
// It owns the embedded data, made by cmd/catalog from the CustomResourceDefinitions that
// the projects published: facts only, no prose. What it knows of a project ends at a
// release, beyond which it says nothing. It reads nothing but what is embedded, and
// decodes that when it is first used.
package project
