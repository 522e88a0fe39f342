package chart

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// maxLocal bounds how many charts beside a chart are read with it.
const maxLocal = 100

// scheme is how a dependency names a chart beside its own, by a relative path;
// `helm dependency build` packs that chart into charts/.
const scheme = "file://"

// local is the place of the chart that a dependency names by its path, seen from the
// chart at a place: "../helm-toolkit". false where it names none.
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

// AddLocal reads the charts that the dependencies of a chart in a folder name by their
// paths, and those that these name. Charts outside of the git work tree, or where there is
// none of the folder that the user named, are not read: they are missing then.
func (s *Source) AddLocal(ctx context.Context, dir, named string) error {
	dir, within, err := workTree(dir, named)
	if err != nil {
		return nil //nolint:nilerr // who reads the chart says what is wrong with it
	}
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
			if ctx.Err() != nil {
				return ctx.Err()
			}
			for _, f := range found.Files {
				left -= len(f.Data)
			}
			if err != nil || left < 0 {
				continue // the dependency is missing, which is reported
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

// LocalFolders are the folders of the charts that [Source.AddLocal] reads with a chart, and
// those that the chart names and that are gone.
func LocalFolders(ctx context.Context, dir, named string) (folders []string) {
	src, err := OpenDir(ctx, dir)
	if err != nil || src.AddLocal(ctx, dir, named) != nil {
		return nil // who reads the chart says what is wrong with it
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
	return folders
}

// localOf are the places that the dependencies of a chart at a place name.
func localOf(files []File, place string) (places []string) {
	var meta metadata
	for _, f := range files {
		if f.Path == "Chart.yaml" || f.Path == "requirements.yaml" {
			_ = decodeStruct(f.Data, &meta) // who loads the chart says what is wrong with it
		}
	}
	for _, d := range meta.Dependencies {
		if at, is := d.local(place); is {
			places = append(places, at)
		}
	}
	return places
}

// workTree is a folder without its links, and the work tree of git that it is in; named
// where it is in none.
func workTree(dir, named string) (real, within string, err error) {
	for _, p := range []*string{&dir, &named} {
		if *p, err = filepath.Abs(*p); err != nil {
			return "", "", err
		}
		if *p, err = filepath.EvalSymlinks(*p); err != nil {
			return "", "", err
		}
	}
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return dir, at, nil
		}
		if filepath.Dir(at) == at {
			return dir, named, nil
		}
	}
}

// inside reports whether a folder, without its links, is in another.
func inside(within, folder string) bool {
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return false
	}
	rest, err := filepath.Rel(within, real)
	return err == nil && filepath.IsLocal(rest)
}

// loadLocal loads the charts that dependencies name by their paths and that are not in
// charts/.
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
