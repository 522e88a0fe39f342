package github

import (
	"bytes"
	"context"
	"errors"
	"mime"
	"net/http"
	"sync"

	"github.com/google/go-github/v58/github"

	"github.com/kubedelta/kubedelta/discovery/source/github/client"
)

// answer is the result for a URL in this run.
type answer struct {
	mu    sync.Mutex
	known bool
	data  []byte
	err   error
}

// read returns a document from this run, from the disk, or from GitHub. Concurrent calls for the
// same document send one request.
func (s *Source) read(ctx context.Context, d document) ([]byte, error) {
	url := s.client.URL(d.path)
	s.mu.Lock()
	a := s.answers[url]
	if a == nil {
		a = &answer{}
		s.answers[url] = a
	}
	s.mu.Unlock()
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.known {
		return a.data, a.err
	}
	data, err := s.resolve(ctx, url, d)
	if gaveUp(err) {
		return nil, err // The next caller may have more time.
	}
	a.known, a.data, a.err = true, data, err
	return data, err
}

func (s *Source) resolve(ctx context.Context, url string, d document) ([]byte, error) {
	kept, age, ok := s.cache.get(url)
	switch {
	case ok && (s.o.Offline || age >= 0 && age < d.fresh):
		return s.told(d, kept)
	case s.o.Offline:
		return nil, &UnreachableError{What: d.String(), Err: ErrNotCached}
	}
	came, err := s.ask(ctx, url, d, kept)
	if err != nil {
		if ok && !gaveUp(err) {
			s.warning("whether the release notes changed on GitHub is unknown, so those in the cache are used: " + errors.Unwrap(err).Error())
			return s.told(d, kept)
		}
		return nil, err
	}
	s.keep(came)
	return s.told(d, came)
}

// told returns the document of an entry, or a NotFoundError.
func (s *Source) told(d document, e entry) ([]byte, error) {
	if e.Missing {
		return nil, s.notFound(d)
	}
	return e.body, nil
}

func (s *Source) keep(e entry) {
	if s.client.Holds(e.body) {
		return // A server that repeats the token does not get it onto the disk.
	}
	if err := s.cache.put(e); err != nil {
		s.warning("the cache of release notes cannot be written, so they are downloaded each time: " + err.Error())
	}
}

// ask sends the request, and returns the entry for the cache.
func (s *Source) ask(ctx context.Context, url string, d document, kept entry) (entry, error) {
	ctx, cancel := client.WithDeadline(ctx, s.end(), s.o.Timeout)
	defer cancel()
	came := entry{URL: url}
	err := s.client.Call(ctx, func() error {
		answer, res, err := s.get(ctx, d.path, d.accept, kept.ETag)
		switch {
		case client.IsNotModified(err) && kept.URL == url:
			came = kept
			return nil
		case client.IsNotFound(err) && !isHTML(res):
			came = entry{URL: url, Missing: true}
			return nil
		case err != nil:
			return err
		}
		if answer, err = s.content(ctx, d, answer); err != nil {
			return err
		}
		came.ETag = res.Header.Get("ETag")
		came.body, err = d.check(answer)
		return err
	})
	if err != nil {
		return entry{}, s.unreachable(ctx, d, err)
	}
	return came, nil
}

func (s *Source) get(ctx context.Context, path, accept, etag string) ([]byte, *github.Response, error) {
	req, err := s.client.API.NewRequest(http.MethodGet, path, nil)
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Accept", accept)
	if etag != "" {
		req.Header.Set("If-None-Match", etag)
	}
	var body bytes.Buffer
	res, err := s.client.API.Do(ctx, req, &body)
	return body.Bytes(), res, err
}

// isHTML recognizes a 404 that does not come from GitHub's API.
func isHTML(res *github.Response) bool {
	if res == nil || res.Response == nil {
		return false
	}
	media, _, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	return err == nil && media == "text/html"
}
