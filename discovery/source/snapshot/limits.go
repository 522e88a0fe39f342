package snapshot

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/kubedelta/kubedelta/discovery/cause"
)

// limits are the most that is read of one source. A release of Kubernetes has
// some 40 documents of 11 MiB in all, its largest has 2 MiB; a cluster full of
// custom resources has ten times that.
type limits struct {
	document int64 // bytes of one document
	total    int64 // bytes of all documents, and of all that an archive unpacks to
	files    int   // entries of a folder or an archive
}

func defaultLimits() limits {
	return limits{document: 64 << 20, total: 512 << 20, files: 100_000}
}

// mebibytes is for messages; less than one is one.
func mebibytes(n int64) int64 { return max(1, n>>20) }

// check refuses a document that is too long, or too long after the others.
func (l limits) check(size, before int64) error {
	if size > l.document {
		return fmt.Errorf("it has %d MiB; the limit for a document is %d MiB", mebibytes(size), mebibytes(l.document))
	}
	if before+size > l.total {
		return fmt.Errorf("the documents have more than %d MiB in total; no API server has that much", mebibytes(l.total))
	}
	return nil
}

// readAll reads a file of the given size, and no more of one that grew, into a buffer that
// may be nil.
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
