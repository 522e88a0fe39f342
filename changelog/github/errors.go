package github

import (
	"context"
	"errors"
	"fmt"
)

// NotFoundError is the error for a file that does not exist. Some releases have none.
type NotFoundError struct {
	// Repository is "owner/name". Path is the file in it.
	Repository, Path string
	// host is the host of the API if it is not the public GitHub.
	host string
}

// Error returns what does not exist.
func (e *NotFoundError) Error() string {
	said := fmt.Sprintf("%s has no %s", e.Repository, e.Path)
	if e.host != "" {
		said += " on " + e.host
	}
	return said
}

// ErrNotCached is the reason why nothing was read offline. Other documents may be in the cache.
var ErrNotCached = errors.New("it is not in the cache; read it once while online")

// UnreachableError is the error for a request that failed. The caller can use the built-in data.
type UnreachableError struct {
	// What is the document: "CHANGELOG/CHANGELOG-1.24.md of kubernetes/kubernetes".
	What string
	// Err is the reason, and what to do about it.
	Err error
}

// Error returns what could not be read, and why.
func (e *UnreachableError) Error() string { return fmt.Sprintf("cannot read %s: %v", e.What, e.Err) }

// Unwrap returns the reason.
func (e *UnreachableError) Unwrap() error { return e.Err }

func (s *Source) notFound(d document) error {
	e := &NotFoundError{Repository: d.repository, Path: d.name}
	if !s.client.Public() {
		e.host = s.client.Host()
	}
	return e
}

// unreachable wraps the error of a request. A canceled or expired context is returned as it is.
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
