package github

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/kubedelta/kubedelta/discovery/source/github/client"
)

// publicRaw is the host of the files of public repositories. Its requests do not count towards the
// API's limit of 60 an hour without a token. A tag has about 45 files.
const publicRaw = "https://raw.githubusercontent.com/"

// rawFiles reads files by commit and path. It sends no token, because the host is not that of the
// API.
type rawFiles struct {
	base string // "" for none
	http *http.Client
	// off: the host cannot be reached, or does not have the files. The other files are read from
	// the API at once.
	off atomic.Bool
}

// errNoRaw reports a file that is to be read from the API instead.
var errNoRaw = errors.New("the host of raw files does not have the file")

// get reads a file. The caller verifies its SHA.
func (f *rawFiles) get(ctx context.Context, repository, commit, path string) ([]byte, error) {
	var escaped []string
	for part := range strings.SplitSeq(path, "/") {
		escaped = append(escaped, url.PathEscape(part))
	}
	address := f.base + repository + "/" + commit + "/" + strings.Join(escaped, "/")
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	res, err := f.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	switch {
	case res.StatusCode >= http.StatusInternalServerError:
		return nil, &client.BrokenError{Says: fmt.Sprintf("the host of raw files returned %d", res.StatusCode)}
	case res.StatusCode != http.StatusOK:
		return nil, errNoRaw
	}
	data, err := io.ReadAll(io.LimitReader(res.Body, client.MaxBody+1))
	if err == nil && len(data) > client.MaxBody {
		err = client.ErrTooLarge
	}
	return data, err
}

// rawBlob reads a file from the host of raw files. It returns false if the file must be read from
// the API.
func (r *reader) rawBlob(ctx context.Context, commit string, f blobEntry) (data []byte, ok bool) {
	if r.raw.base == "" || r.raw.off.Load() {
		return nil, false
	}
	err := r.Call(ctx, func() (err error) {
		data, err = r.raw.get(ctx, owner+"/"+repo, commit, f.Path)
		if err == nil && client.BlobName(data) != f.SHA {
			return errWrongBlob
		}
		return err
	})
	if err == nil {
		return data, true
	}
	if dial, refused := errors.AsType[*net.OpError](err); errors.Is(err, errNoRaw) || refused && dial.Op == "dial" {
		r.raw.off.Store(true)
	}
	return nil, false
}
