package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/source"
)

// settle makes a value of the file mean what it says from the file's folder, and
// refuses what a found file may not name.
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

// source settles a reference: a path is taken from the folder, and marked as one.
func (p Place) source(f Flag, value string) (string, error) {
	ref, err := source.Parse(value, func(path string) bool {
		_, err := os.Stat(p.absolute(path))
		return err == nil
	})
	if err != nil {
		return value, nil //nolint:nilerr // the command tells what is wrong with it, and what is near
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

// asPath marks a path as one: a folder may be called 1.30.
func asPath(path string) string {
	if filepath.IsAbs(path) || climbs(path) {
		return path
	}
	return "." + string(filepath.Separator) + path
}

// mayAsk: only a file that the user named may name a cluster.
func (p Place) mayAsk(f Flag) error {
	if !p.Found {
		return nil
	}
	return f.refused("a cluster in "+f.Name, "it would receive requests with your credentials")
}

// refused is the sentence about what a file that was found may not say.
func (f Flag) refused(what, why string) error {
	instead := "type it"
	switch {
	case f.Argument:
	case f.Apart:
		instead = "give --" + f.Name
	default:
		instead = "give --" + f.Name + " or " + Variable("", f.Name)
	}
	return fmt.Errorf("%s is not allowed in a file that kubedelta found, because the file can be part of a repository: %s; %s, or name this file with --config", what, why, instead)
}

// path is a path of the file as seen from the working directory.
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

func (p Place) absolute(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(p.Folder, path)
}

// rootName says what a found file's paths stay in.
func (p Place) rootName() string {
	if p.Root == p.Folder {
		return "the file's folder"
	}
	return "the file's repository"
}

// reaches tells whether a path lies within the root, links followed.
func (p Place) reaches(path string) bool {
	return within(p.Root, path) && within(followed(p.Root), followed(path))
}

func within(root, path string) bool {
	rel, err := filepath.Rel(root, path)
	return err == nil && !climbs(rel)
}

// climbs: a relative path that is clean leads upwards.
func climbs(path string) bool {
	return path == ".." || strings.HasPrefix(path, ".."+string(filepath.Separator))
}

// followed is a path with the links of what there is of it followed. A link that
// leads nowhere, or in a circle, leads outside.
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
