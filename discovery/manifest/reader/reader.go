package reader

import (
	"fmt"
	"unsafe"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// Visit is called with each object, in the order of the file. The object and all
// that it points to are good until it returns.
type Visit func(*tree.Object)

// Result is the account of one file. Every document is counted as one of: empty,
// other, unreadable, or holding objects.
type Result struct {
	// Documents counts the documents, the empty ones too.
	Documents int
	// Objects counts the objects that were visited.
	Objects int
	// Empty counts documents without content, Other those that hold no API object.
	Empty, Other int
	// Unreadable counts documents that could not be read.
	Unreadable int
	// Problems says what could not be read, and what of a document that was read
	// is in doubt. There may be more of them than unreadable documents.
	Problems []Problem
}

// Problem is what could not be read, or not for sure.
type Problem struct {
	// Line and Document, from 1; 0 for the file as a whole.
	Line, Document int
	// Reason is a sentence without a full stop.
	Reason string
	// Template: the document looks like a template.
	Template bool
	// Key is one that is repeated with another value, First the line where it stands first.
	Key   string
	First int
}

// Repeated is the reason of a problem with a key that stands in a line before.
func Repeated(key string, first int) string {
	checked := "both"
	if key == "kind" || key == "items" {
		checked = "only the last" // see last
	}
	return fmt.Sprintf("the key %q is repeated; the first is in line %d: a server uses only one of them; kubedelta checked %s", key, first, checked)
}

// maxProblems bounds what one file can have to say.
const maxProblems = 1000

// Reader reads one file after the other, and keeps what it allocated. It is not
// for use by several goroutines at once.
type Reader struct {
	// Others, where it is not nil, is called with the documents that hold no API object,
	// which have no kind.
	Others Visit

	file   string
	visit  Visit
	result Result
	tree   tree.Tree
	object tree.Object
	fast   fast
	json   jsonParser
	slow   slow
	keys   keyCheck

	// The text that is being read: of the whole file, or a window of it.
	text string
	kind contents
	// base is the offset in the file where text begins; baseLine the lines before.
	base     int64
	baseLine int
	// noOffsets: the text is not what the file holds, as in UTF-16.
	noOffsets bool
	// complaints counts what should be an object and is none.
	complaints int
	// waste counts bytes of JSON that were read for nothing.
	waste int
	utf8  []byte
}

// Read reads the bytes of a file.
func (r *Reader) Read(file string, data []byte, visit Visit) Result {
	r.begin(file, visit)
	if text, ok := r.decoded(data); ok {
		r.documents(text)
	}
	return r.end()
}

func (r *Reader) begin(file string, visit Visit) {
	r.file, r.visit, r.result = file, visit, Result{}
	r.base, r.baseLine, r.noOffsets, r.waste = 0, 0, false, 0
}

func (r *Reader) end() Result {
	result := r.result
	r.text, r.visit, r.result, r.tree = "", nil, Result{}, tree.Tree{}
	r.slow.text, r.slow.places.text, r.fast.s, r.json.s, r.object = "", "", "", "", tree.Object{}
	if cap(r.fast.nodes)+cap(r.slow.nodes)+cap(r.json.nodes) > keepNodes || cap(r.fast.arena)+cap(r.json.arena)+cap(r.utf8) > keepBytes || cap(r.slow.places.places)+cap(r.keys.order) > keepNodes {
		*r = Reader{Others: r.Others}
	}
	return result
}

// What a reader keeps for the next file. One long document in a thousand files
// must not cost its memory until the end.
const (
	keepNodes = 1 << 16
	keepBytes = 4 << 20
)

// decoded takes byte order marks away, and UTF-16 to UTF-8. It reports false
// where the file is no text at all.
func (r *Reader) decoded(data []byte) ([]byte, bool) {
	if what := binaryFile(data); what != "" {
		r.problem(0, 0, what)
		return nil, false
	}
	if order := utf16Order(data); order != nil {
		r.noOffsets = true
		text, ok := utf16Text(r.utf8[:0], data, order)
		r.utf8 = text
		if !ok {
			r.problem(0, 0, "it begins like UTF-16, but is not valid UTF-16")
			return nil, false
		}
		return text, true
	}
	if len(data) >= 3 && data[0] == 0xEF && data[1] == 0xBB && data[2] == 0xBF {
		r.base = 3
		return data[3:], true
	}
	return data, true
}

func (r *Reader) problem(line, document int, reason string) {
	r.add(Problem{Line: line, Document: document, Reason: reason})
}

func (r *Reader) add(p Problem) {
	if len(r.result.Problems) == maxProblems {
		r.result.Problems = append(r.result.Problems, Problem{Line: p.Line, Document: p.Document, Reason: fmt.Sprintf("more than %d problems: the others are not listed", maxProblems)})
	}
	if len(r.result.Problems) < maxProblems {
		r.result.Problems = append(r.result.Problems, p)
	}
}

// unreadable accounts for a document that could not be read.
func (r *Reader) unreadable(line int, reason string) {
	r.result.Documents++
	r.result.Unreadable++
	r.problem(line, r.result.Documents, reason)
}

// view is the bytes as a string, without a copy: the bytes are not written to
// while the string is in use.
func view(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }
