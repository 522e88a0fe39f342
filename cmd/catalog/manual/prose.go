package main

import (
	"regexp"
	"strings"
)

// block is a part of a command's text: a paragraph, a list of terms with their descriptions, or
// preformatted lines.
type block struct {
	paragraph string
	terms     []term
	literal   []string
}

type term struct{ name, text string }

// readBlocks reads the text of a command. Lines without indentation are a paragraph. Indented lines
// are terms if each has a term, at least two spaces, and a text, and all texts begin in the same
// column. Other indented lines are preformatted.
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

// groups splits a text at empty lines and where the indentation begins or ends.
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

// readTerms returns nil for lines that are not a list of terms.
func readTerms(lines []string) (terms []term) {
	column := textColumn(lines)
	if column == 0 {
		return nil
	}
	margin := indentation(lines[0])
	for i, line := range lines {
		if indentation(line) == column && len(terms) > 0 { // continuation of the text
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
	if len(terms) < 2 { // a command that contains two spaces
		return nil
	}
	for _, t := range terms {
		if t.text == "" {
			return nil
		}
	}
	return terms
}

// readTerm reads the first line of a term. A long term has only one space before its text, or has
// its text on the next line, if goesOn is true.
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

// textColumn returns the column where the texts of terms begin; 0 if there is none.
func textColumn(lines []string) int {
	for _, line := range lines {
		if m := termLine.FindStringSubmatch(line); m != nil && m[4] != "" {
			return len(m[1] + m[2] + m[3])
		}
	}
	return 0
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// dedent removes the common indentation of lines.
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
