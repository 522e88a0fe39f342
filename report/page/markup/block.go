package markup

import (
	"fmt"
	"html"
	"html/template"
	"regexp"
	"strconv"
	"strings"
)

// deepest is how deep lists and quotes may nest; what is deeper is text. report/prose
// stops at 6.
const deepest = 10

var (
	bulletPattern = regexp.MustCompile(`^(?:[-*] |([0-9]{1,9})\. )`)
	fencePattern  = regexp.MustCompile("^(`{3,})[A-Za-z0-9+.#-]*$")
)

// Blocks writes markdown of several lines.
func Blocks(markdown string) template.HTML {
	var b strings.Builder
	write(&b, strings.Split(markdown, "\n"), 0, false)
	return template.HTML(b.String()) //nolint:gosec // each part of it was escaped when it was written
}

// write writes lines as blocks. The first paragraph of an item stands bare.
func write(b *strings.Builder, lines []string, depth int, bare bool) {
	for at := 0; at < len(lines); {
		line := lines[at]
		switch {
		case strings.TrimSpace(line) == "":
			at++
			continue
		case fencePattern.MatchString(line):
			at = fence(b, lines, at)
		case depth < deepest && isQuote(line):
			at = quote(b, lines, at, depth)
		case depth < deepest && bulletPattern.MatchString(line):
			at = list(b, lines, at, depth)
		default:
			at = paragraph(b, lines, at, depth, bare)
		}
		bare = false
	}
}

func isQuote(line string) bool { return line == ">" || strings.HasPrefix(line, "> ") }

// fence writes code up to a line that is the same fence, or to the end.
func fence(b *strings.Builder, lines []string, at int) int {
	mark := fencePattern.FindStringSubmatch(lines[at])[1]
	b.WriteString("<pre><code>")
	for at++; at < len(lines); at++ {
		if strings.TrimRight(lines[at], " ") == mark {
			at++
			break
		}
		b.WriteString(text(lines[at]) + "\n")
	}
	b.WriteString("</code></pre>")
	return at
}

func quote(b *strings.Builder, lines []string, at, depth int) int {
	var inner []string
	for ; at < len(lines) && isQuote(lines[at]); at++ {
		inner = append(inner, strings.TrimPrefix(lines[at][1:], " "))
	}
	b.WriteString("<blockquote>")
	write(b, inner, depth+1, false)
	b.WriteString("</blockquote>")
	return at
}

// list writes the items that follow each other with the same kind of mark.
func list(b *strings.Builder, lines []string, at, depth int) int {
	element, attributes := "ul", ""
	if start := bulletPattern.FindStringSubmatch(lines[at])[1]; start != "" {
		element = "ol"
		if n, err := strconv.Atoi(start); err == nil && n != 1 {
			attributes = fmt.Sprintf(` start="%d"`, n)
		}
	}
	first := mark(lines[at])
	b.WriteString("<" + element + attributes + ">")
	for at < len(lines) && mark(lines[at]) == first {
		at = item(b, lines, at, depth)
		for next := at; next < len(lines); next++ {
			if strings.TrimSpace(lines[next]) != "" {
				if mark(lines[next]) == first {
					at = next
				}
				break
			}
		}
	}
	b.WriteString("</" + element + ">")
	return at
}

// mark tells what kind of item a line begins: "-", "*", "1", or "" for none.
func mark(line string) string {
	m := bulletPattern.FindStringSubmatch(line)
	switch {
	case m == nil:
		return ""
	case m[1] != "":
		return "1"
	default:
		return line[:1]
	}
}

// item writes an item with all that is indented below it.
func item(b *strings.Builder, lines []string, at, depth int) int {
	offset := len(bulletPattern.FindString(lines[at]))
	inner := []string{lines[at][offset:]}
	end := at + 1
	for next := end; next < len(lines); next++ {
		if strings.TrimSpace(lines[next]) == "" {
			continue
		}
		if !strings.HasPrefix(lines[next], strings.Repeat(" ", offset)) {
			break
		}
		for ; end <= next; end++ {
			inner = append(inner, strings.TrimPrefix(lines[end], strings.Repeat(" ", offset)))
		}
	}
	b.WriteString("<li>")
	write(b, inner, depth+1, true)
	b.WriteString("</li>")
	return end
}

// paragraph writes lines up to a blank one, or one that begins something else.
func paragraph(b *strings.Builder, lines []string, at, depth int, bare bool) int {
	first := at
	for at++; at < len(lines); at++ {
		line := lines[at]
		if strings.TrimSpace(line) == "" || fencePattern.MatchString(line) || depth < deepest && (isQuote(line) || bulletPattern.MatchString(line)) {
			break
		}
	}
	content := inline(strings.Join(lines[first:at], "\n"))
	if bare {
		b.WriteString(content)
	} else {
		b.WriteString("<p>" + content + "</p>")
	}
	return at
}

// noWidth is what report/prose puts between two characters that markdown would
// read as one mark. HTML needs none, and it would stand in the way of a search.
const noWidth = "\u200b"

// text writes a text so that it means itself.
func text(s string) string { return html.EscapeString(strings.ReplaceAll(s, noWidth, "")) }
