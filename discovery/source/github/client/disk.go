package client

import (
	"crypto/sha1" //nolint:gosec // git names blobs by their SHA-1
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/kubedelta/kubedelta/discovery/cause"
)

// errNoFile reports a cache entry that is not a plausible file.
var errNoFile = errors.New("it is not a regular file, or its size is not plausible")

// maxKept limits a cache file: a response and its metadata.
const maxKept = MaxBody + 1<<20

// ReadFile reads a cache file and returns its modification time.
func ReadFile(name string) (data []byte, written time.Time, err error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, time.Time{}, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxKept {
		return nil, time.Time{}, errNoFile // opening a pipe would block
	}
	data, err = cause.ReadFile(name, maxKept)
	return data, info.ModTime(), err
}

// BlobName returns the SHA that git gives to content.
func BlobName(data []byte) string {
	h := sha1.New() //nolint:gosec // see the import
	fmt.Fprintf(h, "blob %d\x00", len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// ValidSHA reports whether s is the SHA of a git object. SHAs become part of paths and URLs.
func ValidSHA(s string) bool {
	_, err := hex.DecodeString(s)
	return err == nil && len(s) == 2*sha1.Size
}
