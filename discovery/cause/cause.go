// Package cause says why a file cannot be read or written. It owns no sentence: who asks has
// the name of the file in its own.
package cause

import (
	"errors"
	"io/fs"
	"os"
)

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
