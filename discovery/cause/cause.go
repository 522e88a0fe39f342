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

// ErrParser is the error of a text on which a parser fails.
var ErrParser = errors.New("the parser failed")

// Parser calls a function of a parser and returns its error. On some malformed texts, such as a
// list as a key beside a merge, the YAML library panics; that is an error of the text as well.
func Parser(read func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = ErrParser
		}
	}()
	return read()
}
