package prose

import (
	"strconv"
	"strings"
)

// Markdown rewrites text, which may hold anything, as safe markdown without an
// indent and without a new line at the end.
func Markdown(text string) string {
	return strings.Join(write(Blocks(text)), "\n")
}

// Entry writes an item of a list: the bullet, the text, and the tail, which must
// be safe markdown of one line, at the end of what is said.
func Entry(text, tail string) string {
	return item("- ", withTail(Blocks(text), tail))
}

// Inline rewrites text as safe markdown of one line, to stand in a sentence.
func Inline(text string) string {
	return guard(inline(strings.Join(strings.Fields(clean(text)), " ")))
}

// Blocks reads text, which may hold anything.
func Blocks(text string) []Block {
	return parse(strings.Split(strings.Trim(clean(text), "\n "), "\n"), 0)
}

// withTail puts the tail after the last paragraph where the text ends with one,
// else after the first where it begins with one, else above all.
func withTail(blocks []Block, tail string) []Block {
	if tail == "" {
		return blocks
	}
	for _, i := range []int{len(blocks) - 1, 0} {
		if i >= 0 && i < len(blocks) && blocks[i].Kind == Paragraph {
			blocks[i].Text += " " + tail
			return blocks
		}
	}
	return append([]Block{{Kind: Paragraph, Text: tail}}, blocks...)
}

// write gives the lines of blocks.
func write(blocks []Block) (lines []string) {
	for i, b := range blocks {
		if i > 0 && (!b.tight || b.Kind != List || b.Start >= 0) {
			lines = append(lines, "")
		}
		switch b.Kind {
		case Code:
			lines = append(lines, fenced(b)...)
		case Quote:
			for _, line := range write(b.Items[0]) {
				lines = append(lines, strings.TrimRight("> "+line, " "))
			}
		case List:
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

func item(marker string, blocks []Block) string {
	lines := write(blocks)
	if len(lines) == 0 {
		lines = []string{"–"}
	}
	return marker + Indent(strings.Join(lines, "\n"), len(marker))
}

// Indent puts spaces before each line but the first and the empty ones.
func Indent(text string, by int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if i > 0 && line != "" {
			lines[i] = strings.Repeat(" ", by) + line
		}
	}
	return strings.Join(lines, "\n")
}

// fenced writes code between fences that nothing in it can close.
func fenced(b Block) []string {
	fence := strings.Repeat("`", max(3, longestRun(b.Text)+1))
	lines := []string{fence + b.info}
	for line := range strings.SplitSeq(b.Text, "\n") {
		lines = append(lines, uncommand(strings.TrimRight(line, " "), noWidth))
	}
	return append(lines, fence)
}

// longestRun is the length of the longest run of backticks.
func longestRun(s string) int {
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
