package format

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/layout"
)

// Rule is what a report tells of a rule: the rules live with who checks.
type Rule = rule.Rule

// Options is what renderers know beyond the report.
type Options struct {
	// Rules describes the rules, for the formats that carry their help.
	Rules []Rule
	// Colour paints text for a terminal.
	Colour bool
	// Width is that of the terminal; 0 where the output has none.
	Width int
	// Wide adds to text what waivers and baselines name a finding by.
	Wide bool
	// Limit bounds the bytes of markdown, 0 for none; see package budget. Whole tells
	// where all of a bounded report is, "" for budget.WholeInJSON.
	Limit int
	Whole string
	// Template is the user's template, by its name and text.
	Template, TemplateText string
}

// Style is how text is laid out.
func (o Options) Style() layout.Style {
	return layout.Style{Colour: o.Colour, Width: o.Width, Wide: o.Wide}
}
