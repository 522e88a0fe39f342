package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/source"
)

// settle resolves a value of the file relative to the file's folder. It returns an error for what a
// found file may not name.
func (p Place) settle(f Flag, value string) (string, error) {
	switch {
	case value == "":
		return value, nil
	case f.Means == Path:
		return p.path(f, value)
	case f.Means == PathOrContext:
		if strings.HasPrefix(value, string(source.SchemeContext)+":") {
			return value, p.mayAsk(f)
		}
		return p.path(f, value)
	case f.Means == Source:
		return p.source(f, value)
	case f.Means == Glob:
		return p.glob(value), nil
	case f.Means == FormatAndPath:
		format, path, to := strings.Cut(value, "=")
		if !to || path == "" || path == "-" {
			return value, nil
		}
		if p.Found {
			return "", f.refused("a path to write in "+f.Name, "it could overwrite any of your files")
		}
		path, err := p.path(f, path)
		return format + "=" + path, err
	}
	return value, nil
}

// source resolves a reference to a source. A path is resolved from the folder, and written so that
// it is read as a path.
func (p Place) source(f Flag, value string) (string, error) {
	ref, err := source.Parse(value, func(path string) bool {
		_, err := os.Stat(p.absolute(path))
		return err == nil
	})
	if err != nil {
		return value, nil //nolint:nilerr // the command reports what is wrong with it
	}
	switch ref.Scheme {
	case source.SchemeContext, source.SchemeServer:
		return value, p.mayAsk(f)
	case source.SchemeFile:
		path, err := p.path(f, ref.Value)
		return asPath(path), err
	default:
		return value, nil
	}
}

// asPath writes a path so that it is read as one: a folder can have the name 1.30.
func asPath(path string) string {
	if !filepath.IsLocal(path) {
		return path
	}
	return "." + string(filepath.Separator) + path
}

// mayAsk returns an error for a cluster in a found file.
func (p Place) mayAsk(f Flag) error {
	if !p.Found {
		return nil
	}
	return f.refused("a cluster in "+f.Name, "it would receive requests with your credentials")
}

// refused returns the error about what a found file may not contain.
func (f Flag) refused(what, why string) error {
	instead := "type it"
	switch {
	case f.Argument:
	case f.Apart:
		instead = "use --" + f.Name
	default:
		instead = "use --" + f.Name + " or " + Variable("", f.Name)
	}
	return fmt.Errorf("%s is not allowed in a file that kubedelta found, because the file can be part of a repository: %s; %s, or specify this file with --config", what, why, instead)
}

// path resolves a path of the file. The result is relative to the working directory.
func (p Place) path(f Flag, value string) (string, error) {
	if value == "~" || strings.HasPrefix(value, "~/") {
		return "", fmt.Errorf("%s: ~ is not expanded: write an absolute path, or a path relative to the folder of this file", f.Name)
	}
	if value == "-" {
		return "", fmt.Errorf("%s: standard input (-) is allowed only on the command line", f.Name)
	}
	whole := p.absolute(value)
	if p.Found && !p.reaches(whole) {
		return "", f.refused(f.Name+" "+quote(value)+", outside of "+p.rootName()+",", "its content could be shown")
	}
	if filepath.IsAbs(value) {
		return value, nil
	}
	return seenFrom(p.Work, whole), nil
}

// glob makes a pattern match the same files from the working directory as from the folder of the
// file. It stays a pattern for paths in the folders that are scanned, too.
func (p Place) glob(pattern string) string {
	down, err := filepath.Rel(p.Folder, p.Work)
	if err != nil || down == "." {
		return pattern
	}
	way, rest := strings.Split(filepath.ToSlash(down), "/"), strings.Split(strings.Trim(pattern, "/"), "/")
	if len(rest) == 1 { // the name of a file or folder
		if slices.ContainsFunc(way, func(name string) bool { return named(pattern, name) }) {
			return "**"
		}
		return pattern
	}
	for len(way) > 0 && named(rest[0], way[0]) {
		if len(rest) == 1 {
			return "**"
		}
		way, rest = way[1:], rest[1:]
	}
	if rest[0] == "**" {
		way = nil // it matches any folders
	}
	if seen := seenFrom(strings.Join(way, "/"), strings.Join(rest, "/")); seen != pattern {
		return "{" + pattern + "," + seen + "}"
	}
	return pattern
}

func named(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil && pattern != "**"
}

func (p Place) absolute(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(p.Folder, path)
}

// rootName names the folder that the paths of a found file must stay in.
func (p Place) rootName() string {
	if p.Root == p.Folder {
		return "the file's folder"
	}
	return "the file's repository"
}

// reaches reports whether a path is within the root, with links resolved.
func (p Place) reaches(path string) bool {
	return within(p.Root, path) && within(followed(p.Root), followed(path))
}

func within(root, path string) bool {
	rel, err := filepath.Rel(root, path)
	return err == nil && filepath.IsLocal(rel)
}

// followed resolves the links of the existing part of a path. It returns the root of the file
// system for a link that cannot be resolved, so that the path counts as outside.
func followed(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		return real
	}
	if _, lost := os.Lstat(path); lost == nil || errors.Is(lost, fs.ErrPermission) || filepath.Dir(path) == path {
		return string(filepath.Separator)
	}
	return filepath.Join(followed(filepath.Dir(path)), filepath.Base(path))
}
