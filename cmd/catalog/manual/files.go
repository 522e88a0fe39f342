package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// replace writes files into a folder. It removes generated pages of commands that no longer exist,
// and keeps handwritten files.
func replace(folder string, files map[string][]byte) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	old, err := madeFiles(folder)
	if err != nil {
		return err
	}
	for _, name := range old {
		if files[name] == nil {
			if err := os.Remove(filepath.Join(folder, name)); err != nil {
				return err
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(filepath.Join(folder, name), files[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}

// madeFiles returns the names of the generated pages in a folder.
func madeFiles(folder string) (names []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, "kubedelta") && strings.HasSuffix(name, ".1.gz"):
			names = append(names, name)
		case strings.HasSuffix(name, ".md"):
			text, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				return nil, err
			}
			if bytes.Contains(text, []byte(made)) {
				names = append(names, name)
			}
		}
	}
	return names, nil
}
