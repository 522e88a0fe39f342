package site

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	machine "github.com/kubedelta/kubedelta/fixtures/needs"
	"github.com/kubedelta/kubedelta/site"
)

// writeSite writes files as a site, and returns the result.
func writeSite(t *testing.T, dir string, files map[string]string, failed error) (*writer, error) {
	t.Helper()
	w, err := openFolder(dir)
	if err != nil {
		return nil, err
	}
	err = failed
	for path, text := range files {
		if err == nil || failed != nil {
			if e := w.write(site.File{Path: path, Text: []byte(text)}); e != nil {
				err = e
			}
		}
	}
	return w, w.finish(err)
}

func content(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		return "error: " + err.Error()
	}
	return string(text)
}

// TestSiteFolder checks that only changed files are written, that files that are no longer part of
// the site are removed with their folder, and that files that others wrote or changed stay.
func TestSiteFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "site")
	first := map[string]string{"index.html": "one", "a/b/c.html": "two", "a/d.html": "three", "e.html": "four"}
	if w, err := writeSite(t, dir, first, nil); err != nil || w.written != 4 || w.removed != 0 {
		t.Fatalf("%+v, %v", w, err)
	}
	foreign := filepath.Join(dir, "a", "mine.txt")
	if err := os.WriteFile(foreign, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "e.html"), []byte("changed by hand"), 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	w, err := writeSite(t, dir, map[string]string{"index.html": "one", "a/d.html": "five"}, nil)
	if err != nil || w.written != 1 || w.same != 1 || w.removed != 1 || len(w.kept) != 1 {
		t.Fatalf("%+v, %v", w, err)
	}
	if after, err := os.Stat(filepath.Join(dir, "index.html")); err != nil || !os.SameFile(before, after) {
		t.Errorf("a file that did not change was written: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "a", "b")); err == nil {
		t.Error("an empty folder is left")
	}
	if got := content(t, foreign) + content(t, dir, "a/d.html") + content(t, dir, "e.html"); got != "minefivechanged by hand" {
		t.Errorf("the files are %q", got)
	}
	if list := content(t, dir, listName); strings.Count(list, "\n") != 2 || !strings.Contains(list, "  a/d.html\n") {
		t.Errorf("the list is %q", list)
	}
}

// TestSiteForeign checks that a file of somebody else is never replaced, and that links out of the
// folder are not followed.
func TestSiteForeign(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := writeSite(t, dir, map[string]string{"index.html": "one", "a.html": "two", "gates/b.html": "three"}, nil)
	if err == nil || !strings.Contains(err.Error(), "was not written by kubedelta site") || content(t, dir, "index.html") != "mine" {
		t.Errorf("%v, %q", err, content(t, dir, "index.html"))
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("something was written before the folder was refused: %v", entries)
	}
	outside := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, "gates")); err != nil {
		machine.Missing(t, "there are no symbolic links: "+err.Error())
	}
	if _, err := writeSite(t, dir, map[string]string{"gates/x.html": "one"}, nil); err == nil {
		t.Error("a link out of the folder is followed")
	}
	if entries, _ := os.ReadDir(outside); len(entries) > 0 {
		t.Errorf("%v was written outside", entries)
	}
	for _, list := range []string{"not a list\n", strings.Repeat("0", 64) + "  ../../outside\n"} {
		other := t.TempDir()
		victim := filepath.Join(other, "outside")
		if err := os.WriteFile(victim, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(other, "a", "b")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, listName), []byte(list), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := writeSite(t, dir, map[string]string{"index.html": "one"}, nil); err == nil {
			t.Errorf("the list %q is taken", list)
		}
		if _, err := os.Stat(victim); err != nil {
			t.Errorf("a file outside is gone: %v", err)
		}
		if _, err := os.Stat(filepath.Join(dir, "index.html")); err == nil {
			t.Errorf("a page was written into a folder with the list %q", list)
		}
	}
}

// TestSiteInterrupted checks that the next run knows the files of an interrupted run, and that
// nothing is removed after an error.
func TestSiteInterrupted(t *testing.T) {
	dir := t.TempDir()
	if _, err := writeSite(t, dir, map[string]string{"old.html": "old"}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := writeSite(t, dir, map[string]string{"index.html": "half"}, errors.New("it ended")); err == nil {
		t.Fatal("there is no error")
	}
	if got := content(t, dir, "old.html"); got != "old" {
		t.Errorf("old.html is %q", got)
	}
	list := content(t, dir, listName)
	if err := os.WriteFile(filepath.Join(dir, listName), []byte(list+"0123"), 0o600); err != nil { // and an incomplete line
		t.Fatal(err)
	}
	again, err := openFolder(dir)
	if err == nil {
		err = errors.Join(again.write(site.File{Path: "index.html", Text: []byte("half")}), again.move(), again.pages.Close())
	}
	if list := content(t, dir, listName); err != nil || !strings.HasSuffix(list, "old.html\n"+sumOf([]byte("half"))+"  index.html\n") {
		t.Fatalf("interrupted again, the list is %q: %v", list, err)
	}
	left := filepath.Join(dir, ".kubedelta-1-2") // by a killed run
	if err := errors.Join(os.Mkdir(left, 0o700), os.WriteFile(filepath.Join(left, "0"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	w, err := writeSite(t, dir, map[string]string{"index.html": "whole"}, nil)
	if err != nil || w.written != 1 || w.removed != 1 || content(t, dir, "index.html") != "whole" {
		t.Errorf("%+v, %v", w, err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 2 {
		t.Errorf("temporary files are left: %v", entries)
	}
}
