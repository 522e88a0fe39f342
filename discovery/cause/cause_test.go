package cause_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/cause"
)

func TestOf(t *testing.T) {
	other := errors.New("it is torn")
	for _, at := range []struct{ err, want error }{
		{fmt.Errorf("a.yaml: %w", &fs.PathError{Op: "open", Path: "a.yaml", Err: fs.ErrNotExist}), fs.ErrNotExist},
		{&os.LinkError{Op: "rename", Old: "a", New: "b", Err: fs.ErrPermission}, fs.ErrPermission},
		{other, other},
		{nil, nil},
	} {
		if got := cause.Of(at.err); got != at.want { //nolint:errorlint // the error itself, not a wrapped one
			t.Errorf("%v: got %v, want %v", at.err, got, at.want)
		}
	}
}

// TestParser: a parser that panics returns an error.
func TestParser(t *testing.T) {
	if err := cause.Parser(func() error { return fs.ErrExist }); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v", err)
	}
	if err := cause.Parser(func() error { panic("torn") }); !errors.Is(err, cause.ErrParser) {
		t.Errorf("got %v", err)
	}
}
