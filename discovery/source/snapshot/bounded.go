package snapshot

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// errBomb is wrapped by the error of a stream that unpacks to too many bytes.
var errBomb = errors.New("no snapshot is that large")

// boundedReader ends a stream that is too long, or whose context has ended.
type boundedReader struct {
	ctx  context.Context
	r    io.Reader
	left int64
	max  int64
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	if b.left <= 0 {
		return 0, fmt.Errorf("the archive unpacks to more than %d MiB: %w", mebibytes(b.max), errBomb)
	}
	if int64(len(p)) > b.left {
		p = p[:b.left]
	}
	n, err := b.r.Read(p)
	b.left -= int64(n)
	return n, err
}
