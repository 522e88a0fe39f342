package step

import (
	"os"
	"path/filepath"
)

// Write puts files, by their names, into a folder, which it makes, and tells how
// many bytes they have in all. Packed files (*.zst) that are there under other
// names are of an earlier run, and deleted: the catalogs take what the folder has.
func Write(folder string, files map[string][]byte) (total int, err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return 0, err
	}
	for name, b := range files {
		total += len(b)
		if err := os.WriteFile(filepath.Join(folder, name), b, 0o644); err != nil {
			return 0, err
		}
	}
	return total, clean(folder, files)
}

// clean deletes the packed files that are not among those written.
func clean(folder string, written map[string][]byte) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if _, keep := written[e.Name()]; keep || !e.Type().IsRegular() || filepath.Ext(e.Name()) != ".zst" {
			continue
		}
		if err := os.Remove(filepath.Join(folder, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
