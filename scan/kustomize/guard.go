package kustomize

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// The limits of a build.
const (
	maxFile  = 16 << 20
	maxRead  = 256 << 20
	maxReads = 20_000
	// maxKustomizations limits how often kustomizations are read: if each names two others, a
	// small tree of files is a large build.
	maxKustomizations = 1000
)

// guard is the file system for kustomize. It is read-only.
type guard struct {
	filesys.FileSystem
	ctx  context.Context
	root string
	// traced: kustomize records the sources of objects.
	traced bool
	// refused is why the build is refused. Kustomize's error does not contain it.
	refused              error
	read, reads, kustoms int
	places               map[string][]place
	// resources are the files that were read, without kustomizations, in order.
	resources []string
	// secrets are the literals of the generators of Secrets, which errors must not contain.
	secrets []string
	patches *patches
}

var errReadOnly = errors.New("nothing is written while a kustomization is built")

func (g *guard) Create(string) (filesys.File, error) { return nil, errReadOnly }
func (g *guard) Mkdir(string) error                  { return errReadOnly }
func (g *guard) MkdirAll(string) error               { return errReadOnly }
func (g *guard) RemoveAll(string) error              { return errReadOnly }
func (g *guard) WriteFile(string, []byte) error      { return errReadOnly }

// Open refuses: kustomize reads resources with ReadFile.
func (g *guard) Open(string) (filesys.File, error) {
	return nil, errors.New("files are read whole while a kustomization is built")
}

// ReadFile reads a file. It checks kustomizations.
func (g *guard) ReadFile(name string) ([]byte, error) {
	data, err := g.readRegular(name)
	if err != nil {
		return nil, err
	}
	if err := checkAliases(data); err != nil {
		return nil, g.refuse(name, err.Error())
	}
	if !slices.Contains(Names(), filepath.Base(name)) {
		if !slices.Contains(g.resources, name) && len(g.resources) < maxKustomizations {
			g.resources = append(g.resources, name)
		}
		return data, nil
	}
	if g.kustoms++; g.kustoms > maxKustomizations {
		return nil, g.refuse(name, fmt.Sprintf("the kustomizations refer to each other more than %d times", maxKustomizations))
	}
	return g.checked(name, data)
}

func (g *guard) readRegular(name string) ([]byte, error) {
	if g.refused != nil {
		return nil, g.refused
	}
	if err := g.ctx.Err(); err != nil {
		return nil, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	switch {
	case info.IsDir():
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("is a directory")}
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("is not a regular file")}
	case info.Size() > maxFile:
		return nil, g.refuse(name, fmt.Sprintf("the file is larger than %d MB", maxFile>>20))
	}
	g.reads++
	if g.read += int(info.Size()); g.read > maxRead || g.reads > maxReads {
		return nil, g.refuse(name, fmt.Sprintf("the kustomization reads more than %d files or %d MB", maxReads, maxRead>>20))
	}
	return os.ReadFile(name)
}

// RefusedError is the reason why a kustomization is not built.
type RefusedError struct {
	// File is the path of a file, relative to the folder that is built.
	File   string
	Reason string
}

func (e *RefusedError) Error() string { return e.File + ": " + e.Reason }

// refuse ends the build: no more files are read.
func (g *guard) refuse(name, reason string) error {
	if g.refused == nil {
		file, err := filepath.Rel(g.root, name)
		if err != nil {
			file = filepath.Base(name)
		}
		g.refused = &RefusedError{filepath.ToSlash(file), reason}
	}
	return g.refused
}
