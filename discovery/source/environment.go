// Package source parses references to API surfaces and loads the surfaces. The sub-packages
// implement the sources.
//
// It must not compare or render, and must not know flags.
package source

import (
	"context"

	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/project"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
)

// Environment holds what sources need.
type Environment struct {
	Catalog *catalog.Catalog
	// Projects has the custom resources of well-known projects. Nil uses a new table.
	Projects *project.Table
	// Decoder is shared by both sides of a comparison, so that equal schemas are decoded once.
	Decoder *openapi.Decoder
	// UserCatalog is a folder of snapshots that are named after their release ("1.38.tar.zst"), for
	// releases that the built-in catalog does not have. "" is none.
	UserCatalog string
	// Recorders read the documents of a context, a server or a tag. A scheme other than a file that
	// has no recorder cannot be opened.
	Recorders map[Scheme]Recorder
	// Chart reads the definitions of a Helm chart. Nil renders no charts.
	Chart ChartReader
}

// ChartReader reads the definitions that a chart installs, given the path of its folder or archive.
// said describes how the chart was rendered. isChart is false for any other path. It is a function
// because packages below discovery must not import the chart renderer.
type ChartReader func(ctx context.Context, path string) (found crd.Manifests, said string, isChart bool, err error)

// Recorder records the documents that a reference names.
type Recorder func(ctx context.Context, ref Reference) (*documents.Set, snapshot.Manifest, error)
