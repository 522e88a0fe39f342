package markdown

import (
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// body is the text of one release.
type body struct {
	release string
	lines   []line
}

// bodies splits a file at the headings that are versions.
func bodies(lines []line, release string) []body {
	var all []body
	for i, l := range lines {
		level, title, ok := l.heading()
		if ok && level == 1 && isVersion(title) {
			all = append(all, body{release: versionIn(title)})
		} else if len(all) > 0 {
			last := &all[len(all)-1]
			if last.lines == nil {
				last.lines = lines[i:i:len(lines)]
			}
			last.lines = last.lines[:len(last.lines)+1]
		}
	}
	if len(all) > 0 {
		return all
	}
	if firstText(lines) == len(lines) {
		return nil
	}
	return []body{{release: named(lines, release), lines: lines}}
}

// named returns the release of a body without a version heading.
func named(lines []line, release string) string {
	if release != "" {
		return changelog.Named(release)
	}
	for _, l := range lines {
		if _, title, ok := l.heading(); ok {
			if v := versionIn(title); v != "" && !strings.Contains(strings.ToLower(title), "since") {
				return v
			}
		}
	}
	return ""
}

// version is a full version: "v1.24.0-alpha.1". wholeTitle matches a title that is only a version, or
// a link to one, and firstVersion the first version of a title.
const version = `v?(\d{1,4}\.\d{1,4}\.\d{1,4}(?:-(?:alpha|beta|rc)\.\d+)?)`

var (
	wholeTitle   = lazy.Regexp(`^\[?` + version + `(?:\]?|\]\(.*\))$`)
	firstVersion = lazy.Regexp(`(?:^|[^\d.])` + version + `(?:\D|$)`)
)

func isVersion(title string) bool { return wholeTitle().MatchString(title) }

// versionIn returns the first version of a title as "v1.24.0", or "".
func versionIn(title string) string {
	if m := firstVersion().FindStringSubmatch(title); m != nil {
		return "v" + m[1]
	}
	return ""
}

// block is the lines between two headings, with the headings above them.
type block struct {
	path  []heading
	lines []line
}

type heading struct {
	level int
	title string
	// line is the line of the heading.
	line line
}

func blocks(lines []line) []block {
	var (
		all  []block
		path []heading
	)
	start := 0
	end := func(i int) {
		if len(path) > 0 || i > start {
			all = append(all, block{path: path, lines: lines[start:i]})
		}
	}
	for i, l := range lines {
		level, title, ok := l.heading()
		if !ok {
			continue
		}
		end(i)
		keep := len(path)
		for keep > 0 && path[keep-1].level >= level {
			keep--
		}
		path = append(path[:keep:keep], heading{level, title, l})
		start = i + 1
	}
	end(len(lines))
	return all
}
