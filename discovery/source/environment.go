// Package source says what a source of an API surface is and how it is named
// on the command line. The sub-packages hold the sources themselves.
//
// It must not compare or render, and knows no flags.
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

// Environment is what sources are opened with.
type Environment struct {
	Catalog *catalog.Catalog
	// Projects has the custom resources of well-known projects; nil for a table of its own.
	Projects *project.Table
	// Decoder is shared by both sides of a comparison, so that what they have in
	// common is decoded once.
	Decoder *openapi.Decoder
	// UserCatalog is a folder of snapshots named after their release
	// ("1.38.tar.zst"), for releases that the built-in catalog does not have; ""
	// for none.
	UserCatalog string
	// Recorders read the documents of what is not a file: a context, a server, a
	// tag. A scheme without one cannot be opened.
	Recorders map[Scheme]Recorder
	// Chart reads the definitions of a Helm chart; nil where none is rendered.
	Chart ChartReader
}

// ChartReader reads the definitions that a chart installs, by the path of its folder or
// archive, and says how; it reports false of any other path. What it finds is joined here
// because nothing of this tree may know how charts are rendered.
type ChartReader func(ctx context.Context, path string) (found crd.Manifests, said string, isChart bool, err error)

// Recorder records the documents that a reference names.
type Recorder func(ctx context.Context, ref Reference) (*documents.Set, snapshot.Manifest, error)
