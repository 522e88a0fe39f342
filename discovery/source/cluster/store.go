package cluster

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"strings"
	"sync"
)

// Store keeps OpenAPI documents in memory, so that two servers that serve the
// same one are asked for it once. Pass one Store to the clients of both sides of
// a comparison. It is safe for concurrent use.
//
// A hash is what a server says of a document, and servers lie, or compute it in
// ways of their own. So a document is shared between servers only where the
// hash proves the content: API servers give the SHA-512 of the JSON, which is
// checked. All others are kept for the server they came from. Otherwise a
// hostile server could, by claiming a hash that is well known, put its document
// in the place of an honest server's, now or, by way of the cache on disk, in a
// later run.
type Store struct {
	mu   sync.Mutex
	done map[key][]byte
	// flights are the documents being fetched; closed when that is over.
	running map[key]chan struct{}
}

// NewStore returns an empty store.
func NewStore() *Store {
	return &Store{done: map[key][]byte{}, running: map[key]chan struct{}{}}
}

// key names a document: by server, path and hash; without a server it is the
// document of that path and hash on any server.
type key struct{ server, path, hash string }

func (k key) shared() key {
	k.server = ""
	return k
}

// scope says who may have a document again.
type scope int

const (
	// notKept: nobody. The server sent another document than was asked for.
	notKept scope = iota
	// ownServer: clients of the same server.
	ownServer
	// anyServer: everybody, because the hash proves the content.
	anyServer
)

// scopeOf checks an answer.
func scopeOf(k key, out response) scope {
	switch sum := sha512.Sum512(out.body); {
	case strings.EqualFold(hex.EncodeToString(sum[:]), k.hash):
		return anyServer
	case out.query.Get("hash") != k.hash:
		// Redirected: the document has changed since the index was read.
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

// get finds a document, or loads it. While one caller loads a document, others
// that want it wait for the outcome; if it is not for them, they load it too.
func (s *Store) get(ctx context.Context, k key, load func() (kept, error)) ([]byte, error) {
	for {
		body, flight := s.look(k)
		if body != nil {
			return body, nil
		}
		if flight == nil {
			return s.lead(k, load)
		}
		select {
		case <-flight:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// look finds the document, or who is loading it. Where there is neither, the
// caller has to load it: it is entered as who does.
func (s *Store) look(k key) ([]byte, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range []key{k.shared(), k} {
		if body, ok := s.done[name]; ok {
			return body, nil
		}
	}
	if flight, ok := s.running[k.shared()]; ok {
		return nil, flight
	}
	s.running[k.shared()] = make(chan struct{})
	return nil, nil
}

func (s *Store) lead(k key, load func() (kept, error)) ([]byte, error) {
	var doc kept
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		switch doc.scope {
		case anyServer:
			s.done[k.shared()] = doc.body
		case ownServer:
			s.done[k] = doc.body
		case notKept:
		}
		close(s.running[k.shared()])
		delete(s.running, k.shared())
	}()
	loaded, err := load()
	if err != nil {
		return nil, err
	}
	doc = loaded
	return doc.body, nil
}
