package report

import "github.com/kubedelta/kubedelta/report/layout"

// Style says how the text reports are laid out; the zero value is plain text in
// lines of any length.
type Style = layout.Style
