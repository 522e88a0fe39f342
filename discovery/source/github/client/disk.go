package client

import (
	"crypto/sha1" //nolint:gosec // git names blobs by it
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/kubedelta/kubedelta/discovery/source/beside"
)

// errNoFile is what stands in a cache where a file should be.
var errNoFile = errors.New("it is not a regular file, or its size is not plausible")

// maxKept bounds a file of a cache: an answer, with a little about it.
const maxKept = MaxBody + 1<<20

// ReadFile reads a file of a cache, and tells when it was written.
func ReadFile(name string) (data []byte, written time.Time, err error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, time.Time{}, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxKept {
		return nil, time.Time{}, errNoFile // A pipe would never open.
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, time.Time{}, err
	}
	defer func() { _ = f.Close() }()
	data, err = io.ReadAll(io.LimitReader(f, maxKept))
	return data, info.ModTime(), err
}

// WriteFile writes a file that is there as a whole or not at all, for its user
// only.
func WriteFile(name string, data []byte) error {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return beside.Write(name, 0o600, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// BlobName is the name that git gives a file's content.
func BlobName(data []byte) string {
	h := sha1.New() //nolint:gosec // see above
	fmt.Fprintf(h, "blob %d\x00", len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// ValidSHA accepts the names of objects of git, which become paths and URLs.
func ValidSHA(s string) bool {
	_, err := hex.DecodeString(s)
	return err == nil && len(s) == 2*sha1.Size
}
