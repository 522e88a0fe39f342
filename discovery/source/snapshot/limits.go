package snapshot

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/kubedelta/kubedelta/discovery/cause"
)

// limits are the limits of one source. A release of Kubernetes has about 40 documents with 11 MiB;
// the largest has 2 MiB. A cluster with many custom resources has ten times as much.
type limits struct {
	document int64 // bytes of one document
	total    int64 // bytes of all documents, and of an unpacked archive
	files    int   // entries of a folder or an archive
}

func defaultLimits() limits {
	return limits{document: 64 << 20, total: 512 << 20, files: 100_000}
}

// mebibytes converts bytes for messages. It returns at least 1.
func mebibytes(n int64) int64 { return max(1, n>>20) }

// check returns an error if a document is too large, alone or with those read before.
func (l limits) check(size, before int64) error {
	if size > l.document {
		return fmt.Errorf("it has %d MiB; the limit for a document is %d MiB", mebibytes(size), mebibytes(l.document))
	}
	if before+size > l.total {
		return fmt.Errorf("the documents have more than %d MiB in total; no API server has that much", mebibytes(l.total))
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
