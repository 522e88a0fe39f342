// The reader is compiled against the modules of one release of Kubernetes at a
// time: go run -modfile=release-1.37.mod . This file only marks the module's
// root, so that the main module leaves the folder out; its requirements are in
// the release-*.mod files.
module github.com/kubedelta/kubedelta/discovery/source/catalog/gomodule/reader

go 1.26.0
