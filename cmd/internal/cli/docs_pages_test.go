package cli_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// projectRoot is the folder of README.md, relative to this package.
const projectRoot = "../../.."

// docsPage is a page of the documentation. Its name is relative to the root.
type docsPage struct {
	name string
	text string
}

// docsPages returns the pages with these extensions at the root and below docs.
func docsPages(t *testing.T, endings ...string) (pages []docsPage) {
	t.Helper()
	names, err := fs.Glob(os.DirFS(projectRoot), "*.md")
	if err != nil {
		t.Fatal(err)
	}
	err = fs.WalkDir(os.DirFS(filepath.Join(projectRoot, "docs")), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			names = append(names, path.Join("docs", name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !slices.Contains(endings, path.Ext(name)) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(projectRoot, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, docsPage{name, string(text)})
	}
	return pages
}

// blockKind is the kind of a block of a Markdown page.
type blockKind int

const (
	paragraph blockKind = iota // also a heading, a list, a table
	fence
	quote
)

// block is a block of a Markdown page.
type block struct {
	kind blockKind
	// info is the word after the backticks of a fence: sh, console, text, yaml …
	info  string
	line  int
	lines []string
}

func (b block) text() string { return strings.Join(b.lines, "\n") }

// blocks splits a Markdown page into its blocks. It supports what the pages use: fences, also in
// lists, quotes, and everything else.
func (p docsPage) blocks() (out []block) {
	var open *block
	indent, ticks := 0, ""
	for i, line := range strings.Split(p.text, "\n") {
		bare := strings.TrimLeft(line, " ")
		switch {
		case open != nil && open.kind == fence && strings.TrimRight(bare, "`") == "" && strings.HasPrefix(bare, ticks):
			out, open = append(out, *open), nil
		case open != nil && open.kind == fence:
			open.lines = append(open.lines, line[min(indent, len(line)-len(bare)):])
		case strings.HasPrefix(bare, "```"):
			if open != nil {
				out = append(out, *open)
			}
			info := strings.TrimLeft(bare, "`")
			indent, ticks = len(line)-len(bare), bare[:len(bare)-len(info)]
			open = &block{kind: fence, info: strings.TrimSpace(info), line: i + 1}
		default:
			out, open = continueBlock(out, open, line, i+1)
		}
	}
	if open != nil {
		out = append(out, *open)
	}
	return out
}

// continueBlock adds a line outside of fences to the open block, or opens the next one.
func continueBlock(out []block, open *block, line string, number int) ([]block, *block) {
	kind, text := paragraph, line
	if rest, quoted := strings.CutPrefix(line, ">"); quoted {
		kind, text = quote, strings.TrimPrefix(rest, " ")
	}
	if open != nil && (strings.TrimSpace(line) == "" || open.kind != kind) {
		out, open = append(out, *open), nil
	}
	if strings.TrimSpace(line) == "" {
		return out, nil
	}
	if open == nil {
		open = &block{kind: kind, line: number}
	}
	open.lines = append(open.lines, text)
	return out, open
}
