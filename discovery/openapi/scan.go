package openapi

import (
	"bytes"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// scan finds the beginning and end of the members of a JSON text, which is enough for texts that
// were decoded before. It accepts some invalid JSON: decoding a member gives the error.
type scan struct {
	data []byte
	pos  int
}

// members calls member for each name of the object at pos. member must consume the value.
func (s *scan) members(member func(name string) error) error {
	if err := s.expect('{'); err != nil {
		return err
	}
	for first := true; ; first = false {
		switch c := s.next(); {
		case c == '}':
			s.pos++
			return nil
		case c == ',' && !first:
			s.pos++
		case !first:
			return s.unexpected()
		}
		if s.next() != '"' {
			return s.unexpected()
		}
		raw, err := s.value()
		if err != nil {
			return err
		}
		name, err := jsontext.AppendUnquote(nil, raw)
		if err != nil {
			return err
		}
		if err := s.expect(':'); err != nil {
			return err
		}
		if err := member(string(name)); err != nil {
			return err
		}
	}
}

// value returns the text of the value at pos.
func (s *scan) value() ([]byte, error) {
	c := s.next()
	begin := s.pos
	switch c {
	case '{', '[':
		s.pos += len(bracketed(s.data[begin:]))
	case '"':
		s.pos = unjson.StringEnd(s.data, begin+1)
	default:
		for s.pos < len(s.data) && bytes.IndexByte([]byte(",]} \t\r\n"), s.data[s.pos]) < 0 {
			s.pos++
		}
	}
	if s.pos <= begin {
		s.pos = begin
		return nil, s.unexpected()
	}
	return s.data[begin:s.pos], nil
}

// next moves to the next byte that is not white space and returns it; 0 at the end.
func (s *scan) next() byte {
	for ; s.pos < len(s.data); s.pos++ {
		switch c := s.data[s.pos]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

func (s *scan) expect(c byte) error {
	if s.next() != c {
		return s.unexpected()
	}
	s.pos++
	return nil
}

// unexpected returns the error of the JSON decoder for the text.
func (s *scan) unexpected() error {
	if s.next(); s.pos == len(s.data) {
		return io.ErrUnexpectedEOF
	}
	if err := newReader(s.data).skip(); err != nil {
		return err
	}
	return fmt.Errorf("at byte %d: expected an object", s.pos)
}

// bracketed returns the object or array at the beginning of data; all of data if it has no end.
func bracketed(data []byte) []byte {
	if end := unjson.ContainerEnd(data, 0); end >= 0 {
		return data[:end]
	}
	return data
}
