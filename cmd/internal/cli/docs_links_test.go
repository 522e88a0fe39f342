package cli_test

import (
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// docsAnatomy has the links and anchors of a page.
type docsAnatomy struct {
	// links are the targets of links and images.
	links   []string
	anchors map[string]bool
}

var namedAnchor = regexp.MustCompile(`<a (?:id|name)="([^"]+)"`)

func anatomy(source string) docsAnatomy {
	a := docsAnatomy{anchors: map[string]bool{}}
	times := map[string]int{}
	raw := []byte(source)
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(raw))
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			a.links = append(a.links, string(n.Destination))
		case *ast.Image:
			a.links = append(a.links, string(n.Destination))
		case *ast.Heading:
			s := slug(plainText(n, raw))
			if times[s]++; times[s] > 1 {
				s = fmt.Sprintf("%s-%d", s, times[s]-1)
			}
			a.anchors[s] = true
		case *ast.RawHTML:
			for i := range n.Segments.Len() {
				s := n.Segments.At(i)
				a.name(string(s.Value(raw)))
			}
		case *ast.HTMLBlock:
			for i := range n.Lines().Len() {
				s := n.Lines().At(i)
				a.name(string(s.Value(raw)))
			}
		}
		return ast.WalkContinue, nil
	})
	return a
}

func (a docsAnatomy) name(html string) {
	for _, m := range namedAnchor.FindAllStringSubmatch(html, -1) {
		a.anchors[m[1]] = true
	}
}

func plainText(n ast.Node, raw []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(raw))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// slug returns the anchor that GitHub makes for a heading.
func slug(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		default:
			return -1
		}
	}, heading)
}

// TestLinks checks that links to files of this project lead to existing files and headings, that
// every page of docs can be reached from docs/README.md and pages at the root from README.md, and
// that other links are web addresses.
func TestLinks(t *testing.T) {
	pages := map[string]docsAnatomy{}
	for _, p := range docsPages(t, ".md") {
		pages[p.name] = anatomy(p.text)
	}
	led := map[string][]string{}
	for name, a := range pages {
		for _, link := range a.links {
			target, err := resolveLink(name, link, pages)
			if err != nil {
				t.Errorf("%s links to %s: %v", name, link, err)
			}
			led[name] = append(led[name], target)
		}
	}
	reached := map[string]bool{}
	var walk func(name string)
	walk = func(name string) {
		if reached[name] {
			return
		}
		reached[name] = true
		for _, next := range led[name] {
			walk(next)
		}
	}
	for root, below := range map[string]string{"docs/README.md": "docs/", "README.md": ""} {
		clear(reached)
		walk(root)
		for name := range pages {
			if !reached[name] && strings.HasPrefix(name, below) {
				t.Errorf("no way of links leads from %s to %s", root, name)
			}
		}
	}
}

// resolveLink returns the file of a link, or "" for a web address.
func resolveLink(from, link string, pages map[string]docsAnatomy) (string, error) {
	u, err := url.Parse(link)
	if err != nil {
		return "", err
	}
	if u.Scheme != "" || u.Host != "" {
		if u.Scheme != "https" || u.Host == "" {
			return "", fmt.Errorf("it is no https address")
		}
		return "", nil
	}
	target := from
	if u.Path != "" {
		target = path.Join(path.Dir(from), u.Path)
	}
	if strings.HasPrefix(target, "..") || path.IsAbs(u.Path) {
		return "", fmt.Errorf("it leads out of the project")
	}
	if _, err := os.Stat(filepath.Join(projectRoot, filepath.FromSlash(target))); err != nil {
		return target, fmt.Errorf("there is no %s", target)
	}
	if a, known := pages[target]; known && u.Fragment != "" && !a.anchors[u.Fragment] {
		return target, fmt.Errorf("%s has no heading with the anchor #%s", target, u.Fragment)
	}
	return target, nil
}

func TestResolveLink(t *testing.T) {
	pages := map[string]docsAnatomy{"docs/diff.md": anatomy("# What `diff` says\n\n## Twice\n\n## Twice\n\n<a id=\"own\"></a>\n")}
	for link, want := range map[string]string{
		"https://example.com/a": "", "diff.md": "docs/diff.md", "diff.md#what-diff-says": "docs/diff.md",
		"diff.md#twice-1": "docs/diff.md", "diff.md#own": "docs/diff.md", "../README.md": "README.md",
	} {
		if got, err := resolveLink("docs/README.md", link, pages); err != nil || got != want {
			t.Errorf("%s leads to %q (%v), want %q", link, got, err, want)
		}
	}
	for _, link := range []string{"nowhere.md", "diff.md#nothing", "diff.md#twice-2", "../../x", "/etc/passwd", "http://example.com", "javascript:alert(1)"} {
		if got, err := resolveLink("docs/README.md", link, pages); err == nil {
			t.Errorf("%s leads to %q, want an error", link, got)
		}
	}
}
