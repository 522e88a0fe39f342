package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// NoPathError reports that a commit does not have a path.
type NoPathError struct{ Revision, Path string }

func (e *NoPathError) Error() string {
	return fmt.Sprintf("there is no %s at %s; see git ls-tree -r --name-only %s", e.Path, e.Revision, phrase.Word(e.Revision))
}

// Found has the definitions of a place.
type Found struct {
	crd.Manifests
	// Commit is the ID of the commit.
	Commit string
}

// Read reads the definitions of a place. name is used in messages. If the commit exists and the
// path does not, Commit is set and the error is a [NoPathError].
func Read(ctx context.Context, name string, p Place) (found Found, err error) {
	object, kind, err := found.object(ctx, p)
	switch {
	case err != nil:
		return found, fmt.Errorf("%s: %w", name, err)
	case kind == "blob":
		found.Manifests, err = readFile(ctx, name, object)
	default:
		found.Manifests, err = readTree(ctx, name, object)
	}
	return found, err
}

// object finds the object at a place, and sets Commit.
func (f *Found) object(ctx context.Context, p Place) (id, kind string, err error) {
	if f.Commit, err = commit(ctx, p); err != nil {
		return "", "", err
	}
	if id, err = output(ctx, "rev-parse", "--verify", "--quiet", f.Commit+":"+p.Path); err != nil {
		at := p.Revision
		if p.Base != "" {
			at = f.Commit[:12]
		}
		return "", "", failure(err, &NoPathError{at, p.Path})
	}
	kind, err = output(ctx, "cat-file", "-t", id)
	return id, kind, err
}

// commit returns the commit ID of a place.
func commit(ctx context.Context, p Place) (string, error) {
	var ids []string
	for _, revision := range []string{p.Revision, p.Base} {
		if revision == "" {
			continue
		}
		id, err := output(ctx, "rev-parse", "--verify", "--quiet", revision+"^{commit}")
		if err != nil {
			return "", failure(err, fmt.Errorf("there is no commit %q in this repository; fetch it first (in a CI checkout, with fetch-depth: 0)", revision))
		}
		ids = append(ids, id)
	}
	if len(ids) == 1 {
		return ids[0], nil
	}
	base, err := output(ctx, "merge-base", ids[0], ids[1])
	if err != nil {
		return "", failure(err, fmt.Errorf("%s and %s have no common commit in this repository; fetch their history first (in a CI checkout, with fetch-depth: 0)", p.Revision, p.Base))
	}
	return base, nil
}

func readFile(ctx context.Context, name, object string) (found crd.Manifests, err error) {
	failed := contents(ctx, []string{object}, func(_ int, text []byte, reason string) {
		if reason != "" {
			err = fmt.Errorf("%s: %s", name, reason)
			return
		}
		found, err = crd.ReadFile(name, text)
	})
	if failed != nil {
		return found, fmt.Errorf("%s: %w", name, failed)
	}
	return found, err
}

func readTree(ctx context.Context, name, tree string) (crd.Manifests, error) {
	list, err := run(ctx, nil, "ls-tree", "-r", "-z", "--long", tree)
	if err != nil {
		return crd.Manifests{}, fmt.Errorf("%s: %w", name, err)
	}
	folder := crd.NewFolder(name)
	var objects, paths []string
	for record := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		head, file, _ := strings.Cut(record, "\t")
		fields := append(strings.Fields(head), "", "", "", "") // mode, type, object, size
		mode, object := fields[0], fields[2]
		size, _ := strconv.ParseInt(fields[3], 10, 64) // "-" for an entry without a size
		switch {
		case slices.ContainsFunc(strings.Split(path.Dir(file), "/"), func(name string) bool { return !crd.Looks(name) }): // as on disk
			folder.Pass(file)
		case mode == "160000":
			folder.Unreadable(file, "it is a submodule, whose files are in another repository")
		case !crd.Takes(file):
			folder.Pass(file)
		case mode == "120000":
			folder.Unreadable(file, "it is a symbolic link, which is not followed in a commit")
		case crd.CheckSize(size) != nil:
			folder.Unreadable(file, crd.CheckSize(size).Error())
		default:
			if err := folder.Room(size); err != nil {
				return crd.Manifests{}, err
			}
			objects, paths = append(objects, object), append(paths, file)
		}
	}
	err = contents(ctx, objects, func(i int, text []byte, reason string) {
		if reason != "" {
			folder.Unreadable(paths[i], reason)
			return
		}
		folder.Add(paths[i], text)
	})
	if err != nil {
		return crd.Manifests{}, fmt.Errorf("%s: %w", name, err)
	}
	return folder.Manifests()
}

// contents reads objects and calls use with the content of each, or with the reason why it cannot
// be read.
func contents(ctx context.Context, objects []string, use func(i int, text []byte, reason string)) error {
	if len(objects) == 0 {
		return nil
	}
	out, err := run(ctx, strings.NewReader(strings.Join(objects, "\n")+"\n"), "cat-file", "--batch")
	if err != nil {
		return err
	}
	r := bufio.NewReader(bytes.NewReader(out))
	for i, object := range objects {
		head, err := r.ReadString('\n')
		fields := strings.Fields(head)
		if err == nil && len(fields) == 2 && fields[1] == "missing" {
			use(i, nil, "its content is not in this repository, which is a partial clone; fetch it first")
			continue
		}
		if err != nil || len(fields) != 3 || fields[0] != object {
			return errors.New("git cat-file ended too early")
		}
		size, err := strconv.Atoi(fields[2])
		if err != nil {
			return fmt.Errorf("git cat-file wrote %q", head)
		}
		text := make([]byte, size)
		if _, err := io.ReadFull(r, text); err != nil {
			return errors.New("git cat-file ended too early")
		}
		_, _ = r.Discard(1) // the line break after the content
		if bytes.HasPrefix(text, []byte("version https://git-lfs.github.com/spec/")) {
			use(i, nil, "it is a Git LFS pointer; run git lfs pull, and compare the checked-out folder")
			continue
		}
		use(i, text, "")
	}
	return nil
}
