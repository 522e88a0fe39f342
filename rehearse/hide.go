package rehearse

import (
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/secret"
)

// shortest is the shortest value that is searched for in a text. Shorter ones are in any text.
const shortest = 4

// hiderOf returns a replacer of the values in objects that may be credentials.
func hiderOf(objects ...[]byte) *strings.Replacer {
	var pairs []string
	var hidden secret.Hidden
	var rd reader.Reader
	for _, text := range objects {
		rd.Read("", text, func(o *tree.Object) {
			hidden.Look(o.Tree, o.Root, o.Kind == "Secret")
			for i := range o.Tree.Nodes {
				value := o.Tree.Nodes[i].Value
				if len(value) < shortest || !hidden.Node(i) {
					continue
				}
				// Servers quote values as Go does.
				pairs = append(pairs, strings.Clone(value), "(hidden)")
				if q := strconv.Quote(value); q[1:len(q)-1] != value {
					pairs = append(pairs, q[1:len(q)-1], "(hidden)")
				}
			}
		})
	}
	return strings.NewReplacer(pairs...)
}
