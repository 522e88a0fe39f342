package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// longFile is the size from which files are read window by window.
const longFile = 8 << 20

// keptBuffer is the size up to which a worker keeps its buffer for the next file.
const keptBuffer = 1 << 20

// Objects reads the file and calls visit with each object in it.
func (f *File) Objects(visit reader.Visit) reader.Result {
	if f.read || f.worker == nil {
		return f.result
	}
	f.read = true
	f.worker.reader.Others = f.Others
	var err error
	if f.Name == "-" {
		f.result, err = f.stream(f.worker.stdin, visit)
	} else {
		err = f.open(visit)
	}
	if err != nil {
		f.fault = sentence(err)
	}
	return f.result
}

// Template is the text of a file that is a template, or in which Objects found a document that it
// could not read; nil if there is none, or if the text is not completely in memory. It is valid until
// the next file is read.
func (f *File) Template() []byte {
	if f.ByText || f.result.Unreadable > 0 {
		return f.data
	}
	return nil
}

// Pass records why what could not be read in the file does not count as unread.
func (f *File) Pass(reason string) { f.passed = reason }

// Unread records why the file was not read.
func (f *File) Unread(reason string) { f.fault = reason }

func (f *File) stream(from io.Reader, visit reader.Visit) (reader.Result, error) {
	if from == nil {
		return reader.Result{}, errors.New("there is no standard input")
	}
	return f.worker.reader.Stream(f.Path, from, visit)
}

func (f *File) open(visit reader.Visit) error {
	data, size, whole, err := f.worker.whole(f.Name)
	if whole {
		return f.take(data, size, err, visit)
	}
	// A regular file may have become a pipe since it was listed. Opening it must not block.
	file, err := os.OpenFile(f.Name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		f.read = false
		if errors.Is(err, fs.ErrNotExist) && !f.named {
			return errors.New("it was removed while the folder was read")
		}
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		f.read = false
		return errors.New(irregular(info.Mode()))
	}
	if err != nil {
		return err
	}
	if info.Size() < longFile {
		data, err = f.worker.bytes(file, int(info.Size()))
		return f.take(data, info.Size(), err, visit)
	}
	f.Size = info.Size()
	if f.ByText && !f.named {
		return errors.New("it is too large for a template")
	}
	f.ByText = false
	if f.result, err = f.stream(file, visit); err != nil {
		return err
	}
	return f.unchanged(file, info)
}

// take reads the objects in the bytes of a file. size is the size of the file when it was opened.
func (f *File) take(data []byte, size int64, err error, visit reader.Visit) error {
	f.Size, f.data = size, data
	if f.ByText = f.ByText && !f.isManifest(data); !f.ByText {
		f.result = f.worker.reader.Read(f.Path, data, visit)
	}
	if cap(data) > keptBuffer {
		f.worker.buffer = nil
	}
	if err == nil && int64(len(data)) != size {
		return errChanged
	}
	return err
}

// isManifest reports whether a file with the ending of a template is a manifest: it has an object,
// nothing that a template language replaces, and all of it can be read.
func (f *File) isManifest(text []byte) bool {
	if !bytes.Contains(text, []byte("apiVersion")) || HasActions(text) {
		return false
	}
	var r reader.Reader // that of the worker passes on what it reads
	result := r.Read(f.Path, text, func(*tree.Object) {})
	return result.Objects > 0 && len(result.Problems) == 0
}

// HasActions reports whether a text has anything that a template language replaces: {{ }} (Go,
// Jinja, Mustache, Handlebars), {% %} and {# #} (Jinja), <% %> (ERB), ${ } and %{ } (Terraform).
func HasActions(text []byte) bool {
	return slices.ContainsFunc([]string{"{{", "{%", "{#", "<%", "${", "%{"}, func(mark string) bool { return bytes.Contains(text, []byte(mark)) })
}

var errChanged = errors.New("it changed while it was read")

// unchanged reports an error if a file was written to while it was read.
func (f *File) unchanged(file *os.File, before os.FileInfo) error {
	after, err := file.Stat()
	if err != nil {
		return err
	}
	if after.Size() != before.Size() || !after.ModTime().Equal(before.ModTime()) {
		return errChanged
	}
	return nil
}

// bytes reads a file of a size, and one more byte if there is one.
func (w *worker) bytes(file io.Reader, size int) ([]byte, error) {
	w.buffer = slices.Grow(w.buffer[:0], size+1)
	for len(w.buffer) <= size {
		n, err := file.Read(w.buffer[len(w.buffer) : size+1])
		w.buffer = w.buffer[:len(w.buffer)+n]
		if errors.Is(err, io.EOF) {
			return w.buffer, nil
		}
		if err != nil {
			return w.buffer, err
		}
		if len(w.buffer) == size {
			return w.buffer, nil // there was room for more, and there is no more
		}
	}
	return w.buffer, nil
}

// irregular says what kind of file it is and that it is not opened.
func irregular(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "it is a folder"
	case mode&fs.ModeNamedPipe != 0:
		return `it is a pipe, which is not opened: to read from a pipe, use standard input, -`
	case mode&fs.ModeSocket != 0:
		return "it is a socket, which is not opened"
	case mode&fs.ModeDevice != 0:
		return "it is a device, which is not opened"
	default:
		return fmt.Sprintf("it is not a regular file (%s), and is not opened", mode.Type())
	}
}

// sentence is an error without the path, which is reported separately.
func sentence(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file or folder"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	case errors.Is(err, syscall.ELOOP):
		return "it is a link to itself"
	}
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err.Error()
	}
	return err.Error()
}
