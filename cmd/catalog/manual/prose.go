package main

import (
	"regexp"
	"strings"
)

// block is a part of a command's text: a paragraph, a list of terms and what they
// are, or lines that stand as they are.
type block struct {
	paragraph string
	terms     []term
	literal   []string
}

type term struct{ name, text string }

// readBlocks reads the text of a command. A line that begins at the margin belongs
// to a paragraph. Indented lines are terms, where each holds a term, two spaces or
// more, and a text that all begin in one column; else they stay as they are.
func readBlocks(text string) (blocks []block) {
	for _, group := range groups(text) {
		switch terms := readTerms(group); {
		case !strings.HasPrefix(group[0], " "):
			blocks = append(blocks, block{paragraph: strings.Join(group, " ")})
		case terms != nil:
			blocks = append(blocks, block{terms: terms})
		default:
			blocks = append(blocks, block{literal: dedent(strings.Join(group, "\n"))})
		}
	}
	return blocks
}

// groups parts a text where a line is empty and where the indentation begins or
// ends.
func groups(text string) (all [][]string) {
	var group []string
	flush := func() {
		if len(group) > 0 {
			all = append(all, group)
		}
		group = nil
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(strings.ReplaceAll(line, "\t", "    "), " \r\n")
		if line == "" {
			flush()
			continue
		}
		if len(group) > 0 && strings.HasPrefix(line, " ") != strings.HasPrefix(group[0], " ") {
			flush()
		}
		group = append(group, line)
	}
	flush()
	return all
}

var termLine = regexp.MustCompile(`^( +)(\S+(?: \S+)*)(?:( {2,})(\S.*))?$`)

// readTerms is nil for lines that are no list of terms.
func readTerms(lines []string) (terms []term) {
	column := textColumn(lines)
	if column == 0 {
		return nil
	}
	margin := indentation(lines[0])
	for i, line := range lines {
		if indentation(line) == column && len(terms) > 0 { // the text goes on
			last := &terms[len(terms)-1]
			last.text = strings.TrimSpace(last.text + " " + strings.TrimSpace(line))
			continue
		}
		goesOn := i+1 < len(lines) && indentation(lines[i+1]) == column
		t, ok := readTerm(line, column, goesOn)
		if !ok || indentation(line) != margin {
			return nil
		}
		terms = append(terms, t)
	}
	if len(terms) < 2 { // a command with two spaces in it
		return nil
	}
	for _, t := range terms {
		if t.text == "" {
			return nil
		}
	}
	return terms
}

// readTerm reads a line that begins a term. A long term has one space only before
// its text, or has the text on the next line, where goesOn says so.
func readTerm(line string, column int, goesOn bool) (term, bool) {
	m := termLine.FindStringSubmatch(line)
	switch {
	case m == nil:
		return term{}, false
	case m[4] != "":
		return term{m[2], m[4]}, len(m[1]+m[2]+m[3]) == column
	case !goesOn && len(line) > column && line[column-1] == ' ':
		return term{strings.TrimSpace(line[:column]), line[column:]}, true
	default:
		return term{name: m[2]}, true
	}
}

// textColumn is where the texts of terms begin: 0 for none.
func textColumn(lines []string) int {
	for _, line := range lines {
		if m := termLine.FindStringSubmatch(line); m != nil && m[4] != "" {
			return len(m[1] + m[2] + m[3])
		}
	}
	return 0
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// dedent takes the indentation away that all lines have.
func dedent(text string) []string {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	least := -1
	for _, line := range lines {
		if n := indentation(line); strings.TrimSpace(line) != "" && (least < 0 || n < least) {
			least = n
		}
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(line[min(least, len(line)):], " ")
	}
	return lines
}
