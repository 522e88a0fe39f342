package cluster

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/source/beside"
)

const (
	// cacheFolder is a folder in Options.CacheDir.
	cacheFolder = "openapi"
	// cacheHeader is the beginning of each file, before the SHA-256 of the document.
	cacheHeader = "kubedelta document 1 "
	// maxCache limits the size of the folder, in bytes. A release takes 10 MB.
	maxCache = 256 << 20
)

// cache stores documents in files between runs. A file is named after the key and begins with the
// SHA-256 of the document, so that a damaged file is downloaded again. A nil cache stores nothing.
type cache struct {
	dir   string
	limit int64
	warn  func(string)
	wrote atomic.Bool
}

// load returns a document and its scope.
func (c *cache) load(k key) ([]byte, scope, bool) {
	if c == nil {
		return nil, notKept, false
	}
	if body, ok := c.read(k.shared()); ok {
		return body, anyServer, true
	}
	body, ok := c.read(k)
	return body, ownServer, ok
}

func (c *cache) read(k key) ([]byte, bool) {
	name := c.file(k)
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > c.limit+int64(len(header(nil))) {
		return nil, false
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, false
	}
	_, body, found := bytes.Cut(data, []byte("\n"))
	return body, found && bytes.HasPrefix(data, header(body))
}

// save stores a document. It warns if the cache cannot be written.
func (c *cache) save(k key, s scope, body []byte) {
	if c == nil || s == notKept {
		return
	}
	if s == anyServer {
		k = k.shared()
	}
	if err := beside.WriteFile(c.file(k), append(header(body), body...)); err != nil {
		c.warn(fmt.Sprintf("the cache cannot be written, so documents are downloaded each time: %v", err))
		return
	}
	c.wrote.Store(true)
}

func header(body []byte) []byte {
	return fmt.Appendf(nil, "%s%x\n", cacheHeader, sha256.Sum256(body))
}

// file returns the path of the file of a key. Hashing the complete key hides the path of the
// document and keeps the file in the folder.
func (c *cache) file(k key) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q", k.server, k.path, k.hash))
	return filepath.Join(c.dir, cacheFolder, hex.EncodeToString(sum[:]))
}

// prune removes the oldest files above the limit, after a run that wrote some. Other runs may
// remove the same files, or may still use them.
func (c *cache) prune() {
	if !c.wrote.Swap(false) {
		return
	}
	files, total := c.files()
	order.By(files, func(a, b cacheFile) int { return cmp.Or(a.changed.Compare(b.changed), cmp.Compare(a.name, b.name)) })
	for _, f := range files {
		if total <= maxCache {
			return
		}
		if err := os.Remove(f.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			c.warn(fmt.Sprintf("old files in the cache cannot be removed: %v", err))
			return
		}
		total -= f.size
	}
}

type cacheFile struct {
	name    string
	size    int64
	changed time.Time
}

func (c *cache) files() (list []cacheFile, total int64) {
	entries, err := os.ReadDir(filepath.Join(c.dir, cacheFolder))
	if err != nil {
		return nil, 0
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		list = append(list, cacheFile{name: filepath.Join(c.dir, cacheFolder, e.Name()), size: info.Size(), changed: info.ModTime()})
		total += info.Size()
	}
	return list, total
}
