package budget

// Lost is how many lines a part has lost, and how many it had.
type Lost struct {
	Part     string
	Lost, Of int
}

// Words write what a page says of what it lost.
type Words struct {
	// LeftOut is the notice: a paragraph with an empty line above it.
	LeftOut func(lines int, parts []Lost) string
	// More ends a part that lost some of its lines: a paragraph with an empty line
	// above it.
	More func(lines int) string
}

// WholeInJSON tells where the whole of a report is that a command wrote.
const WholeInJSON = "`-o json` contains all"
