package reader

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Window is how much of a long file is read at once. It is cut between documents.
const Window = 4 << 20

// MaxDocument is the longest document that is read. An API server takes objects
// of 3 MiB at most; lists of them, as kubectl writes, may be longer.
const MaxDocument = 64 << 20

// Stream reads a long file window by window: it takes memory for the longest
// document only. The error is that of the file, which was read up to there.
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
	// done: the file has no more.
	done bool
	// begun: the first bytes were looked at.
	begun bool
}

func (w *window) read() error {
	for {
		err := w.fill()
		if !w.begun {
			w.begun = true
			if what := binaryFile(w.data); what != "" {
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

// fill reads on until the window is full. Where no document ended in it, there is
// room for the longest at once: what is not written to costs nothing, and a copy
// at every doubling would.
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

// whole reads UTF-16, which nobody writes at length.
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

// tooLong goes over a document that is too long. Its first lines are read for
// the object that it holds.
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
		// The end may stand across two windows.
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

// skip counts the lines of what is not read.
func (r *Reader) skip(data []byte) {
	r.baseLine += bytes.Count(data, []byte("\n"))
	r.base += int64(len(data))
}

// boundary finds the last place in data where a document begins for sure, and
// not at its beginning; 0 where there is none. A line that begins with dashes
// cannot be inside a document of YAML. One that begins with a brace, behind a
// line that ends with one, begins a value of JSON lines.
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
