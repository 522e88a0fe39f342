package carried

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// Sops returns the node of the field that SOPS adds to a document that it encrypts; -1 if there is
// none. With it, SOPS notices any change of the document. https://getsops.io/docs/
func Sops(t *tree.Tree) int {
	if len(t.Nodes) == 0 {
		return -1
	}
	if at := t.Child(0, "sops"); t.Child(at, "mac") >= 0 {
		return at
	}
	return -1
}

// Encrypted reports whether SOPS encrypted a value.
func Encrypted(value string) bool { return strings.HasPrefix(value, "ENC[AES256_GCM,") }

// SopsBinary reports whether a document is a whole file of any format that SOPS encrypted.
func SopsBinary(t *tree.Tree) bool {
	data := -1
	if at := Sops(t); at >= 0 {
		data = t.Child(0, "data")
	}
	return data >= 0 && t.Nodes[data].Kind == tree.String && Encrypted(t.Nodes[data].Value)
}
