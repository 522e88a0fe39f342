// Package cause says why a file cannot be read or written. It owns no sentence: who asks has
// the name of the file in its own.
package cause

import (
	"errors"
	"io/fs"
	"os"
	"strings"
)

// OfLink is Of where a link that leads out of an os.Root may be behind the error.
func OfLink(err error) error {
	if err = Of(err); strings.Contains(err.Error(), "escapes") {
		return errors.New("it is a symbolic link to a path outside of the folder; only links inside the folder are followed")
	}
	return err
}

// Of is an error without the system call and the paths.
func Of(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	if l, ok := errors.AsType[*os.LinkError](err); ok {
		return l.Err
	}
	return err
}

// ErrParser is the error of a text with which a parser does not cope.
var ErrParser = errors.New("the parser failed")

// Parser is the error of a function of a parser. The YAML library tells some malformed texts by
// a panic, such as a list for a key beside a merge; that is an error of the text like any other.
func Parser(read func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = ErrParser
		}
	}()
	return read()
}
