package budget

import (
	"fmt"
	"strings"
)

// Lost is how many lines a part has lost, and how many it had.
type Lost struct {
	Part     string
	Lost, Of int
}

// Words write what a page says of what it lost.
type Words struct {
	// Shed is the notice: a paragraph with an empty line above it.
	Shed func(lines int, parts []Lost) string
	// More ends a part that lost some of its lines: a paragraph with an empty line
	// above it.
	More func(lines int) string
}

// English are the words of a page whose whole is there too: "`-o json` contains all".
func English(whole string) Words {
	return Words{
		Shed: func(lines int, parts []Lost) string {
			verb := "lines left out"
			if lines == 1 {
				verb = "line left out"
			}
			said := fmt.Sprintf("\n**%d %s to fit the size limit**", lines, verb)
			for i, p := range parts {
				separator := ", "
				if i == 0 {
					separator = ": "
				}
				said += fmt.Sprintf("%s%d of %d in %s", separator, p.Lost, p.Of, p.Part)
			}
			return said + ". " + strings.TrimRight(whole, ".") + ".\n"
		},
		More: func(lines int) string { return fmt.Sprintf("\n… and %d more\n", lines) },
	}
}

// WholeInJSON tells where the whole of a report is that a command wrote.
const WholeInJSON = "`-o json` contains all"
