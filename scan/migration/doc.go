// Package migration has the rules for changing the version of an object: the moves where only the
// version changes, those that require fields to be set first, and those where fields have moved,
// with steps for the user.
//
// It owns these facts, each with its source, and checks objects with them. It must not rewrite
// files, and must not use surfaces: the caller compares the schemas of both versions.
package migration
