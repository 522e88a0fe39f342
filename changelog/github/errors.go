package github

import (
	"context"
	"errors"
	"fmt"
)

// NotFoundError says that there is no such file. Some releases have none.
type NotFoundError struct {
	// Repository is "owner/name", Path the file in it.
	Repository, Path string
	// host is that of the API, where it is not the public GitHub.
	host string
}

// Error says what is not there.
func (e *NotFoundError) Error() string {
	said := fmt.Sprintf("%s has no %s", e.Repository, e.Path)
	if e.host != "" {
		said += " on " + e.host
	}
	return said
}

// ErrNotCached is why nothing was read offline. Another document may be there.
var ErrNotCached = errors.New("it is not in the cache; read it once while online")

// UnreachableError says that GitHub could not be asked, for whatever reason, and
// what to do about it. The caller can go on with what is built in.
type UnreachableError struct {
	// What was to be read: "CHANGELOG/CHANGELOG-1.24.md of kubernetes/kubernetes".
	What string
	// Err is the sentence that says why.
	Err error
}

// Error says what could not be read, and why.
func (e *UnreachableError) Error() string { return fmt.Sprintf("cannot read %s: %v", e.What, e.Err) }

// Unwrap is why.
func (e *UnreachableError) Unwrap() error { return e.Err }

func (s *Source) notFound(d document) error {
	e := &NotFoundError{Repository: d.repository, Path: d.name}
	if !s.client.Public() {
		e.host = s.client.Host()
	}
	return e
}

// unreachable explains why a request failed. A caller who gave up is told so as
// he knows it.
func (s *Source) unreachable(ctx context.Context, d document, err error) error {
	err = s.client.Redact(s.client.Sentence(ctx, err))
	if gaveUp(err) {
		return err
	}
	return &UnreachableError{What: d.String(), Err: err}
}

func gaveUp(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
