package github

import (
	"crypto/sha1" //nolint:gosec // git names blobs by it
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"
)

// cache keeps blobs by their name, which their content proves, and the list of
// a tag's files. Where it cannot be written, everything works without it.
type cache struct{ dir string }

// blobName is the name that git gives a blob.
func blobName(data []byte) string {
	h := sha1.New() //nolint:gosec // see above
	fmt.Fprintf(h, "blob %d\x00", len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// validSHA accepts the names of objects, which become paths and URLs.
func validSHA(s string) bool {
	_, err := hex.DecodeString(s)
	return err == nil && len(s) == 2*sha1.Size
}

func (c cache) blobPath(sha string) string { return filepath.Join(c.dir, "blobs", sha[:2], sha) }

// blob gives a blob that is what its name says.
func (c cache) blob(sha string) ([]byte, bool) {
	if c.dir == "" {
		return nil, false
	}
	data, err := readBounded(c.blobPath(sha))
	if err != nil || blobName(data) != sha {
		return nil, false
	}
	return data, true
}

func (c cache) putBlob(sha string, data []byte) {
	if c.dir != "" {
		put(c.blobPath(sha), data)
	}
}

// listingPath is where the list of a tag's files stands. The name is a hash,
// since tags have slashes, and hosts have colons.
func (c cache) listingPath(key string) string {
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(c.dir, "tags", hex.EncodeToString(sum[:])+".json")
}

func (c cache) listing(key string) (l listing, ok bool) {
	if c.dir == "" {
		return listing{}, false
	}
	data, err := readBounded(c.listingPath(key))
	if err != nil || json.Unmarshal(data, &l) != nil || l.Key != key || !l.valid() {
		return listing{}, false
	}
	return l, true
}

func (c cache) putListing(l listing) {
	if c.dir == "" {
		return
	}
	if data, err := json.Marshal(l); err == nil {
		put(c.listingPath(l.Key), data)
	}
}

func readBounded(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > maxBody {
		return nil, errTooLarge
	}
	return io.ReadAll(io.LimitReader(f, maxBody))
}

// put writes a file that is there as a whole or not at all, for its user only.
func put(name string, data []byte) {
	dir := filepath.Dir(name)
	if os.MkdirAll(dir, 0o700) != nil {
		return
	}
	f, err := os.CreateTemp(dir, ".new-*") // Its mode is 0600.
	if err != nil {
		return
	}
	_, err = f.Write(data)
	if closed := f.Close(); err != nil || closed != nil || os.Rename(f.Name(), name) != nil {
		_ = os.Remove(f.Name())
	}
}
