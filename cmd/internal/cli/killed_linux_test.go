package cli_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubedelta/kubedelta/discovery/source/beside"
	"github.com/kubedelta/kubedelta/fixtures/scripts"
)

// written is a command that writes files into the working directory.
type written struct {
	name string
	args []string
	// folder is where it writes, and old are the files before, by path.
	folder string
	old    map[string]string
	// together is set if all files must be from the same run, all old or all new. Otherwise each
	// can be either.
	together bool
}

// TestKilled checks that a command that is killed while it writes leaves each file either old or
// new, never a part of one, and that the next run removes what is left. The command is killed after
// each of the first changes of the folder, and after some later ones.
func TestKilled(t *testing.T) {
	w := newTampered(t)
	url := w.proxy.Mount("killed", nil)
	t.Chdir(t.TempDir())
	old := map[string]string{}
	for i := range 40 {
		old[fmt.Sprintf("%d/a.yaml", i%3)+strings.Repeat("x", i/3)+".yaml"] = strings.Repeat("apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {minAvailable: 1}\n---\n", 20)
	}
	unpack(t, txtar.Parse(scripts.Servers))
	kubedelta(t, "snapshot", "first", "-f", "older")
	before := (&written{folder: "older"}).texts(t)
	for _, c := range []written{
		{name: "scan --fix", args: []string{"scan", "deploy", "--to", "1.25", "--fix"}, folder: "deploy", old: old},
		{name: "snapshot of a folder", args: []string{"snapshot", url, "-f", "snapshots/a"}, folder: "snapshots", old: inside("a", before), together: true},
		{name: "snapshot of an archive", args: []string{"snapshot", url, "-f", "snapshots/a.tar.zst"}, folder: "snapshots", old: map[string]string{"a.tar.zst": "old"}, together: true},
		{name: "documents", args: []string{"diff", w.old, url, "--no-notes", "--cache-dir", "cache"}, folder: "cache", old: map[string]string{}},
	} {
		t.Run(c.name, c.kill)
	}
}

func inside(folder string, texts map[string]string) map[string]string {
	out := map[string]string{}
	for name, text := range texts {
		out[folder+"/"+name] = text
	}
	return out
}

func (c *written) kill(t *testing.T) {
	c.begin(t)
	c.run(t, 0)
	whole := c.texts(t)
	if len(whole) == 0 || maps.Equal(whole, c.old) {
		t.Fatalf("%v writes nothing", c.args)
	}
	midway := 0
	// On a busy machine, the command may finish without an observed change.
	for turn := 0; turn < 20 && midway == 0; turn++ {
		for _, changes := range []int{1, 2, 3, 5, 8, 13, 21} {
			c.begin(t)
			c.run(t, changes)
			left := c.texts(t)
			if c.isMidway(left, whole) {
				midway++
			}
			c.check(t, changes, left, whole)
			c.run(t, 0)
			if again := c.texts(t); !maps.Equal(again, whole) {
				t.Errorf("killed after %d changes: the next run leaves %v, and %v without that", changes, sizes(again), sizes(whole))
			}
		}
	}
	if midway == 0 {
		t.Error("it was never killed in the middle")
	}
}

// begin writes the old files.
func (c *written) begin(t *testing.T) {
	t.Helper()
	if err := errors.Join(os.RemoveAll(c.folder), os.MkdirAll(c.folder, 0o700)); err != nil {
		t.Fatal(err)
	}
	for name, text := range c.old {
		name = filepath.Join(c.folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}

// run runs the command and kills it after this many changes of the folder; 0 lets it end.
func (c *written) run(t *testing.T, changes int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "kubedelta", c.args...)
	done := make(chan struct{})
	const pause = 100 * time.Microsecond // leaves CPU time for the command
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(done)
		_ = cmd.Wait() // the files are checked
	}()
	for seen, last := 0, c.listing(t); changes > 0 && seen < changes && !closed(done); time.Sleep(pause) {
		if now := c.listing(t); now != last {
			seen, last = seen+1, now
		}
	}
	if changes > 0 {
		_ = cmd.Process.Kill() // it may have ended
	}
	<-done
}

func closed(done chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// each calls a function for every file below the folder. It skips files that are renamed meanwhile.
func (c *written) each(t *testing.T, call func(name string, e fs.DirEntry)) {
	t.Helper()
	err := filepath.WalkDir(c.folder, func(name string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && !e.IsDir() {
			call(name, e)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// listing returns the visible state of the folder.
func (c *written) listing(t *testing.T) string {
	var b strings.Builder
	c.each(t, func(name string, e fs.DirEntry) {
		if info, err := e.Info(); err == nil {
			fmt.Fprintln(&b, name, info.Size(), info.ModTime().UnixNano())
		}
	})
	return b.String()
}

// texts returns the files, including temporary ones.
func (c *written) texts(t *testing.T) map[string]string {
	out := map[string]string{}
	c.each(t, func(name string, _ fs.DirEntry) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		below, err := filepath.Rel(c.folder, name)
		if err != nil {
			t.Fatal(err)
		}
		out[below] = string(text)
	})
	return out
}

func isTemporary(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if beside.Temporary(part) {
			return true
		}
	}
	return false
}

// isMidway reports whether the command was killed while it wrote.
func (c *written) isMidway(left, whole map[string]string) bool {
	return !maps.Equal(left, c.old) && !maps.Equal(left, whole)
}

// check checks what a killed run left.
func (c *written) check(t *testing.T, changes int, left, whole map[string]string) {
	t.Helper()
	// A folder that is replaced is kept under this name. The next run restores it if the new folder
	// is not in its place.
	replaced := slices.ContainsFunc(slices.Collect(maps.Keys(left)), func(name string) bool { return strings.HasPrefix(name, "a/") })
	for name, text := range maps.Clone(left) {
		if rest, waits := strings.CutPrefix(name, ".a.kubedelta-old/"); waits {
			delete(left, name)
			if !replaced {
				left["a/"+rest] = text
			}
		}
	}
	maps.DeleteFunc(left, func(name, _ string) bool { return isTemporary(name) })
	if c.together {
		if !maps.Equal(left, c.old) && !maps.Equal(left, whole) {
			t.Errorf("killed after %d changes: neither the old files nor the new ones: %v", changes, sizes(left))
		}
		return
	}
	for name := range c.old {
		if _, has := left[name]; !has {
			t.Errorf("killed after %d changes: %s is lost", changes, name)
		}
	}
	for name, text := range left {
		if was, is := c.old[name], whole[name]; text != was && text != is || text == "" {
			t.Errorf("killed after %d changes: %s is neither old nor new: %d bytes of %d or %d", changes, name, len(text), len(was), len(is))
		}
	}
}

func sizes(texts map[string]string) map[string]int {
	out := map[string]int{}
	for name, text := range texts {
		out[name] = len(text)
	}
	return out
}
