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
// listed once, also if it has several names (links, an absolute and a relative path). A folder
// without files, and a link to a folder that is not read otherwise, is returned itself, and fails
// when it is read as a log.
func list(paths []string) ([]string, error) {
	l := listing{links: map[string]fs.FileInfo{}}
	for _, path := range paths {
		if path == Stdin {
			l.add(path)
			continue
		}
		path = filepath.Clean(path)
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return nil, cause.Reading(path, err)
		case info.IsDir():
			l.folder(path)
		default:
			l.add(path)
		}
	}
	return slices.DeleteFunc(l.files, func(file string) bool { return l.links[file] != nil && has(l.folders, l.links[file]) }), nil
}

type listing struct {
	files []string
	// infos are those of the files, and folders those of the folders that were listed.
	infos, folders []fs.FileInfo
	// links are the links to folders that were found in folders, with these folders.
	links map[string]fs.FileInfo
}

func (l *listing) add(path string) {
	info, err := os.Stat(path)
	switch {
	case path == Stdin || err != nil:
		if slices.Contains(l.files, path) {
			return
		}
	case has(l.infos, info):
		return
	default:
		l.infos = append(l.infos, info)
	}
	l.files = append(l.files, path)
}

// folder adds the files below a folder. Each error is about one file, and is reported when that file
// is opened.
func (l *listing) folder(path string) {
	empty := true
	// With a separator at the end, the path can be a link to a folder.
	_ = filepath.WalkDir(path+string(filepath.Separator), func(file string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			if info, err := d.Info(); err == nil {
				l.folders = append(l.folders, info)
			}
			return nil
		}
		empty, file = false, filepath.Clean(file)
		to, failed := os.Stat(file)
		switch {
		case err != nil || failed != nil || !to.IsDir():
			l.add(file)
		case l.links[file] == nil:
			l.links[file], l.files = to, append(l.files, file)
		}
		return nil
	})
	if link, err := os.Lstat(path); empty && err == nil && link.Mode()&os.ModeSymlink != 0 {
		path += string(filepath.Separator) // the folder, not the link
	}
	if empty {
		l.add(path)
	}
}

func has(list []fs.FileInfo, info fs.FileInfo) bool {
	return slices.ContainsFunc(list, func(known fs.FileInfo) bool { return os.SameFile(known, info) })
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
		case binary(head):
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

// binary reports whether data is not text. A log can have one run of NUL bytes, see [text].
func binary(head []byte) bool {
	_, rest, _ := bytes.Cut(head, []byte{0})
	return bytes.IndexByte(bytes.TrimLeft(rest, "\x00"), 0) >= 0
}

// text reads a log without its NUL bytes. A log has runs of them after a crash of the node, where
// data was not yet on the disk, and at its beginning if it was truncated while it was written
// (logrotate with copytruncate). A run ends a line.
type text struct {
	in io.Reader
	// zeros is how many NUL bytes were left out.
	zeros int64
	// inLine says that the last byte was not a line end.
	inLine bool
}

func (t *text) Read(p []byte) (int, error) {
	for {
		n, err := t.in.Read(p)
		read := n
		if bytes.IndexByte(p[:n], 0) >= 0 {
			n = t.strip(p[:n])
		}
		if n > 0 {
			t.inLine = p[n-1] != '\n'
		}
		if n > 0 || read == 0 || err != nil {
			return n, err //nolint:wrapcheck // it is the reader's error
		}
	}
}

// strip removes the NUL bytes in place and returns how many bytes remain.
func (t *text) strip(p []byte) (n int) {
	for _, b := range p {
		if b == 0 {
			t.zeros++
			if b = '\n'; !t.inLine {
				continue
			}
		}
		p[n], t.inLine = b, b != '\n'
		n++
	}
	return n
}
