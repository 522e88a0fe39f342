package github

import (
	"context"
	"fmt"
	"sync"

	"github.com/kubedelta/kubedelta/discovery/source/github/client"
)

// parallel limits the concurrent requests. GitHub's secondary rate limit is slightly higher.
const parallel = 8

// errWrongBlob reports content that does not have the requested SHA.
var errWrongBlob = &client.BrokenError{Says: "the response is not the file of this name in git; a proxy may have put its own page there"}

// soFar describes how many files were read.
func (r *reader) soFar() string {
	done, total := r.fetched.Counts()
	return fmt.Sprintf("%d of %d files", done, total)
}

// blobs reads files. The result has their content by path. After an error it starts no more
// downloads, but waits for the running ones: their content is cached for the next attempt.
func (r *reader) blobs(ctx context.Context, commit string, files []blobEntry) (map[string][]byte, error) {
	r.fetched.Expect(len(files))
	var mu sync.Mutex
	all := map[string][]byte{}
	err := client.Each(parallel, files, func(f blobEntry) error {
		data, err := r.blob(ctx, commit, f)
		mu.Lock()
		all[f.Path] = data
		mu.Unlock()
		if err == nil {
			r.fetched.Finish()
		}
		return err
	})
	return all, err
}

// blob reads one file, from the cache or from GitHub. It verifies the SHA of the content.
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
		data, _, err = r.git.GetBlobRaw(ctx, owner, repo, f.SHA)
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
