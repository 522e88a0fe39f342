package github

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"github.com/kubedelta/kubedelta/discovery/source/github/client"
)

// parallel is the most requests at a time; GitHub's secondary limit is not far
// above.
const parallel = 8

// errWrongBlob is what a broken connection or a proxy gives in place of a file.
var errWrongBlob = &client.BrokenError{Says: "the response is not the file of this name in git; a proxy may have put its own page there"}

// soFar says how far the reading is.
func (r *reader) soFar() string {
	done, total := r.fetched.Counts()
	return fmt.Sprintf("%d of %d files", done, total)
}

// blobs reads files, by their path. After the first that fails no other is
// begun; those under way are waited for, because they are paid for already: the
// next attempt finds them in the cache.
func (r *reader) blobs(ctx context.Context, commit string, files []blobEntry) (map[string][]byte, error) {
	r.fetched.Expect(len(files))
	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		first error
		all   = map[string][]byte{}
		queue = make(chan blobEntry)
	)
	failed := func() error {
		mu.Lock()
		defer mu.Unlock()
		return first
	}
	for range min(parallel, len(files)) {
		wg.Go(func() {
			for f := range queue {
				data, err := r.blob(ctx, commit, f)
				mu.Lock()
				first = cmp.Or(first, err)
				all[f.Path] = data
				mu.Unlock()
				if err == nil {
					r.fetched.Finish()
				}
			}
		})
	}
	for _, f := range files {
		if failed() != nil {
			break
		}
		queue <- f
	}
	close(queue)
	wg.Wait()
	return all, failed()
}

// blob reads one file, from the cache or from GitHub. What comes is believed
// only if it is what its name says.
func (r *reader) blob(ctx context.Context, commit string, f blobEntry) (data []byte, err error) {
	if data, ok := r.cache.blob(f.SHA); ok {
		return data, nil
	}
	if r.offline {
		return nil, fmt.Errorf("%s is not in the cache; read the tag once while online", f.Path)
	}
	if f.Size > client.MaxBody {
		return nil, fmt.Errorf("%s has %d MiB: %w", f.Path, f.Size>>20, client.ErrTooLarge)
	}
	if data, ok := r.rawBlob(ctx, commit, f); ok {
		r.cache.putBlob(f.SHA, data)
		return data, nil
	}
	err = r.Call(ctx, func() error {
		data, _, err = r.git.GetBlobRaw(ctx, r.owner, r.repo, f.SHA)
		if err == nil && client.BlobName(data) != f.SHA {
			return errWrongBlob
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path, err)
	}
	r.cache.putBlob(f.SHA, data)
	return data, nil
}
