package reader

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// slow reads a YAML document with yaml.v3.
type slow struct {
	text   string
	nodes  []tree.Node
	places locator
	keys   *keyCheck
	// strict makes the tree of JSON; see Strict.
	strict bool
	// base is the offset of text in the file, and line its line.
	base, line int
	// left is the remaining number of nodes.
	left int
	// open has the anchors that are being expanded: an alias to one of them does not end.
	open map[*yaml.Node]bool
	// foreign is not 0 within an alias or a merged map.
	foreign int
}

// The limits of the slow parser. yaml.v3 needs about 500 bytes for an entry.
const (
	maxSlow        = 24 << 20
	maxSlowEntries = 500_000
	maxDepth       = 1000
)

// readSlow reads the document of a chunk that ends at end.
func (r *Reader) readSlow(c chunk, end, line int) {
	problem := r.slow.read(r, r.text[c.begin:end], c)
	if problem.Reason != "" && c.begin < end {
		// kubectl ignores text after the dashes, so that the lines below can be read.
		if rest, ok := withoutMarkerText(r.text[c.begin:end]); ok {
			if r.slow.read(r, rest, c).Reason == "" {
				r.problem(r.baseLine+line, r.result.Documents+1, `the text after "---" is not valid YAML: it was read as a comment`)
				problem = Problem{}
			}
		}
	}
	if problem.Reason == "" {
		r.tree.Nodes = r.slow.nodes
		r.emit(c, end)
		return
	}
	problem.Line = cmp.Or(problem.Line, line)
	if strings.Contains(r.text[c.begin:end], "{{") {
		problem.Reason = "it looks like a template (Helm?) that was not rendered: " + problem.Reason
	}
	r.unreadable(r.baseLine+problem.Line, problem.Reason)
}

// markerText matches text after the dashes that is not valid YAML there.
var markerText = regexp.MustCompile(`(?m)^---[ \t]+[^ \t\r\n#&*!|>{\["'].*`)

func withoutMarkerText(text string) (string, bool) {
	at := markerText.FindStringIndex(text)
	if at == nil || strings.TrimSpace(text[at[1]:]) == "" {
		return "", false
	}
	return text[:at[0]] + "---" + strings.Repeat(" ", at[1]-at[0]-3) + text[at[1]:], true
}

// read reads text, the document of a chunk, into nodes. The line of a problem is that in the
// reader's text.
func (s *slow) read(r *Reader, text string, c chunk) Problem {
	if len(text) > maxSlow {
		return Problem{Reason: fmt.Sprintf("the document is larger than %d MiB and contains YAML that is not read in documents of that size (anchors, tags, lines that are not plain)", maxSlow>>20)}
	}
	if entries(text) > maxSlowEntries {
		return Problem{Reason: fmt.Sprintf("the document has more than %d entries and contains YAML that is not read in documents of that size (anchors, tags, lines that are not plain)", maxSlowEntries)}
	}
	text = withoutDirectives(text)
	root, err := decode(text)
	if err != nil {
		return s.sentence(err, text, c)
	}
	r.keys.reset()
	s.text, s.nodes, s.keys, s.foreign = text, s.nodes[:0], &r.keys, 0
	s.base, s.line = int(r.base)+c.begin, int(c.line)
	s.left = 4*len(text) + 10_000
	s.open = nil
	if root == nil {
		return Problem{}
	}
	s.places.reset(text)
	if err := s.places.locate(root, 0); err != nil {
		return Problem{Line: s.line, Reason: err.Error()}
	}
	if err := s.value(root, head{}, 0); err != nil {
		return Problem{Line: s.lineOf(err), Reason: err.Error()}
	}
	return Problem{}
}

// decode parses a document with yaml.v3. It returns nil if the document has no content.
func decode(text string) (root *yaml.Node, err error) {
	defer func() {
		if e := recover(); e != nil {
			root, err = nil, fmt.Errorf("not valid YAML: %v", e)
		}
	}()
	var document, rest yaml.Node
	d := yaml.NewDecoder(strings.NewReader(text))
	switch err := d.Decode(&document); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, err
	case !errors.Is(d.Decode(&rest), io.EOF):
		return nil, errors.New("text follows the end of the document")
	}
	if document.Kind != yaml.DocumentNode || len(document.Content) == 0 {
		return nil, nil
	}
	return document.Content[0], nil
}

// withoutDirectives turns directives other than %TAG into comments: yaml.v3 refuses every version
// except 1.1.
func withoutDirectives(text string) string {
	var lines []byte
	for at := 0; at < len(text); {
		end := strings.IndexAny(text[at:], "\r\n")
		if end < 0 {
			end = len(text) - at
		}
		switch line := text[at : at+end]; {
		case strings.HasPrefix(line, "%") && !strings.HasPrefix(line, "%TAG"):
			if lines == nil {
				lines = []byte(text)
			}
			lines[at] = '#'
		case line != "" && line[0] != '%' && strings.TrimSpace(line) != "" && !strings.HasPrefix(strings.TrimLeft(line, " \t"), "#"):
			at = len(text)
			continue
		}
		at += end + 1
	}
	if lines == nil {
		return text
	}
	return string(lines)
}

// entries estimates the number of entries by the characters that begin them.
func entries(text string) (n int) {
	for i := range len(text) {
		switch text[i] {
		case ',', '[', '{', '?', '&':
			n++
		case '\n':
			if i+1 < len(text) && text[i+1] != '\n' && text[i+1] != '#' {
				n++
			}
		case ':', '-':
			if i+1 < len(text) && text[i+1] == ' ' {
				n++
			}
		}
	}
	return n
}

var lineOfError = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?`)

// sentence converts an error of yaml.v3, which has lines of the document, to a problem.
func (s *slow) sentence(err error, document string, c chunk) Problem {
	text := err.Error()
	match := lineOfError.FindStringSubmatch(text)
	line := 0
	if n, err := strconv.Atoi(match[1]); err == nil {
		s.places.reset(document)
		line = int(c.line) + int(s.places.lines[max(0, min(n, len(s.places.lines))-1)].line) - 1
	}
	reason := strings.TrimPrefix(phrase.Clip(text[len(match[0]):], 300), "not valid YAML: ")
	if _, name, found := strings.Cut(reason, "unknown anchor '"); found {
		name, _, _ = strings.Cut(name, "'")
		if at := strings.Index(document, "*"+name); at >= 0 {
			line = int(c.line) + strings.Count(document[:at], "\n")
		}
		// This may be a password that begins with an asterisk, so that the message must not quote
		// it.
		reason = "unknown anchor: a value that begins with an asterisk is an alias, and there is no anchor with this name; write the value in quotes if it is a string"
	}
	return Problem{Line: line, Reason: "not valid YAML: " + reason}
}
