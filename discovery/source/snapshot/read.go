package snapshot

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
)

// ErrManifests reports that a path contains manifests of Kubernetes objects, such as
// CustomResourceDefinitions, and no documents of an API server. Package crd reads those.
var ErrManifests = errors.New("it contains manifests of Kubernetes objects, not documents of an API server")

// Read reads a snapshot or another folder of documents, an archive of one, or a single OpenAPI v3
// or swagger v2 document in JSON or YAML, whichever it is by its content. If errors.Is(err,
// ErrManifests), package crd can read the path.
func Read(ctx context.Context, path string) (*documents.Set, Manifest, error) {
	return Decode(ctx, path, nil)
}

// Decode is Read for callers that do not need the bytes: it decodes the OpenAPI documents of a
// folder as they are read, so that only one of them is in memory at a time.
func Decode(ctx context.Context, path string, dec *openapi.Decoder) (*documents.Set, Manifest, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, Manifest{}, cause.Reading(path, err)
	}
	set, m, err := read(ctx, path, limits{document: 64 << 20, total: 512 << 20, files: 100_000}, dec)
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

// readFile distinguishes archives from documents by their first bytes.
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

// archiveForm returns the format of a file, by its first bytes. It is an error if the name is that
// of an archive and the content is not, such as an error page that was saved as .tar.gz.
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
			return notArchive, fmt.Errorf("its name ends in %s, but the content %s", ending, cmp.Or(notAnObject(head), "is JSON"))
		}
	}
	return notArchive, nil
}

// limits are the limits of one source. A release of Kubernetes has about 40 documents with 11 MiB;
// the largest has 2 MiB. A cluster with many custom resources has ten times as much.
type limits struct {
	document int64 // bytes of one document
	total    int64 // bytes of all documents, and of an unpacked archive
	files    int   // entries of a folder or an archive
}

// mebibytes converts bytes for messages. It returns at least 1.
func mebibytes(n int64) int64 { return max(1, n>>20) }

// check returns an error if a document is too large, alone or with those read before.
func (l limits) check(size, before int64) error {
	if size > l.document {
		return fmt.Errorf("it is %d MiB; the limit for a document is %d MiB", mebibytes(size), mebibytes(l.document))
	}
	if before+size > l.total {
		return fmt.Errorf("the documents are larger than %d MiB in total; no API server returns that much", mebibytes(l.total))
	}
	return nil
}

// readAll reads a file of the given size into buffer, which may be nil. It stops at the limit if
// the file grew.
func (l limits) readAll(f io.Reader, buffer []byte, size, before int64) ([]byte, error) {
	if err := l.check(size, before); err != nil {
		return nil, err
	}
	data := bytes.NewBuffer(slices.Grow(buffer[:0], int(size)+bytes.MinRead))
	if _, err := data.ReadFrom(io.LimitReader(f, l.document+1)); err != nil {
		return nil, cause.Of(err)
	}
	return data.Bytes(), l.check(int64(data.Len()), before)
}
