package cluster

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"strings"
	"sync"
)

// Store keeps OpenAPI documents in memory, so that a document that two servers serve is downloaded
// once. It is safe for concurrent use.
//
// A document is shared between servers only if its hash is the SHA-512 of the JSON, as API servers
// compute it. Otherwise a hostile server that lists a well-known hash could replace the document of
// another server, also in later runs.
type Store struct {
	mu   sync.Mutex
	done map[key][]byte
	// loading has a channel for each document, which has one place: that of the caller that loads it.
	loading map[key]chan struct{}
}

// NewStore returns an empty store.
func NewStore() *Store {
	return &Store{done: map[key][]byte{}, loading: map[key]chan struct{}{}}
}

// key identifies a document by server, path and hash. Without a server it is the document of that
// path and hash on any server.
type key struct{ server, path, hash string }

func (k key) shared() key {
	k.server = ""
	return k
}

// scope says for which servers a document may be reused.
type scope int

const (
	// notKept: none. The server sent another document than the requested one.
	notKept scope = iota
	// ownServer: the same server.
	ownServer
	// anyServer: all servers, because the hash proves the content.
	anyServer
)

func scopeOf(k key, out response) scope {
	switch sum := sha512.Sum512(out.body); {
	case strings.EqualFold(hex.EncodeToString(sum[:]), k.hash):
		return anyServer
	case out.query.Get("hash") != k.hash:
		// After a redirect: the document has changed since the index was read.
		return notKept
	default:
		return ownServer
	}
}

// kept is a document with its scope.
type kept struct {
	body  []byte
	scope scope
}

// get returns a document, or loads it. While one caller loads a document, others wait for the
// result. If the result is not for their server, they load it too.
func (s *Store) get(ctx context.Context, k key, load func() (kept, error)) ([]byte, error) {
	body, loading := s.look(k)
	if body != nil {
		return body, nil
	}
	select {
	case loading <- struct{}{}:
		defer func() { <-loading }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if body, _ := s.look(k); body != nil {
		return body, nil
	}
	doc, err := load()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch doc.scope {
	case anyServer:
		s.done[k.shared()] = doc.body
	case ownServer:
		s.done[k] = doc.body
	case notKept:
	}
	return doc.body, nil
}

// look returns the document, or the channel of the callers that load it.
func (s *Store) look(k key) ([]byte, chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range []key{k.shared(), k} {
		if body, ok := s.done[name]; ok {
			return body, nil
		}
	}
	if s.loading[k.shared()] == nil {
		s.loading[k.shared()] = make(chan struct{}, 1)
	}
	return nil, s.loading[k.shared()]
}
