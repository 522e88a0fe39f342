package budget

// Lost is the number of lost lines of a part, and of all its lines.
type Lost struct {
	Part     string
	Lost, Of int
}

// Words are the texts about lost lines.
type Words struct {
	// LeftOut is the notice: a paragraph after an empty line.
	LeftOut func(lines int, parts []Lost) string
	// More is the end of a part that has lost some of its lines: a paragraph after an empty line.
	More func(lines int) string
}

// WholeInJSON says where the complete report of a command is.
const WholeInJSON = "`-o json` contains all"
