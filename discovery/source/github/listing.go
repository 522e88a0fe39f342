package github

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/google/go-github/v58/github"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/beside"
	"github.com/kubedelta/kubedelta/discovery/source/github/client"
)

// listing is the list of files below api/ at a tag.
type listing struct {
	// Key consists of host, repository and tag.
	Key    string      `json:"key"`
	Commit string      `json:"commit"`
	Files  []blobEntry `json:"files"`
}

// blobEntry is one file, with its path in the repository.
type blobEntry struct {
	Path string `json:"path"`
	SHA  string `json:"sha"`
	Size int    `json:"size"`
}

// listing returns the files of a tag. The tag of a release never moves, so its cached list is
// always used.
func (r *reader) listing(ctx context.Context, tag string) (listing, error) {
	key := strings.Join([]string{r.Host(), owner, repo, tag}, " ")
	l, known := r.cache.listing(key)
	_, err := discovery.ParseRelease(tag)
	if known && (err == nil || r.offline) {
		return l, nil
	}
	if r.offline {
		return listing{}, fmt.Errorf("the tag %s is not in the cache; read it once while online", tag)
	}
	l = listing{Key: key}
	if l.Commit, err = r.commit(ctx, tag); err != nil {
		return listing{}, err
	}
	if l.Files, err = r.files(ctx, l.Commit); err != nil {
		return listing{}, err
	}
	r.cache.putListing(l)
	return l, nil
}

// commit returns the commit of a tag. An annotated tag points to a commit or to another tag.
func (r *reader) commit(ctx context.Context, tag string) (string, error) {
	var ref *github.Reference
	err := r.Call(ctx, func() (err error) {
		ref, _, err = r.git.GetRef(ctx, owner, repo, "tags/"+tag)
		return err
	})
	if client.IsNotFound(err) {
		if near := r.near(ctx, tag); len(near) > 0 {
			return "", fmt.Errorf("%s/%s has no tag %q; did you mean %s?", owner, repo, tag, strings.Join(near, " or "))
		}
		return "", fmt.Errorf("%s/%s has no tag %q, and no similar tag; a tag looks like v1.30.2", owner, repo, tag)
	}
	if err != nil {
		return "", err
	}
	object := ref.GetObject()
	for range 5 {
		sha := object.GetSHA()
		if !client.ValidSHA(sha) {
			break
		}
		if object.GetType() == "commit" {
			return sha, nil
		}
		var target *github.Tag
		err := r.Call(ctx, func() (err error) {
			target, _, err = r.git.GetTag(ctx, owner, repo, sha)
			return err
		})
		if err != nil {
			return "", err
		}
		object = target.GetObject()
	}
	return "", errors.New("the tag does not point to a commit")
}

// files lists the files below api/. The tree of the whole repository is too large for one response,
// so the tree of api/ is looked up first.
func (r *reader) files(ctx context.Context, commit string) ([]blobEntry, error) {
	top, err := r.tree(ctx, commit, false)
	if err != nil {
		return nil, err
	}
	for _, e := range top {
		if e.GetPath() == "api" && e.GetType() == "tree" && client.ValidSHA(e.GetSHA()) {
			below, err := r.tree(ctx, e.GetSHA(), true)
			if err != nil {
				return nil, err
			}
			return blobsOf("api/", below)
		}
	}
	return nil, nil
}

func (r *reader) tree(ctx context.Context, sha string, recursive bool) ([]*github.TreeEntry, error) {
	var tree *github.Tree
	err := r.Call(ctx, func() (err error) {
		tree, _, err = r.git.GetTree(ctx, owner, repo, sha, recursive)
		return err
	})
	if err != nil {
		return nil, err
	}
	if tree.GetTruncated() {
		return nil, errors.New("the folder is too large for GitHub to list completely")
	}
	return tree.Entries, nil
}

func blobsOf(folder string, entries []*github.TreeEntry) (files []blobEntry, err error) {
	for _, e := range entries {
		// Symbolic links (mode 120000) are blobs that contain a path.
		if e.GetType() != "blob" || e.GetMode() != "100644" && e.GetMode() != "100755" {
			continue
		}
		if !client.ValidSHA(e.GetSHA()) {
			return nil, fmt.Errorf("the file %s has a name that is not valid in git", e.GetPath())
		}
		files = append(files, blobEntry{Path: folder + e.GetPath(), SHA: e.GetSHA(), Size: e.GetSize()})
	}
	return files, nil
}

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
	if !ok || json.Unmarshal(data, &l) != nil || l.Key != key || !client.ValidSHA(l.Commit) {
		return listing{}, false
	}
	return l, !slices.ContainsFunc(l.Files, func(f blobEntry) bool { return !client.ValidSHA(f.SHA) })
}

func (c cache) putListing(l listing) {
	if data, err := json.Marshal(l); err == nil {
		c.write(listingFile(l.Key), data)
	}
}
