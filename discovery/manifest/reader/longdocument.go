package reader

import (
	"bytes"
	"fmt"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// headSize is how many bytes of a document that is too long are read.
const headSize = 1 << 20

// head reads the first lines of a document that is too long, up to the last key of the root. Its
// object is a guess, because it is incomplete. A problem reports that the rest was not read.
func (r *Reader) head(data []byte) {
	visit, guesses := r.visit, 0
	r.visit = func(o *tree.Object) {
		o.Guess = true
		guesses++
		visit(o)
	}
	before, base, baseLine := r.result, r.base, r.baseLine
	head := data[:min(len(data), headSize)]
	if end := lastRootKey(head); end > 0 {
		r.documents(head[:end])
	}
	r.visit, r.base, r.baseLine = visit, base, baseLine
	objects := r.result.Objects
	r.result = before
	r.result.Objects = objects
	reason := fmt.Sprintf("the document is larger than %d MiB, and was not read", MaxDocument>>20)
	if guesses > 0 {
		reason = fmt.Sprintf("the document is larger than %d MiB: only its first lines were read", MaxDocument>>20)
	}
	r.unreadable(r.baseLine+1, reason)
}

// lastRootKey returns the offset of the last line that begins with a letter or a quote.
func lastRootKey(head []byte) int {
	for end := len(head); ; {
		at := bytes.LastIndexByte(head[:end], '\n')
		if at < 0 {
			return 0
		}
		if at+1 < len(head) && (head[at+1] >= 'a' && head[at+1] <= 'z' || head[at+1] == '"') {
			return at + 1
		}
		end = at
	}
}
