package files

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/needs"
)

// FuzzIndexNames checks that a truncated index has no names that the whole one lacks.
func FuzzIndexNames(f *testing.F) {
	git := needs.Program(f, "git")
	for _, version := range []string{"2", "4"} {
		dir := f.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "deep"), 0o700); err != nil {
			f.Fatal(err)
		}
		names := []string{"a.yaml", "deep/b.yaml", "deep/bc.yaml"}
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
				f.Fatal(err)
			}
		}
		for _, args := range [][]string{{"init", "-q"}, {"config", "index.version", version}, append([]string{"update-index", "--add"}, names...)} {
			cmd := exec.CommandContext(f.Context(), git, args...)
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				f.Fatalf("git %s: %v: %s", args, err, out)
			}
		}
		data, err := os.ReadFile(filepath.Join(dir, ".git", "index"))
		if err != nil {
			f.Fatal(err)
		}
		if got, _, _ := indexNames(data, 20); !slices.Equal(got, names) {
			f.Fatalf("version %s: %q", version, got)
		}
		f.Add(data, 20, uint16(len(data)/2))
		f.Add(data, 32, uint16(3))
	}
	f.Fuzz(func(t *testing.T, data []byte, hash int, cut uint16) {
		if hash != 20 && hash != 32 {
			hash = 20
		}
		all, _, _ := indexNames(data, hash)
		if int(cut) >= len(data) {
			return
		}
		if less, _, whole := indexNames(data[:cut], hash); len(less) > len(all) || whole && len(less) < len(all) {
			t.Errorf("%d bytes have %d names, and %d have %d", cut, len(less), len(data), len(all))
		}
		bitmap(data[cut:], hash)
	})
}
