package findings

import "github.com/kubedelta/kubedelta/report/layout"

// style is how the text is laid out.
func (o Options) style() layout.Style {
	return layout.Style{Colour: o.Colour, Width: o.Width, Wide: o.Wide}
}
