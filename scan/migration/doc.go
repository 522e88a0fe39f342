// Package migration knows what it takes to move an object from one version of an API
// to another: the moves where nothing but the version changes, those that need
// something to be written out first, and those where fields have moved, with the
// steps for a person.
//
// It owns facts, each with its source, and holds them against an object's tree. It
// rewrites nothing and must not know surfaces: what the schemas of both versions
// say is for who has them.
package migration
