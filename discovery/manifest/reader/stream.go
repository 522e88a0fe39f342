package reader

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Window is how many bytes of a long file are read at once. It ends between documents.
const Window = 4 << 20

// MaxDocument is the maximum size in bytes of a document. An API server accepts objects of up to 3
// MiB; lists of objects, as kubectl writes them, can be longer.
const MaxDocument = 64 << 20

// Stream reads a long file in windows, with memory for the longest document only. The error is that
// of reading the file, which was read up to the error.
func (r *Reader) Stream(file string, from io.Reader, visit Visit) (Result, error) {
	r.begin(file, visit)
	w := window{r: r, from: from}
	err := w.read()
	result := r.end()
	*r = Reader{Others: r.Others} // its nodes point into the window
	return result, err
}

// window is the part of a file that is in memory.
type window struct {
	r    *Reader
	from io.Reader
	data []byte
	// done says that the end of the file was read.
	done bool
	// begun says that the first bytes were checked.
	begun bool
}

func (w *window) read() error {
	for {
		err := w.fill()
		if !w.begun {
			w.begun = true
			if what := notManifest(w.data); what != "" {
				w.r.problem(0, 0, what)
				return err
			}
			if utf16Order(w.data) != nil {
				return w.whole(err)
			}
			if bytes.HasPrefix(w.data, []byte("\xEF\xBB\xBF")) {
				w.r.base = 3
				w.data = append(w.data[:0], w.data[3:]...)
			}
		}
		if w.done || err != nil {
			w.r.documents(w.data)
			return err
		}
		if end := boundary(w.data); end > 0 {
			w.r.documents(w.data[:end])
			w.data = append(w.data[:0], w.data[end:]...)
			continue
		}
		if len(w.data) < MaxDocument {
			continue
		}
		if err := w.tooLong(); err != nil {
			return err
		}
	}
}

// fill reads until the window is full. If no document ended in it, it allocates memory for the
// longest document at once: unused memory costs nothing, while doubling would copy the data.
func (w *window) fill() error {
	want := Window
	if len(w.data) >= Window {
		want = min(len(w.data)+Window, MaxDocument)
	}
	if cap(w.data) < want {
		room := Window
		if want > Window {
			room = MaxDocument
		}
		w.data = append(make([]byte, 0, room), w.data...)
	}
	for len(w.data) < want {
		n, err := w.from.Read(w.data[len(w.data):want])
		w.data = w.data[:len(w.data)+n]
		if errors.Is(err, io.EOF) {
			w.done = true
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// whole reads a file in UTF-16 completely. Long files are not in UTF-16.
func (w *window) whole(err error) error {
	for !w.done && err == nil && len(w.data) < MaxDocument {
		err = w.fill()
	}
	if !w.done && err == nil {
		w.r.problem(0, 0, fmt.Sprintf("it is UTF-16 and larger than %d MiB, which is not read", MaxDocument>>20))
		return nil
	}
	if text, ok := w.r.decoded(w.data); ok {
		w.r.documents(text)
	}
	return err
}

// tooLong skips a document that is too long, after reading the object in its first lines.
func (w *window) tooLong() error {
	r := w.r
	r.head(w.data)
	for {
		end := boundary(w.data)
		if end > 0 || w.done {
			if end <= 0 {
				end = len(w.data)
			}
			r.skip(w.data[:end])
			w.data = append(w.data[:0], w.data[end:]...)
			return nil
		}
		// The end may be split across two windows.
		keep := min(len(w.data), 8)
		r.skip(w.data[:len(w.data)-keep])
		w.data = append(w.data[:0], w.data[len(w.data)-keep:]...)
		if cap(w.data) > Window {
			w.data = append(make([]byte, 0, Window), w.data...)
		}
		if err := w.fill(); err != nil {
			return err
		}
	}
}

// skip counts the lines of data that is not read.
func (r *Reader) skip(data []byte) {
	r.baseLine += bytes.Count(data, []byte("\n"))
	r.base += int64(len(data))
}

// boundary returns the last offset in data, after the beginning, at which a document certainly
// begins; 0 if there is none. A line that begins with dashes cannot be inside a YAML document. A
// line that begins with a brace, after a line that ends with one, begins a value of JSON lines.
func boundary(data []byte) int {
	for end := len(data); ; {
		at := bytes.LastIndex(data[:end], []byte("---"))
		if at <= 0 {
			break
		}
		if (data[at-1] == '\n' || data[at-1] == '\r') && at+3 < len(data) && marker(view(data), at) {
			return at
		}
		end = at + 2
	}
	if text := bytes.TrimLeft(data, " \t\r\n"); len(text) == 0 || text[0] != '{' {
		return 0
	}
	for end := len(data); ; {
		at := bytes.LastIndex(data[:end], []byte("\n{"))
		if at <= 0 {
			return 0
		}
		before := bytes.TrimRight(data[:at], " \t\r\n")
		if len(before) > 0 && before[len(before)-1] == '}' {
			return at + 1
		}
		end = at + 1
	}
}
