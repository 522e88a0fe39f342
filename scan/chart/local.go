package chart

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/files"
)

// maxLocal limits how many charts outside a chart are read with it.
const maxLocal = 100

// scheme begins the repository of a dependency that is a relative path to another chart;
// `helm dependency build` packs that chart into charts/.
const scheme = "file://"

// local returns the path of a dependency whose repository is a relative path, joined with the
// place of the chart that has the dependency: "../helm-toolkit". It reports false for others.
func (d *dependency) local(place string) (string, bool) {
	if d == nil {
		return "", false
	}
	name, is := strings.CutPrefix(d.Repository, scheme)
	if !is || name == "" || path.IsAbs(name) {
		return "", false
	}
	return path.Join(place, name), true
}

// AddLocal reads the targets of the links in a chart's folder, and the charts that dependencies
// name by a relative path, and their dependencies. It does not read outside the git work tree, or,
// if there is none, outside the folder that the user named; such parts are in [Source.Unread] or
// [Rendering.Missing].
func (s *Source) AddLocal(ctx context.Context, dir, named string) error {
	dir, within, err := workTree(dir, named)
	if err != nil {
		return nil //nolint:nilerr // rendering the chart reports the error
	}
	s.follow(ctx, dir, within)
	left := maxChart
	for places := []string{""}; len(places) > 0; places = places[1:] {
		files := s.Files
		if places[0] != "" {
			files = s.Local[places[0]]
		}
		for _, place := range localOf(files, places[0]) {
			folder := filepath.Join(dir, filepath.FromSlash(place))
			if s.Local[place] != nil || place == "." || len(s.Local) == maxLocal || !inside(within, folder) || !Is(folder) {
				continue
			}
			found, err := OpenDir(ctx, folder)
			found.follow(ctx, folder, within)
			s.real = append(s.real, found.real...)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			for _, f := range found.Files {
				left -= len(f.Data)
			}
			if err != nil || left < 0 {
				continue // the dependency is reported as missing
			}
			if s.Local == nil {
				s.Local = map[string][]File{}
			}
			s.Local[place] = found.Files
			places = append(places, place)
		}
	}
	return nil
}

// follow reads the files and folders that links lead to, as Helm does. It does not follow a link
// to a folder that the link is in.
func (s *Source) follow(ctx context.Context, dir, within string) {
	for range maxNesting {
		links := s.links
		s.links = nil
		for _, link := range links {
			at := filepath.Join(dir, filepath.FromSlash(link))
			real, err := filepath.EvalSymlinks(at)
			if target, broken := os.Readlink(at); err != nil && broken == nil { // so that LocalFiles has it
				s.real = append(s.real, filepath.Join(filepath.Dir(at), target))
			}
			if err != nil || !inside(within, real) || inside(real, filepath.Dir(at)) {
				continue
			}
			s.real = append(s.real, real)
			s.Unread = slices.DeleteFunc(s.Unread, func(name string) bool { return name == link })
			if s.linked(ctx, real, link) != nil {
				s.Unread = append(s.Unread, link)
			}
		}
	}
	order.By(s.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
}

// linked reads the target of a link, a file or a folder.
func (s *Source) linked(ctx context.Context, real, link string) error {
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return s.read(ctx, real, link)
	case !info.Mode().IsRegular():
		return fmt.Errorf("the chart cannot be read: %s is not a regular file", link)
	}
	root, err := os.OpenRoot(filepath.Dir(real))
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // only read
	return s.file(root, filepath.Base(real), link)
}

// LocalFiles returns the folders of the charts that [Source.AddLocal] reads with a chart, the
// folders that the chart names and that do not exist, and the targets of its links.
func LocalFiles(ctx context.Context, dir, named string) (folders []string) {
	src, err := OpenDir(ctx, dir)
	if err != nil || src.AddLocal(ctx, dir, named) != nil {
		return nil // rendering the chart reports the error
	}
	if dir, _, err = workTree(dir, named); err != nil {
		return nil
	}
	for _, place := range slice.Unique(append(slices.Collect(maps.Keys(src.Local)), localOf(src.Files, "")...)) {
		folder := filepath.Join(dir, filepath.FromSlash(place))
		if real, err := filepath.EvalSymlinks(folder); err == nil {
			folder = real
		}
		folders = append(folders, folder)
	}
	return append(folders, src.real...)
}

// localOf returns the relative paths that the dependencies of a chart name.
func localOf(files []File, place string) (places []string) {
	var meta metadata
	for _, f := range files {
		if f.Path == "Chart.yaml" || f.Path == "requirements.yaml" {
			_ = decodeStruct(f.Data, &meta) // loading the chart reports the error
		}
	}
	for _, d := range meta.Dependencies {
		if at, is := d.local(place); is {
			places = append(places, at)
		}
	}
	return places
}

// workTree returns the real path of a folder, and its git work tree or, without one, named.
func workTree(dir, named string) (real, within string, err error) {
	if real, err = files.Real(dir); err != nil {
		return "", "", err
	}
	if named, err = files.Real(named); err != nil {
		return "", "", err
	}
	return real, cmp.Or(files.GitRoot(real), named), nil
}

// inside reports whether a folder, with links resolved, is in another.
func inside(within, folder string) bool {
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return false
	}
	rest, err := filepath.Rel(within, real)
	return err == nil && filepath.IsLocal(rest)
}

// loadLocal loads the charts outside charts/ that dependencies name by a relative path.
func (c *loaded) loadLocal(l *loading, depth int) error {
	for _, d := range c.meta.Dependencies {
		place, is := d.local(c.place)
		if files := l.local[place]; is && files != nil && !slices.Contains(l.open, place) && !slices.ContainsFunc(c.charts, d.fits) {
			sub, err := l.load(files, place, depth+1)
			if err != nil {
				return fmt.Errorf("%s of %s: %w", d.Repository, c.meta.Name, err)
			}
			if d.fits(sub) {
				sub.parent = c
				c.charts = append(c.charts, sub)
			}
		}
	}
	return nil
}
