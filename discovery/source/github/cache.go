package github

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/source/beside"
	"github.com/kubedelta/kubedelta/discovery/source/github/client"
)

// cache stores blobs by their SHA, which verifies the content, and the file list of each tag.
// Errors of writing are ignored.
type cache struct{ dir string }

func (c cache) blobPath(sha string) string { return filepath.Join(c.dir, "blobs", sha[:2], sha) }

// blob returns a blob if its content has the SHA.
func (c cache) blob(sha string) ([]byte, bool) {
	if c.dir == "" {
		return nil, false
	}
	data, _, err := client.ReadFile(c.blobPath(sha))
	if err != nil || client.BlobName(data) != sha {
		return nil, false
	}
	return data, true
}

func (c cache) putBlob(sha string, data []byte) {
	if c.dir != "" {
		_ = beside.WriteFile(c.blobPath(sha), data)
	}
}

// listingPath returns the path of a tag's file list. The name is a hash, because tags contain
// slashes, and hosts colons.
func (c cache) listingPath(key string) string {
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(c.dir, "tags", hex.EncodeToString(sum[:])+".json")
}

func (c cache) listing(key string) (l listing, ok bool) {
	if c.dir == "" {
		return listing{}, false
	}
	data, _, err := client.ReadFile(c.listingPath(key))
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
		_ = beside.WriteFile(c.listingPath(l.Key), data)
	}
}
