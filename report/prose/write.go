package prose

import (
	"strconv"
	"strings"
)

// Markdown returns any text as safe markdown, without an indent and a final line break.
func Markdown(text string) string {
	return strings.Join(write(parseText(text)), "\n")
}

// Entry returns a list item with the text and, at the end of the text, tail, which must be safe
// markdown of one line.
func Entry(text, tail string) string {
	return item("- ", withTail(parseText(text), tail))
}

// Inline returns any text as safe markdown of one line.
func Inline(text string) string {
	return guard(inline(strings.Join(strings.Fields(clean(text)), " ")))
}

func parseText(text string) []block {
	return parse(strings.Split(strings.Trim(clean(text), "\n "), "\n"), 0)
}

// withTail adds the tail to the last block if it is a paragraph, else to the first block if it is
// one, else as a paragraph before all.
func withTail(blocks []block, tail string) []block {
	if tail == "" {
		return blocks
	}
	for _, i := range []int{len(blocks) - 1, 0} {
		if i >= 0 && i < len(blocks) && blocks[i].kind == paragraph {
			blocks[i].Text += " " + tail
			return blocks
		}
	}
	return append([]block{{kind: paragraph, Text: tail}}, blocks...)
}

func write(blocks []block) (lines []string) {
	for i, b := range blocks {
		if i > 0 && (!b.tight || b.kind != list || b.Start >= 0) {
			lines = append(lines, "")
		}
		switch b.kind {
		case code:
			lines = append(lines, fenced(b)...)
		case quote:
			for _, line := range write(b.Items[0]) {
				lines = append(lines, strings.TrimRight("> "+line, " "))
			}
		case list:
			for i, blocks := range b.Items {
				marker := "- "
				if b.Start >= 0 {
					marker = strconv.Itoa(b.Start+i) + ". "
				}
				lines = append(lines, strings.Split(item(marker, blocks), "\n")...)
			}
		default:
			lines = append(lines, strings.Split(b.Text, "\n")...)
		}
	}
	return lines
}

func item(marker string, blocks []block) string {
	lines := write(blocks)
	if len(lines) == 0 {
		lines = []string{"–"}
	}
	return marker + Indent(strings.Join(lines, "\n"), len(marker))
}

// Indent indents all lines except the first and empty ones.
func Indent(text string, by int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if i > 0 && line != "" {
			lines[i] = strings.Repeat(" ", by) + line
		}
	}
	return strings.Join(lines, "\n")
}

// fenced returns code between fences that the code cannot close.
func fenced(b block) []string {
	fence := Fence(b.Text)
	lines := []string{fence + b.info}
	for line := range strings.SplitSeq(b.Text, "\n") {
		lines = append(lines, uncommand(strings.TrimRight(line, " "), noWidth))
	}
	return append(lines, fence)
}

// Fence is the fence of a code block, which the code cannot close.
func Fence(code string) string { return strings.Repeat("`", max(3, longestRun(code)+1)) }

// longestRun is the length of the longest run of backticks.
func longestRun(s string) (longest int) {
	for run := range strings.FieldsFuncSeq(s, func(r rune) bool { return r != '`' }) {
		longest = max(longest, len(run))
	}
	return longest
}
