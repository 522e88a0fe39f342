package snapshot

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// expected names the documents that a folder or archive should contain.
const expected = "api/v1.json, apis/<group>/<version>.json, or a snapshot made by `kubedelta snapshot`"

// nothingIn returns the error for a folder without documents. It names a subfolder or an archive
// that the user may have meant.
func nothingIn(root *os.Root) error {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return cause.Of(err)
	}
	const looks = 100
	holds, hidden := holdsDefinitions(root)
	for _, e := range entries[:min(len(entries), looks)] {
		name := e.Name()
		switch {
		case e.IsDir() && hasDocuments(root, name):
			return fmt.Errorf("the folder contains no document of an API server, but its folder %s does: did you mean that?", name)
		case holds:
		case path.Ext(name) == ".tgz", strings.HasSuffix(name, ".tar.gz"), strings.HasSuffix(name, ".tar.zst"):
			return fmt.Errorf("the folder contains no document of an API server, but the archive %s: did you mean that?", name)
		}
	}
	if holds {
		return ErrManifests
	}
	return fmt.Errorf("the folder contains no document of an API server; expected %s%s", expected, phrase.With("; hidden folders are not read: ", strings.Join(hidden, ", "), ""))
}

// holdsDefinitions looks for a CustomResourceDefinition in the first 1,000 files and subfolders of
// the folder. hidden are the folders in which it does not look.
func holdsDefinitions(root *os.Root) (found bool, hidden []string) {
	looks := 0
	_ = fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		looks++
		switch ext := strings.ToLower(path.Ext(name)); {
		case err != nil || found || looks > 1000:
			return fs.SkipAll
		case e.Type()&fs.ModeSymlink != 0 && unreadable(root, name):
			found = true // the reader of definitions says why
		case e.IsDir() && name != "." && strings.HasPrefix(e.Name(), "."):
			hidden = append(hidden, name)
			return fs.SkipDir
		case ext == ".yaml" || ext == ".yml" || ext == ".json":
			found = holdsDefinition(root, name)
		}
		return nil
	})
	return found, hidden
}

func unreadable(root *os.Root, name string) bool {
	_, err := root.Stat(name)
	return err != nil
}

// hasDocuments reports whether a folder seems to contain documents. The folder apis of many
// projects contains other files.
func hasDocuments(root *os.Root, folder string) bool {
	for _, name := range []string{manifestName, "api/v1.json", "openapi-spec/swagger.json", "api__v1_openapi.json", "swagger.json"} {
		if _, err := root.Stat(path.Join(folder, name)); err == nil {
			return true
		}
	}
	escape := strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`)
	documents, _ := fs.Glob(root.FS(), path.Join(escape.Replace(folder), "apis/*/*.json"))
	return slices.ContainsFunc(documents, func(name string) bool {
		text, _ := beginning(root, name, 8<<20)
		return bytes.Contains(text, []byte(`"openapi"`))
	})
}

// holdsDefinition looks for a CustomResourceDefinition at the beginning of a file.
func holdsDefinition(root *os.Root, name string) bool {
	head, ok := beginning(root, name, 64<<10)
	return ok && regexp.MustCompile(`\bkind["']?\s*:\s*["']?CustomResourceDefinition`).Match(head)
}

// beginning returns the beginning of a regular file.
func beginning(root *os.Root, name string, limit int64) ([]byte, bool) {
	info, err := root.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, false
	}
	defer func() { _ = f.Close() }()
	head, err := io.ReadAll(io.LimitReader(f, limit))
	return head, err == nil
}
