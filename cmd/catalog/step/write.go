package step

import (
	"os"
	"path/filepath"
)

// Write writes files into a folder, which it creates, and returns their total size in bytes. It
// deletes other packed files (*.zst) of an earlier run, because the catalogs embed all packed files
// in the folder. A step without packed files deletes none: they are those of another step.
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
	for name := range files {
		if filepath.Ext(name) == packed {
			return total, clean(folder, files)
		}
	}
	return total, nil
}

// packed is the ending of packed files.
const packed = ".zst"

// clean deletes the packed files that were not written.
func clean(folder string, written map[string][]byte) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if _, keep := written[e.Name()]; keep || !e.Type().IsRegular() || filepath.Ext(e.Name()) != packed {
			continue
		}
		if err := os.Remove(filepath.Join(folder, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
