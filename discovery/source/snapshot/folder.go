package snapshot

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
)

// readFolder reads the documents of a folder through an os.Root, so that no link leads out of the
// folder.
func readFolder(ctx context.Context, name string, lim limits, dec *openapi.Decoder) (*documents.Set, Manifest, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, Manifest{}, cause.Of(err)
	}
	defer func() { _ = root.Close() }()
	r := folderReader{root: root, lim: lim, collector: newCollector(dec)}
	if err := r.folder(ctx, "."); err != nil {
		return nil, Manifest{}, err
	}
	if len(r.collector.paths) == 0 {
		return nil, Manifest{}, nothingIn(root)
	}
	if holds, _ := holdsDefinitions(root); holds && !r.collector.describes() {
		// It is the folder apis of a project, with Go packages and the manifests generated from
		// them.
		return nil, Manifest{}, ErrManifests
	}
	set, m := r.collector.finish()
	return set, m, nil
}

type folderReader struct {
	root      *os.Root
	lim       limits
	collector *collector
	files     int
	bytes     int64
	// buffer is reused for documents whose bytes are not kept.
	buffer []byte
}

func (r *folderReader) folder(ctx context.Context, dir string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	entries, err := fs.ReadDir(r.root.FS(), dir)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, cause.Of(err))
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if r.files++; r.files > r.lim.files {
			return fmt.Errorf("it contains more than %d files; specify the folder of the snapshot itself", r.lim.files)
		}
		if below(name) {
			if err := r.below(ctx, name, e); err != nil {
				return err
			}
			continue
		}
		if s, ok := place(name); ok {
			data, err := r.file(s, name)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if err := r.collector.add(s, name, data); err != nil {
				return err // the error begins with the name
			}
		}
	}
	return nil
}

// below reads a folder that may contain documents. A link in its place is an error: to ignore the
// link would report its APIs as missing.
func (r *folderReader) below(ctx context.Context, name string, e fs.DirEntry) error {
	if e.IsDir() {
		return r.folder(ctx, name)
	}
	if e.Type()&fs.ModeSymlink != 0 {
		return fmt.Errorf("%s is a symbolic link where a folder should be; links are followed to files only", name)
	}
	return nil
}

func (r *folderReader) file(s slot, name string) ([]byte, error) {
	info, err := r.root.Stat(name)
	if err != nil {
		return nil, cause.OfLink(err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("it is not a regular file (%s); it is not read", info.Mode().Type())
	}
	f, err := r.root.Open(name)
	if err != nil {
		return nil, cause.OfLink(err)
	}
	defer func() { _ = f.Close() }()
	var buffer []byte
	kept := s.part != partOpenAPI || r.collector.decoder == nil
	if !kept {
		buffer = r.buffer
	}
	data, err := r.lim.readAll(f, buffer, info.Size(), r.bytes)
	if err != nil {
		return nil, err
	}
	if !kept {
		r.buffer = data
	}
	r.bytes += int64(len(data))
	return data, nil
}
