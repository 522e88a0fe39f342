package beside_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/source/beside"
	"github.com/kubedelta/kubedelta/fixtures/needs"
)

func text(s string) func(w io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// TestWrite: the old text stays until the new text is complete. The mode stays, and no other file
// remains.
func TestWrite(t *testing.T) {
	folder := t.TempDir()
	place := filepath.Join(folder, "a")
	if err := os.WriteFile(place, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("failed")
	err := beside.Write(place, 0o666, func(w io.Writer) error {
		if list := names(t, folder); len(list) != 2 || !beside.Temporary(list[0]) {
			t.Errorf("while it is written there are %q", list)
		}
		_, err := io.WriteString(w, "half")
		return errors.Join(err, failed)
	})
	if !errors.Is(err, failed) {
		t.Error(err)
	}
	if got, err := os.ReadFile(place); err != nil || string(got) != "old" {
		t.Errorf("%q, %v", got, err)
	}
	if err := beside.Write(place, 0o666, text("new")); err != nil {
		t.Error(err)
	}
	info, err := os.Stat(place)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(place); err != nil || string(got) != "new" || info.Mode() != 0o640 {
		t.Errorf("%q, %v, %v", got, info.Mode(), err)
	}
	if list := names(t, folder); !slices.Equal(list, []string{"a"}) {
		t.Errorf("there are %q", list)
	}
}

// TestLinks: a link is replaced, not followed, and no link leads out of the folder.
func TestLinks(t *testing.T) {
	work := t.TempDir()
	folder, outside := filepath.Join(work, "in"), filepath.Join(work, "outside")
	if err := errors.Join(os.Mkdir(folder, 0o700), os.Mkdir(outside, 0o700), os.WriteFile(filepath.Join(outside, "a"), []byte("old"), 0o600),
		os.Symlink("../outside/a", filepath.Join(folder, "a")), os.Symlink("../outside", filepath.Join(folder, "b"))); err != nil {
		needs.Missing(t, "links: "+err.Error())
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := beside.Replace(root, "a", 0o600, text("new")); err != nil {
		t.Error(err)
	}
	if err := beside.Replace(root, filepath.Join("b", "a"), 0o600, text("new")); err == nil {
		t.Error("it was written out of the folder")
	}
	if got, err := os.ReadFile(filepath.Join(outside, "a")); err != nil || string(got) != "old" || len(names(t, outside)) != 1 {
		t.Errorf("%q, %v", got, err)
	}
}

// TestClean: files of killed runs are removed. Files that a run holds, and all others, stay.
func TestClean(t *testing.T) {
	folder := t.TempDir()
	left := filepath.Join(folder, ".kubedelta-4194304000-0")
	for _, name := range []string{left, filepath.Join(folder, ".kubedelta-notes"), filepath.Join(folder, "kubedelta-1-1")} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("kubedelta-1-1", filepath.Join(folder, ".kubedelta-1-1")); err != nil {
		needs.Missing(t, "links: "+err.Error())
	}
	made, err := beside.MakeFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what a killed run left is still there: %v", err)
	}
	// Another run cleans the folder while this one writes.
	err = beside.Write(filepath.Join(folder, "a"), 0o600, func(io.Writer) error {
		return beside.Write(filepath.Join(folder, "b"), 0o600, text("b"))
	})
	if _, lost := os.Lstat(made.Name); err != nil || lost != nil {
		t.Errorf("what a run holds was removed: %v, %v", err, lost)
	}
	if err := made.Close(); err != nil {
		t.Error(err)
	}
	if list := names(t, folder); !slices.Equal(list, []string{".kubedelta-1-1", ".kubedelta-notes", "a", "b", "kubedelta-1-1"}) {
		t.Errorf("there are %q", list)
	}
}

// TestTogether: concurrent writers do not replace each other's files.
func TestTogether(t *testing.T) {
	folder := t.TempDir()
	const writers, rounds = 32, 40
	var group sync.WaitGroup
	for i := range writers {
		group.Go(func() {
			path := filepath.Join(folder, strconv.Itoa(i))
			for range rounds {
				if err := beside.Write(path, 0o600, func(w io.Writer) error { _, err := io.WriteString(w, path); return err }); err != nil {
					t.Error(err)
				}
				if got, err := os.ReadFile(path); err != nil || string(got) != path {
					t.Errorf("%s holds %q, %v", path, got, err)
				}
			}
		})
	}
	group.Wait()
}
