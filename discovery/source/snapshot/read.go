package snapshot

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
)

// ErrManifests says that a path holds manifests of Kubernetes objects, such as
// CustomResourceDefinitions, and no documents of an API server. Package crd
// reads those.
var ErrManifests = errors.New("it contains manifests of Kubernetes objects, not documents of an API server")

// Read reads the set that a path holds: a snapshot or another folder of
// documents, an archive of one, or a single OpenAPI v3 or swagger v2 document,
// JSON or YAML. What it is, its content decides.
//
// An error is a sentence that names the path; errors.Is(err, ErrManifests) says
// that package crd should be asked instead.
func Read(ctx context.Context, path string) (*documents.Set, Manifest, error) {
	return Decode(ctx, path, nil)
}

// Decode is Read for who needs no bytes: the documents of a folder are decoded as they are
// read, so that no more than one of them is in memory.
func Decode(ctx context.Context, path string, dec *openapi.Decoder) (*documents.Set, Manifest, error) {
	set, m, err := read(ctx, path, defaultLimits(), dec)
	if err != nil {
		return nil, Manifest{}, fmt.Errorf("%s: %w", path, err)
	}
	return set, m, nil
}

func read(ctx context.Context, path string, lim limits, dec *openapi.Decoder) (*documents.Set, Manifest, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, Manifest{}, cause.Of(err)
	}
	if info.IsDir() {
		return readFolder(ctx, path, lim, dec)
	}
	if !info.Mode().IsRegular() {
		return nil, Manifest{}, fmt.Errorf("it is not a regular file or folder (%s); it is not read", info.Mode().Type())
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, Manifest{}, cause.Of(err)
	}
	defer func() { _ = f.Close() }()
	return readFile(ctx, f, path, info.Size(), lim)
}

// readFile tells archives from documents by their first bytes.
func readFile(ctx context.Context, f io.ReadSeeker, path string, size int64, lim limits) (*documents.Set, Manifest, error) {
	head := make([]byte, 512)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, Manifest{}, cause.Of(err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, Manifest{}, cause.Of(err)
	}
	head = head[:n]
	form, err := archiveForm(path, head)
	if err != nil {
		return nil, Manifest{}, err
	}
	if form != notArchive {
		return readArchive(ctx, f, form, lim)
	}
	data, err := lim.readAll(f, nil, size, 0)
	if err != nil {
		return nil, Manifest{}, err
	}
	return readDocument(data)
}

// archiveForm tells the form of a file by its first bytes. A name that promises
// an archive must be one: an error page saved as .tar.gz is none.
func archiveForm(path string, head []byte) (form, error) {
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		return formGzip, nil
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		return formZstd, nil
	case len(head) > 262 && string(head[257:262]) == "ustar":
		return formTar, nil
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return notArchive, errors.New("zip archives are not read; pack the folder as .tar.gz or .tar.zst")
	}
	for _, ending := range []string{".tar", ".gz", ".tgz", ".zst", ".tzst"} {
		if strings.HasSuffix(path, ending) {
			return notArchive, fmt.Errorf("by its name it is an archive (%s), and its content %s", ending, cmp.Or(notAnObject(head), "is JSON"))
		}
	}
	return notArchive, nil
}
