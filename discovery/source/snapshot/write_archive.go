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

// window is how far back the writer of zstd looks for what it has seen: the
// documents of one server repeat each other's schemas.
const window = 32 << 20

// writeArchive writes beside the target and renames.
func writeArchive(ctx context.Context, target string, form form, list []entry) error {
	if info, err := os.Stat(target); err == nil && !info.Mode().IsRegular() {
		return errors.New("the path exists, but is not a file")
	}
	// Nothing in a snapshot is secret, and others may be meant to read it.
	return cause.Of(beside.Write(target, 0o644, func(w io.Writer) error { return pack(ctx, w, form, list) }))
}

// pack writes the archive. Nothing in it depends on the time, the user or the
// machine.
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
	// One thread, because the cut into blocks is then always the same.
	return zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithWindowSize(window), zstd.WithEncoderConcurrency(1))
}
