package read

import (
	"bytes"
	"errors"
	"io"
	"sync"

	"github.com/kubedelta/kubedelta/discovery/unjson"
	"github.com/kubedelta/kubedelta/usage/event"
)

const (
	// block is how much a goroutine gets at a time: it is small enough to stay in the cache
	// of a processor.
	block = 256 << 10
	// longest is the longest line or document that is read as one record. The API server
	// accepts bodies of up to 3 MiB; responses with lists can be longer.
	longest = 8 << 20
)

type chunk struct {
	account *Account
	data    *[]byte
	// line is the number of its first line, or 0 or less if the number is not known.
	line int
	// record says that the data is one record, which can have several lines.
	record bool
	// unread is why a record could not be read. Such a chunk has no data.
	unread string
}

type splitter struct {
	in      io.Reader
	account *Account
	emit    func(chunk)
	pool    *sync.Pool
	// rest is read data that is not yet in a chunk. line is the number of its first line.
	rest []byte
	line int
	// ended says that there is no data after the rest. failed is the error, or nil at the end of the
	// file.
	ended  bool
	failed error
}

// run splits the file into blocks of complete lines, or, if it is a document of several
// lines, into its values.
func (s *splitter) run() error {
	s.line = 1
	s.more(block)
	if document(s.rest) {
		s.documents(false)
	}
	for {
		s.more(block)
		end := bytes.LastIndexByte(s.rest, '\n') + 1
		switch {
		case len(s.rest) == 0:
			return s.failed
		case s.ended:
			s.lines(len(s.rest))
		case end > 0:
			s.lines(end)
		case len(s.rest) < longest:
			s.more(2 * len(s.rest))
		default:
			s.documents(true)
		}
	}
}

// more reads until the rest has the size.
func (s *splitter) more(size int) {
	if cap(s.rest) < size {
		s.rest = append(make([]byte, 0, size), s.rest...)
	}
	for len(s.rest) < size && !s.ended {
		n, err := s.in.Read(s.rest[len(s.rest):size])
		s.rest = s.rest[:len(s.rest)+n]
		if err != nil {
			if s.ended = true; !errors.Is(err, io.EOF) {
				s.failed = err
			}
		}
	}
}

// lines sends the first size bytes of the rest, which are complete lines, without copying
// them. Only the data after them is copied.
func (s *splitter) lines(size int) {
	text := s.rest[:size]
	line := s.line
	s.line += bytes.Count(text, []byte("\n"))
	s.rest = *s.copied(s.rest[size:])
	s.emit(chunk{account: s.account, data: &text, line: line})
}

func (s *splitter) record(text []byte) {
	s.emit(chunk{account: s.account, data: s.copied(text), record: true})
}

func (s *splitter) copied(text []byte) *[]byte {
	b := s.pool.Get().(*[]byte) //nolint:forcetypeassert // the pool makes them
	*b = append((*b)[:0], text...)
	return b
}

func (s *splitter) drop(size int) { s.rest = s.rest[:copy(s.rest, s.rest[size:])] }

// document reports whether the file is one JSON text of several lines. A truncated line of a log is
// not one: the next line begins like it. A line that opens a list and is no event is not truncated.
func document(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")
	line, rest, more := bytes.Cut(head, []byte("\n"))
	if line = bytes.TrimRight(line, " \t\r"); len(line) == 0 || !more || line[0] != '{' && line[0] != '[' || unjson.ContainerEnd(line, 0) >= 0 {
		return false
	}
	if !bytes.ContainsRune([]byte("{[,:"), rune(line[len(line)-1])) {
		return false
	}
	next := bytes.TrimLeft(rest, "\r\n")
	return len(next) == 0 || next[0] != '{' || line[len(line)-1] == '[' && !bytes.Contains(bytes.ToLower(line), []byte("auditid"))
}

// documents sends JSON values, each as a record. It sends at most one if the file has lines
// and one of them is long. It returns at the first text that is not a JSON value.
func (s *splitter) documents(one bool) {
	for {
		s.more(block)
		begin := len(s.rest) - len(bytes.TrimLeft(s.rest, " \t\r\n,\xEF\xBB\xBF"))
		if s.line += bytes.Count(s.rest[:begin], []byte("\n")); begin > 0 {
			s.drop(begin)
			continue
		}
		if len(s.rest) == 0 || s.rest[0] != '{' && s.rest[0] != '[' {
			if one && len(s.rest) >= block {
				s.emit(chunk{account: s.account, line: s.line, unread: event.TooLong})
				s.dropLine() // it is not JSON, and longer than any record
			}
			return
		}
		end := unjson.ContainerEnd(s.rest, 0)
		for size := 2 * block; end < 0 && size <= longest && !s.ended; size *= 2 {
			s.more(size)
			end = unjson.ContainerEnd(s.rest, 0)
		}
		if end < 0 {
			if !s.stream() {
				s.dropLine()
				return
			}
		} else {
			s.record(s.rest[:end])
			s.line += bytes.Count(s.rest[:end], []byte("\n"))
			s.drop(end)
		}
		if one {
			return
		}
	}
}

// dropLine drops data up to the end of the line.
func (s *splitter) dropLine() {
	for {
		if at := bytes.IndexByte(s.rest, '\n'); at >= 0 {
			s.drop(at)
			return
		}
		if s.rest = s.rest[:0]; s.ended {
			return
		}
		s.more(block)
	}
}
