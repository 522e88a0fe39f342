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

func (c cache) read(name string) ([]byte, bool) {
	if c.dir == "" {
		return nil, false
	}
	data, _, err := client.ReadFile(filepath.Join(c.dir, name))
	return data, err == nil
}

func (c cache) write(name string, data []byte) {
	if c.dir != "" {
		_ = beside.WriteFile(filepath.Join(c.dir, name), data)
	}
}

func blobFile(sha string) string { return filepath.Join("blobs", sha[:2], sha) }

// blob returns a blob if its content has the SHA.
func (c cache) blob(sha string) ([]byte, bool) {
	data, ok := c.read(blobFile(sha))
	return data, ok && client.BlobName(data) == sha
}

func (c cache) putBlob(sha string, data []byte) { c.write(blobFile(sha), data) }

// listingFile returns the file of a tag's list. The name is a hash, because tags contain slashes, and
// hosts colons.
func listingFile(key string) string {
	sum := sha256.Sum256([]byte(key))
	return filepath.Join("tags", hex.EncodeToString(sum[:])+".json")
}

func (c cache) listing(key string) (l listing, ok bool) {
	data, ok := c.read(listingFile(key))
	if !ok || json.Unmarshal(data, &l) != nil || l.Key != key || !l.valid() {
		return listing{}, false
	}
	return l, true
}

func (c cache) putListing(l listing) {
	if data, err := json.Marshal(l); err == nil {
		c.write(listingFile(l.Key), data)
	}
}
