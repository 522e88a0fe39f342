// Package union merges surfaces into the targets that objects are checked against: a release with
// definitions of custom resources, a release with a cluster.
//
// It takes and returns values. It must not read sources.
package union
