package source

import (
	"context"

	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
)

// Environment is what sources are opened with.
type Environment struct {
	Catalog *catalog.Catalog
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
}

// Recorder records the documents that a reference names.
type Recorder func(ctx context.Context, ref Reference) (*documents.Set, snapshot.Manifest, error)
