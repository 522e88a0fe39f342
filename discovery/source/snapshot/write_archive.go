package snapshot

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/source/beside"
)

// window is the window of the zstd writer. The documents of one server repeat each other's schemas.
const window = 32 << 20

// writeArchive writes a temporary file next to the target and renames it.
func writeArchive(ctx context.Context, target string, form form, list []entry) error {
	if info, err := os.Stat(target); err == nil && !info.Mode().IsRegular() {
		return errors.New("the path exists, but is not a file")
	}
	// A snapshot contains no secrets, so all users may read it.
	return cause.Of(beside.Write(target, 0o644, func(w io.Writer) error { return pack(ctx, w, form, list) }))
}

// pack writes the archive. Its bytes do not depend on the time, the user or the machine.
func pack(ctx context.Context, w io.Writer, form form, list []entry) error {
	compressed, err := compress(w, form)
	if err != nil {
		return err
	}
	t := tar.NewWriter(compressed)
	for _, e := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		header := &tar.Header{Typeflag: tar.TypeReg, Name: e.name, Size: int64(len(e.data)), Mode: int64(fs.FileMode(0o644)), ModTime: time.Unix(0, 0)}
		if err := t.WriteHeader(header); err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
		if _, err := t.Write(e.data); err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
	}
	return errors.Join(t.Close(), compressed.Close())
}

func compress(w io.Writer, form form) (io.WriteCloser, error) {
	if form == formGzip {
		return gzip.NewWriterLevel(w, gzip.BestCompression)
	}
	// With one thread, the division into blocks is always the same.
	return zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithWindowSize(window), zstd.WithEncoderConcurrency(1))
}
