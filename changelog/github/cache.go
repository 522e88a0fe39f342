package github

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/source/beside"
	"github.com/kubedelta/kubedelta/discovery/source/github/client"
)

// cache keeps responses by URL. An entry is a line of JSON and the body.
type cache struct{ dir string }

// entry is a response.
type entry struct {
	URL string `json:"url"`
	// ETag is the entity tag of the response.
	ETag string `json:"etag,omitempty"`
	// Missing: GitHub returned 404.
	Missing bool `json:"missing,omitzero"`
	// Sum is the checksum, which proves that the entry is complete and belongs to the URL.
	Sum  string `json:"sum"`
	body []byte
}

func (e entry) sum() string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %t\n", e.URL, e.ETag, e.Missing)
	h.Write(e.body)
	return hex.EncodeToString(h.Sum(nil))
}

// name returns a hash, because URLs have slashes and parts from users.
func (c cache) name(url string) string {
	sum := sha256.Sum256([]byte(url))
	return filepath.Join(c.dir, "answers", hex.EncodeToString(sum[:]))
}

// get returns a complete entry and its age. A damaged entry counts as missing.
func (c cache) get(url string) (e entry, age time.Duration, ok bool) {
	if c.dir == "" {
		return entry{}, 0, false
	}
	data, written, err := client.ReadFile(c.name(url))
	if err != nil {
		return entry{}, 0, false
	}
	head, body, found := bytes.Cut(data, []byte("\n"))
	if !found || json.Unmarshal(head, &e, json.RejectUnknownMembers(true)) != nil || e.URL != url {
		return entry{}, 0, false
	}
	if e.body = body; e.sum() != e.Sum {
		return entry{}, 0, false
	}
	return e, time.Since(written), true
}

func (c cache) put(e entry) error {
	if c.dir == "" {
		return nil
	}
	e.Sum = e.sum()
	head, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return beside.WriteFile(c.name(e.URL), append(append(head, '\n'), e.body...))
}
