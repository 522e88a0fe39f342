package prose

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

var (
	orderedPattern = lazy.Regexp(`^[0-9]{1,9}[.)]( |$)`)
	rowPattern     = lazy.Regexp(`^[-=:|*_~+\\ ]+$`)
)

// guard escapes the beginning of each line of a paragraph that would make it something else: a
// heading, an item, a rule, a table, a command.
func guard(text string) string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, guardLine(line))
		}
	}
	return strings.Join(out, "\n")
}

func guardLine(line string) string {
	if m := orderedPattern().FindString(line); m != "" {
		end := strings.IndexAny(m, ".)")
		return line[:end] + `\` + line[end:]
	}
	switch line[0] {
	case '#', '>', ':':
		return `\` + line
	case '-', '+', '*', '=', '_', '~':
		if len(line) == 1 || line[1] == ' ' || rowPattern().MatchString(line) || strings.HasPrefix(line, "~~~") {
			return `\` + line
		}
	}
	return line
}
