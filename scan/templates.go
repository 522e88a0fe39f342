package scan

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/chart"
	"github.com/kubedelta/kubedelta/scan/files"
)

// Template passes on the objects that the text of a template shows, or of a file with documents that
// could not be read, if it is in no chart or beside the templates of one. What could be read of it was
// already checked. A file of a chart without objects is one that templates include.
func (c *Charts) Template(f *files.File, text []byte, visit func(*tree.Object)) (n int) {
	possible, inText := "by the text of a template that was not rendered", f.ByText
	if !files.HasActions(text) {
		possible = "by the text of a document that could not be read"
	} else if f.Beside && !bytes.Contains(text, []byte("kind")) {
		f.Pass("a chart's files that are no manifests")
		return 0
	}
	read := map[typeAt]bool{}
	if !f.ByText {
		var rd reader.Reader
		result := rd.Read(f.Path, text, func(o *tree.Object) {
			if o.APIVersionNode >= 0 {
				read[typeAt{"", int(o.Tree.Nodes[o.APIVersionNode].Line), strings.Clone(o.APIVersion), strings.Clone(o.Kind)}] = true
			}
		})
		inText = result.Unreadable == result.Documents
	}
	guesses, whole := chart.Raw(text, c.Target, c.definitions(filepath.Dir(f.Name))...)
	for _, g := range guesses {
		// The text that documents have is already checked if they could be read.
		if read[typeAt{"", g.Line, g.APIVersion, g.Kind}] || g.InText && !inText {
			continue
		}
		o := g.Object(f.Path, "")
		o.Possible = possible
		visit(o)
		n++
	}
	switch {
	case !f.ByText || whole && n > 0: // a manifest is already unread
	case !whole:
		f.Unread(partlyRead())
	case typed().Match(text):
		f.Unread("it is a template with an apiVersion, but the text shows no object: the apiVersion or the kind may be filled in")
	default:
		f.Pass("not a manifest by name")
	}
	return n
}

// typed matches an apiVersion in the text of a template, also in braces.
var typed = lazy.Regexp(`(?m)(?:^[ \t]*(?:- +)*|[{,][ \t]*)["']?apiVersion["']?[ \t]*:[ \t]*\S`)

// partlyRead is the reason for a template with too much text or too many conditions.
func partlyRead() string {
	return fmt.Sprintf("the template is larger than %d MiB or has too many conditions, so some objects in it may not have been found", chart.MaxText>>20)
}

// definitions are the files of a folder that only have definitions for its templates.
func (c *Charts) definitions(dir string) [][]byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if texts, read := c.defined[dir]; read {
		return texts
	}
	var texts [][]byte
	entries, _ := os.ReadDir(dir) // a missing folder has no definitions
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !strings.HasPrefix(entry.Name(), "_") || !info.Mode().IsRegular() || info.Size() > chart.MaxText {
			continue
		}
		if data, err := os.ReadFile(filepath.Join(dir, entry.Name())); err == nil {
			texts = append(texts, data)
		}
	}
	if c.defined == nil {
		c.defined = map[string][][]byte{}
	}
	c.defined[dir] = texts
	return texts
}
