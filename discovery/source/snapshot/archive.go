package snapshot

import (
	"archive/tar"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// form is how a snapshot is stored.
type form int

const (
	notArchive form = iota
	formTar
	formGzip
	formZstd
)

// maxWindow limits the window of a zstd stream, and so the memory that unpacking takes. It is the
// window of zstd --long=27, the largest that the zstd tool unpacks by default.
const maxWindow = 128 << 20

// readArchive reads the documents of an archive. It never unpacks the archive to disk.
func readArchive(ctx context.Context, f io.Reader, form form, lim limits) (*documents.Set, Manifest, error) {
	stream, err := decompress(f, form)
	if err != nil {
		return nil, Manifest{}, unpackError(err, "")
	}
	defer func() { _ = stream.Close() }() // it was only read
	// The archive also contains tar headers, and padding after small files.
	bounded := &boundedReader{ctx: ctx, r: stream, left: lim.total + int64(lim.files)*1024, max: lim.total}
	r := archiveReader{lim: lim, files: map[string][]byte{}}
	if err := r.read(tar.NewReader(bounded)); err != nil {
		return nil, Manifest{}, err
	}
	// Reading the padding to its end verifies the checksum of the stream.
	if _, err := io.Copy(io.Discard, bounded); err != nil {
		return nil, Manifest{}, unpackError(err, r.last)
	}
	if r.files, err = r.root(); err != nil {
		return nil, Manifest{}, err
	}
	return Assemble(r.files)
}

func decompress(f io.Reader, form form) (io.ReadCloser, error) {
	switch form {
	case formGzip:
		return gzip.NewReader(f)
	case formZstd:
		dec, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, err
		}
		return dec.IOReadCloser(), nil
	default:
		return io.NopCloser(f), nil
	}
}

type archiveReader struct {
	lim   limits
	files map[string][]byte
	count int
	bytes int64
	last  string
}

func (r *archiveReader) read(t *tar.Reader) error {
	for {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return unpackError(err, r.last)
		}
		r.last = h.Name
		if r.count++; r.count > r.lim.files {
			return fmt.Errorf("the archive contains more than %d entries, the limit for a snapshot", r.lim.files)
		}
		name, err := entryName(h)
		if err != nil {
			return err
		}
		if name != "" {
			if err := r.entry(name, h.Size, t); err != nil {
				return err
			}
		}
	}
}

// entryName returns the path of a file; "" for a folder. An archive with a path outside of the
// archive is refused, although nothing is unpacked: it is not a snapshot.
func entryName(h *tar.Header) (string, error) {
	switch h.Typeflag {
	case tar.TypeReg, tar.TypeDir:
	case tar.TypeXGlobalHeader:
		return "", nil // git archive writes the commit into this header
	default:
		return "", fmt.Errorf("the entry %q of the archive is %s; only files and folders are read", clip(h.Name), entryKind(h.Typeflag))
	}
	name := strings.TrimSuffix(strings.TrimPrefix(h.Name, "./"), "/")
	if name == "" && h.Typeflag == tar.TypeDir {
		return "", nil
	}
	if !fs.ValidPath(name) || strings.ContainsAny(name, "\\\x00") || len(name) > 1 && name[1] == ':' {
		return "", fmt.Errorf("the entry %q of the archive has no path, or a path outside of the archive", clip(h.Name))
	}
	if h.Typeflag == tar.TypeDir {
		return "", nil
	}
	return name, nil
}

func entryKind(flag byte) string {
	kinds := map[byte]string{tar.TypeSymlink: "a symbolic link", tar.TypeLink: "a hard link", tar.TypeChar: "a device", tar.TypeBlock: "a device", tar.TypeFifo: "a pipe"}
	return cmp.Or(kinds[flag], fmt.Sprintf("of the type %q", flag))
}

// entry keeps a file that is part of a snapshot, at the root of the archive or in its only folder.
func (r *archiveReader) entry(name string, size int64, content io.Reader) error {
	_, inner, _ := strings.Cut(name, "/")
	_, atRoot := place(name)
	_, inFolder := place(inner)
	if !atRoot && !inFolder {
		return nil
	}
	if _, twice := r.files[name]; twice {
		return fmt.Errorf("the archive contains the entry %q twice", clip(name))
	}
	if err := r.lim.check(size, r.bytes); err != nil {
		return fmt.Errorf("the entry %q of the archive: %w", clip(name), err)
	}
	r.bytes += size
	data := make([]byte, size)
	if _, err := io.ReadFull(content, data); err != nil {
		return unpackError(err, name)
	}
	r.files[name] = data
	return nil
}

// root returns the files by their path in the snapshot. If the snapshot is not at the root of the
// archive, it removes the name of the only folder.
func (r *archiveReader) root() (map[string][]byte, error) {
	folders := map[string]map[string][]byte{}
	for name, data := range r.files {
		if _, atRoot := place(name); atRoot {
			return r.files, nil
		}
		folder, inner, _ := strings.Cut(name, "/")
		if folders[folder] == nil {
			folders[folder] = map[string][]byte{}
		}
		folders[folder][inner] = data
	}
	names := slices.Sorted(maps.Keys(folders))
	switch len(names) {
	case 0:
		return nil, fmt.Errorf("the archive contains no document of an API server among its %d entries; expected %s", r.count, expected)
	case 1:
		return folders[names[0]], nil
	default:
		return nil, fmt.Errorf("the archive contains several snapshots, in %s and %s; archive only one of them", clip(names[0]), clip(names[1]))
	}
}

// unpackError describes what is wrong with an archive, and after which entry.
func unpackError(err error, after string) error {
	where := ""
	if after != "" {
		where = fmt.Sprintf(" in or after the entry %q", clip(after))
	}
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, errBomb):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return fmt.Errorf("the archive is truncated%s: download or create it again", where)
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return fmt.Errorf("the archive needs a window of more than %d MiB (zstd --long=28 or more); compress it with --long=27 or less", maxWindow>>20)
	case errors.Is(err, tar.ErrHeader):
		return fmt.Errorf("it is compressed, but its content is not a tar archive, or it is damaged%s", where)
	default:
		return fmt.Errorf("the archive cannot be unpacked%s: %w", where, err)
	}
}

// clip shortens a name from an archive or a server for a message.
func clip(s string) string { return phrase.Clip(s, 100) }

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
