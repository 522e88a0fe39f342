// Package union makes what objects are held against of several surfaces: a release
// with the definitions of custom resources, a release with a cluster.
//
// It takes values and returns values. It must not read sources.
package union
