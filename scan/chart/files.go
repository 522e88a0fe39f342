package chart

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// The limits of a chart, far above what charts have: the largest known ones have
// 5 MB in 400 files.
const (
	maxChart   = 64 << 20
	maxFiles   = 10_000
	maxNesting = 10
)

// Source is a chart's files.
type Source struct {
	// Name is how the chart is shown: its path as the user gave it.
	Name string
	// Files by their paths in the chart, with slashes, sorted: "templates/a.yaml".
	Files []File
	// Local are the files of charts beside it that dependencies name by their paths
	// (repository: file://../db), by the path of each from the chart: "../db".
	Local map[string][]File
	// Ignored are the parts that .helmignore leaves out; Helm does not see them.
	Ignored []string
	// Unread are the parts that are not read: links that lead out, pipes.
	Unread []string

	ignore ignoreRules
	// links are those that lead out of the chart, or to a folder; real is where those lead
	// that were followed.
	links, real []string
	size        int
}

// Part reports whether a file or folder, by its path in the chart, is read with the
// chart: its templates, its manifests of CRDs, the packed charts that it depends on,
// its values and what describes it. What lies beside that is not Helm's, and is to
// be read by who reads everything else; the folders in charts/ are charts again.
func Part(name string, folder bool) bool {
	first, rest, below := strings.Cut(name, "/")
	switch {
	case folder:
		return first == templatesFolder
	case first == templatesFolder:
		return below
	case first == "crds":
		return below && IsManifest(name)
	case first == "charts":
		return below && !passedOver(rest) && !strings.Contains(rest, "/") && (path.Ext(rest) == ".tgz" || path.Ext(rest) == ".prov")
	default:
		return !below && describes(name)
	}
}

// describes: it is one of the files of a chart that hold no objects.
func describes(name string) bool {
	switch name {
	case "Chart.yaml", "Chart.lock", "requirements.yaml", "requirements.lock", "values.yaml", "values.schema.json", ".helmignore":
		return true
	default:
		return false
	}
}

const templatesFolder = "templates"

// mayHaveParts: there may be parts of the chart in the folder.
func mayHaveParts(folder string) bool {
	first, _, _ := strings.Cut(folder, "/")
	return first == templatesFolder || first == "crds" || first == "charts"
}

// OfChart is [Part] for the path of a file that may be in a chart below.
func OfChart(name string) bool {
	for {
		rest, below := strings.CutPrefix(name, "charts/")
		_, inside, folder := strings.Cut(rest, "/")
		if !below || !folder || passedOver(rest) {
			return Part(name, false)
		}
		name = inside
	}
}

// passedOver: Helm passes over what has such a name in charts/.
func passedOver(name string) bool { return strings.IndexAny(name, "_.") == 0 }

// Holds reports whether a part of a chart may hold objects.
func Holds(name string) bool {
	base := path.Base(name)
	return base != notes && !describes(base) && path.Ext(name) != ".prov"
}

// File is one file of a chart.
type File struct {
	Path string
	Data []byte
}

// Is reports whether a folder is a chart.
func Is(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, "Chart.yaml"))
	return err == nil && info.Mode().IsRegular()
}

// IsSource reports whether a path is a chart: a folder with a Chart.yaml, or an archive.
func IsSource(name string, folder bool) bool {
	if folder {
		return Is(name)
	}
	return strings.HasSuffix(name, ".tgz")
}

// Inside reports whether an archive has a Chart.yaml in its folder. Snapshots are archives,
// too.
func Inside(archive string) bool {
	in, err := os.Open(archive)
	if err != nil {
		return false
	}
	defer in.Close() //nolint:errcheck // it was only read
	unpacked, err := gzip.NewReader(in)
	if err != nil {
		return false
	}
	for entries := tar.NewReader(io.LimitReader(unpacked, maxChart)); ; {
		entry, err := entries.Next()
		if err != nil {
			return false
		}
		if _, file, _ := strings.Cut(path.Clean(entry.Name), "/"); file == "Chart.yaml" {
			return true
		}
	}
}

// Open reads a chart from its folder or its archive.
func Open(ctx context.Context, name string, folder bool) (Source, error) {
	if folder {
		return OpenDir(ctx, name)
	}
	in, err := os.Open(name)
	if err != nil {
		return Source{}, err
	}
	defer in.Close() //nolint:errcheck // it was only read
	return OpenArchive(ctx, filepath.ToSlash(name), in)
}

// OpenDir reads a chart from its folder. Links to its files are followed; [Source.AddLocal]
// follows those that lead elsewhere.
func OpenDir(ctx context.Context, dir string) (Source, error) {
	src := Source{Name: filepath.ToSlash(dir)}
	err := src.read(ctx, dir, "")
	return src, err
}

// read adds the files of a folder, which is at a place of the chart.
func (s *Source) read(ctx context.Context, dir, place string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // only read
	// within is what is ignored, and what is below it.
	within := ""
	if place == "" {
		s.ignore, err = readIgnore(root)
	} else {
		within = s.ignore.within("", place, true)
	}
	if err != nil {
		return err
	}
	return fs.WalkDir(root.FS(), ".", func(below string, entry fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("the chart cannot be read: %w", err)
		}
		if below == "." {
			return nil
		}
		name := path.Join(place, below)
		within = s.ignore.within(within, name, entry.IsDir())
		switch {
		case within != "" && entry.IsDir() && !mayHaveParts(name):
			return fs.SkipDir
		case within != "":
			if !entry.IsDir() && mayBePart(name, entry) {
				s.Ignored = append(s.Ignored, name)
			}
			return nil
		case entry.IsDir():
			return nil
		}
		info, err := root.Stat(below)
		if err != nil || !info.Mode().IsRegular() {
			s.notRead(name, entry)
			return nil //nolint:nilerr // a link that leads out, or to a folder; a pipe
		}
		return s.file(root, below, name)
	})
}

// notRead notes a link that leads out, or to a folder, or a pipe.
func (s *Source) notRead(name string, entry fs.DirEntry) {
	if mayBePart(name, entry) {
		s.Unread = append(s.Unread, name)
	}
	if isLink(entry) {
		s.links = append(s.links, name)
	}
}

// mayBePart: it is a part of the chart, or a link in the place of a folder with parts.
func mayBePart(name string, entry fs.DirEntry) bool {
	return OfChart(name) || isLink(entry) && OfChart(path.Join(name, "Chart.yaml"))
}

func isLink(entry fs.DirEntry) bool { return entry.Type()&fs.ModeSymlink != 0 }

// file adds a file of a folder under its name in the chart.
func (s *Source) file(root *os.Root, below, name string) error {
	if len(s.Files) >= maxFiles {
		return errTooLarge()
	}
	data, err := readAll(root, below)
	if err != nil {
		return fmt.Errorf("the chart cannot be read: %w", err)
	}
	if s.size += len(data); s.size > maxChart {
		return errTooLarge()
	}
	s.Files = append(s.Files, File{name, trimBOM(data)})
	return nil
}

func readAll(root *os.Root, name string) ([]byte, error) {
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	data, err := io.ReadAll(io.LimitReader(f, maxChart+1))
	if err == nil && len(data) > maxChart {
		err = errTooLarge()
	}
	return data, err
}

func errTooLarge() error {
	return fmt.Errorf("the chart is larger than %d MB, or has more than %d files", maxChart>>20, maxFiles)
}

func trimBOM(data []byte) []byte { return bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")) }

// OpenArchive reads a chart from its .tgz. Nothing is written to the disk, so that
// a name that leads out of the chart could do no harm; it is refused all the same,
// as Helm refuses it. The error is [ErrNoChart] where nothing in the archive is a
// Chart.yaml; its files have their whole names then.
func OpenArchive(ctx context.Context, name string, in io.Reader) (Source, error) {
	src := Source{Name: name}
	unzipped, err := gzip.NewReader(in)
	if err != nil {
		return src, fmt.Errorf("the archive is not gzipped: %w", err)
	}
	left := int64(maxChart)
	limited := &io.LimitedReader{R: unzipped, N: 2 * maxChart}
	archive := tar.NewReader(limited)
	seen, isChart := map[string]bool{}, false
	var all []File // by their whole names
	var refused error
	for {
		if err := ctx.Err(); err != nil {
			return src, err
		}
		header, err := archive.Next()
		if errors.Is(err, io.EOF) && limited.N > 0 {
			break
		}
		if limited.N <= 0 || len(all) >= maxFiles {
			return src, errTooLarge()
		}
		if err != nil {
			return src, fmt.Errorf("the archive is damaged: %w", err)
		}
		if header.Typeflag != tar.TypeReg {
			// Folders, and links: `helm package` writes none of them.
			continue
		}
		if header.Size > left {
			return src, errTooLarge()
		}
		data, err := io.ReadAll(io.LimitReader(archive, left))
		if err != nil {
			return src, fmt.Errorf("the archive is damaged: %w", err)
		}
		left -= int64(len(data))
		data = trimBOM(data)
		all = append(all, File{path.Clean("/" + header.Name)[1:], data})
		isChart = isChart || path.Base(header.Name) == "Chart.yaml"
		inside, err := pathInside(header.Name)
		if err == nil && seen[inside] {
			err = fmt.Errorf("the archive has %q twice", inside)
		}
		refused = cmp.Or(refused, err)
		seen[inside] = true
		src.Files = append(src.Files, File{inside, data})
	}
	switch {
	case len(all) == 0:
		return src, errors.New("no files in chart archive")
	case !isChart:
		src.Files = all
		return src, ErrNoChart
	default:
		return src, refused
	}
}

// pathInside takes off the folder that archives of charts begin with.
func pathInside(name string) (string, error) {
	slashed := strings.ReplaceAll(name, "\\", "/")
	first, rest, ok := strings.Cut(slashed, "/")
	switch {
	case first == "Chart.yaml":
		return "", errors.New("chart yaml not in base directory")
	case !ok, path.IsAbs(slashed), path.IsAbs(rest), first == "..", strings.Contains(first, ":"):
		return "", fmt.Errorf("chart illegally contains content outside the base directory: %q", name)
	}
	clean := path.Clean(rest)
	if clean == "." || clean == ".." || strings.HasPrefix(clean, "../") || len(clean) > 1 && clean[1] == ':' {
		return "", fmt.Errorf("chart illegally contains content outside the base directory: %q", name)
	}
	return clean, nil
}
