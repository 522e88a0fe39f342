package github

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/source/github/client"
)

// cache keeps answers by their address. An entry is a line of JSON, and the
// body.
type cache struct{ dir string }

// entry is an answer.
type entry struct {
	URL string `json:"url"`
	// ETag is what GitHub calls this version of it.
	ETag string `json:"etag,omitempty"`
	// Missing: GitHub said that there is no such thing.
	Missing bool `json:"missing,omitzero"`
	// Sum proves that the entry is whole, and that of this address.
	Sum  string `json:"sum"`
	body []byte
}

func (e entry) sum() string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %t\n", e.URL, e.ETag, e.Missing)
	h.Write(e.body)
	return hex.EncodeToString(h.Sum(nil))
}

// name is a hash: addresses have slashes, and parts of users' making.
func (c cache) name(url string) string {
	sum := sha256.Sum256([]byte(url))
	return filepath.Join(c.dir, "answers", hex.EncodeToString(sum[:]))
}

// get gives an entry that is whole, and its age. Any other is as good as none.
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
	return client.WriteFile(c.name(e.URL), append(append(head, '\n'), e.body...))
}
