package manifest

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// fastDocuments reads a text whose documents are all in the subset of YAML that the fast parser
// supports, in a tenth of the time of yaml.v3. It reports false for any other text.
func fastDocuments(text []byte) (list []Document, ok bool) {
	w := writer{out: make([]byte, 0, len(text))}
	read := reader.Trees(text, func(t *tree.Tree, line int) bool {
		w.tree, w.out = t, w.out[:0]
		ok = w.value(0)
		list = append(list, Document{JSON: slices.Clone(w.out), Line: line})
		return ok
	})
	return list, read && (ok || len(list) == 0)
}
