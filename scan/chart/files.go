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
	"slices"
	"strings"
)

// The limits of a chart. The largest known charts have 5 MB in 400 files.
const (
	maxChart   = 64 << 20
	maxFiles   = 10_000
	maxNesting = 10
)

// Source has the files of a chart.
type Source struct {
	// Name is the path of the chart as the user gave it.
	Name string
	// Files are sorted by their paths in the chart, which have slashes: "templates/a.yaml".
	Files []File
	// Local has the files of charts outside this one that dependencies name by a relative path
	// (repository: file://../db). The keys are these paths: "../db".
	Local map[string][]File
	// Ignored has the paths of parts of the chart that .helmignore excludes.
	Ignored []string
	// Unread has the paths of parts of the chart that were not read: links that lead out of the
	// chart, and pipes.
	Unread []string

	ignore ignoreRules
	// links has the links that lead out of the chart or to a folder and were not followed yet;
	// real has the targets of those that were followed.
	links, real []string
	size        int
}

// Part reports whether a file or folder, by its path in the chart, is read with the chart:
// templates, manifests in crds/, packed charts in charts/, values and metadata. The caller reads
// all other files like files outside a chart. Folders in charts/ are charts of their own.
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

// describes reports whether the name is that of a file of a chart that has no objects.
func describes(name string) bool {
	return slices.Contains([]string{"Chart.yaml", "Chart.lock", "requirements.yaml", "requirements.lock", "values.yaml", "values.schema.json", ".helmignore"}, name)
}

const templatesFolder = "templates"

// mayHaveParts reports whether there may be parts of the chart in the folder.
func mayHaveParts(folder string) bool {
	first, _, _ := strings.Cut(folder, "/")
	return first == templatesFolder || first == "crds" || first == "charts"
}

// OfChart is [Part] for the path of a file of the chart, or of a chart in charts/.
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

// passedOver reports whether Helm ignores files and folders of that name in charts/.
func passedOver(name string) bool { return strings.IndexAny(name, "_.") == 0 }

// Holds reports whether a part of a chart may have objects.
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

// Inside reports whether an archive, which may be a snapshot, has a Chart.yaml in its top folder.
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
		if _, file, _ := strings.Cut(path.Clean(slashed(entry.Name)), "/"); file == "Chart.yaml" {
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

// OpenDir reads a chart from its folder. It follows links to files of the chart;
// [Source.AddLocal] follows other links.
func OpenDir(ctx context.Context, dir string) (Source, error) {
	src := Source{Name: filepath.ToSlash(dir)}
	err := src.read(ctx, dir, "")
	return src, err
}

// read adds the files of a folder. place is the path of that folder in the chart.
func (s *Source) read(ctx context.Context, dir, place string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // only read
	// within is the path, with a slash at the end, of the ignored file or folder that the walk is
	// at or below; "" if there is none.
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
			return nil //nolint:nilerr // a link out of the chart or to a folder, or a pipe
		}
		return s.file(root, below, name)
	})
}

// notRead records a link that leads out of the chart or to a folder, or a pipe.
func (s *Source) notRead(name string, entry fs.DirEntry) {
	if mayBePart(name, entry) {
		s.Unread = append(s.Unread, name)
	}
	if isLink(entry) {
		s.links = append(s.links, name)
	}
}

// mayBePart reports whether a path is a part of the chart, or a link to a folder with parts.
func mayBePart(name string, entry fs.DirEntry) bool {
	return OfChart(name) || isLink(entry) && (OfChart(path.Join(name, "Chart.yaml")) || OfChart(path.Join(name, "dependency.tgz")))
}

func isLink(entry fs.DirEntry) bool { return entry.Type()&fs.ModeSymlink != 0 }

// file adds a file of a folder with its path in the chart.
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

// OpenArchive reads a chart from its .tgz. It writes nothing to the disk; it refuses names that
// lead out of the chart because Helm does. If the archive has no Chart.yaml, the error is
// [ErrNoChart], and the files have their full names in the archive.
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
	var all []File // with their full names
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
			// `helm package` writes regular files only.
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
		all = append(all, File{path.Clean("/" + slashed(header.Name))[1:], data})
		isChart = isChart || path.Base(slashed(header.Name)) == "Chart.yaml"
		inside, err := pathInside(header.Name)
		if err == nil && seen[inside] {
			err = fmt.Errorf("the archive contains %q twice", inside)
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

// slashed is a name in an archive with slashes. Helm 2 wrote backslashes on Windows.
func slashed(name string) string { return strings.ReplaceAll(name, "\\", "/") }

// pathInside removes the top folder from a name in an archive.
func pathInside(name string) (string, error) {
	first, rest, ok := strings.Cut(slashed(name), "/")
	switch {
	case first == "Chart.yaml":
		return "", errors.New("chart yaml not in base directory")
	case !ok, path.IsAbs(slashed(name)), path.IsAbs(rest), first == "..", strings.Contains(first, ":"):
		return "", fmt.Errorf("chart illegally contains content outside the base directory: %q", name)
	}
	clean := path.Clean(rest)
	if clean == "." || clean == ".." || strings.HasPrefix(clean, "../") || len(clean) > 1 && clean[1] == ':' {
		return "", fmt.Errorf("chart illegally contains content outside the base directory: %q", name)
	}
	return clean, nil
}
