package fix

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/secret"
)

// Hidden returns which lines of a file must not be shown around a fix: lines with secrets, and all
// lines that were not read as objects, because their content is not known.
func Hidden(data []byte) func(line int) bool {
	starts := tree.AppendLines(nil, data)
	shown := make([]bool, len(starts)+1)
	r := round{lines: starts}
	document := 0
	var rd reader.Reader
	rd.Read("", data, func(o *tree.Object) {
		if o.Document == document || o.TextStart < 0 {
			return
		}
		document = o.Document
		var h secret.Hidden
		h.Look(o.Tree, 0, false)
		if h.Elsewhere() {
			return
		}
		last := o.TextLine + strings.Count(strings.TrimRight(o.Text, "\r\n"), "\n")
		for line := o.TextLine; line <= last && line < len(shown); line++ {
			shown[line] = true
		}
		h.Ranges(func(start, end int) {
			for line := r.line(start); line <= r.line(end-1) && line < len(shown); line++ {
				shown[line] = false
			}
		})
	})
	return func(line int) bool { return line < 1 || line >= len(shown) || !shown[line] }
}
