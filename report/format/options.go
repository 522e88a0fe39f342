package format

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/layout"
)

// Options are the options of the renderers.
type Options struct {
	// Rules are the rules, for formats that contain their descriptions.
	Rules []rule.Rule
	// Colour enables colours in text.
	Colour bool
	// Width is the width of the terminal; 0 if the output has none.
	Width int
	// Wide adds fingerprints to text, which waivers and baselines need.
	Wide bool
	// Limit is the most bytes of markdown, 0 for no limit (package budget). Whole says where the
	// complete report is, "" for budget.WholeInJSON.
	Limit int
	Whole string
	// Template is the name of the user's template, and TemplateText its text.
	Template, TemplateText string
}

// Style is the layout of text.
func (o Options) Style() layout.Style {
	return layout.Style{Colour: o.Colour, Width: o.Width, Wide: o.Wide}
}
