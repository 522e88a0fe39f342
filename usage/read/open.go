package read

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/kubedelta/kubedelta/discovery/cause"
)

// Stdin is the path of standard input.
const Stdin = "-"

// list returns the files of the paths, with all files below folders in alphabetical order. A file is
// listed once, also if it has several names (links, an absolute and a relative path). A folder without files is returned itself, and fails when it is read as a log.
func list(paths []string) (files []string, err error) {
	var infos []fs.FileInfo
	add := func(path string) {
		info, err := os.Stat(path)
		switch {
		case path == Stdin || err != nil:
			if slices.Contains(files, path) {
				return
			}
		case slices.ContainsFunc(infos, func(known fs.FileInfo) bool { return os.SameFile(known, info) }):
			return
		default:
			infos = append(infos, info)
		}
		files = append(files, path)
	}
	for _, path := range paths {
		if path == Stdin {
			add(path)
			continue
		}
		path = filepath.Clean(path)
		info, err := os.Stat(path)
		if err != nil {
			return nil, cause.Reading(path, err)
		}
		if !info.IsDir() {
			add(path)
			continue
		}
		empty := true
		// Each walk error is about one file, and is reported when that file is opened.
		// With a separator at the end, the path can be a link to a folder.
		_ = filepath.WalkDir(path+string(filepath.Separator), func(file string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				empty = false
				add(filepath.Clean(file))
			}
			return nil
		})
		if empty {
			add(path)
		}
	}
	return files, nil
}

// The first bytes of compressed files.
//
//nolint:gochecknoglobals // constants
var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
	tarMagic  = []byte("ustar")
)

const (
	// maxWindow is the window of zstd --long=27, the largest that zstd decompresses by default.
	maxWindow = 128 << 20
	// nested is how many levels of compression a file may have.
	nested = 2
	peeked = 512
)

// unpacked returns the decompressed content of a file. The compression is detected from
// the first bytes, because log rotation renames files.
func unpacked(in io.Reader) (out io.Reader, closing func(), err error) {
	closing = func() {}
	for range nested + 1 {
		b := bufio.NewReaderSize(in, 64<<10)
		head, _ := b.Peek(peeked)
		switch {
		case bytes.HasPrefix(head, gzipMagic):
			in, err = gzip.NewReader(b)
		case bytes.HasPrefix(head, zstdMagic):
			var d *zstd.Decoder
			d, err = zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
			if err == nil {
				in, closing = d, d.Close
			}
		case len(head) > 262 && bytes.HasPrefix(head[257:], tarMagic):
			return nil, closing, errors.New("it is a tar archive; unpack it first")
		case bytes.HasPrefix(head, []byte("PK\x03\x04")):
			return nil, closing, errors.New("it is a zip archive; unpack it first")
		case bytes.IndexByte(head, 0) >= 0:
			return nil, closing, errors.New("it is not text")
		default:
			return b, closing, nil
		}
		if err != nil {
			return nil, closing, err
		}
	}
	return nil, closing, errors.New("it is compressed several times; decompress it first")
}
