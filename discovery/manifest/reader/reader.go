package reader

import (
	"bytes"
	"fmt"
	"unsafe"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// Visit is called with each object, in the order of the file. The object and everything that it
// points to are valid until Visit returns.
type Visit func(*tree.Object)

// Result has the counts of one file. Every document is empty, other, unreadable, or has objects.
type Result struct {
	// Documents counts all documents, including empty ones.
	Documents int
	// Objects counts the objects that were visited.
	Objects int
	// Empty counts documents without content, Other those without an API object.
	Empty, Other int
	// Unreadable counts documents that could not be read.
	Unreadable int
	// Problems are the errors in documents, and the doubts about documents that were read. There
	// may be more of them than unreadable documents.
	Problems []Problem
}

// Problem is an error in a document, or a doubt about it.
type Problem struct {
	// Line and Document are from 1; 0 for the whole file.
	Line, Document int
	// Reason is a sentence without a full stop.
	Reason string
	// Key is a key that is repeated with another value; First is the line of the first one.
	Key   string
	First int
}

// Repeated returns the reason of a problem with a repeated key.
func Repeated(key string, first int) string {
	checked := "both"
	if key == "kind" || key == "items" {
		checked = "only the last" // see last
	}
	return fmt.Sprintf("the key %q is repeated; the first is on line %d: a server uses only one of them; kubedelta checked %s", key, first, checked)
}

// maxProblems limits the problems of one file.
const maxProblems = 1000

// Reader reads files and reuses its memory. It is not safe for concurrent use.
type Reader struct {
	// Others, if it is not nil, is called with the documents without an API object, which have no
	// kind.
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

	// text is the current text: that of the whole file, or a window of it.
	text string
	kind contents
	// base is the offset of text in the file; baseLine is the number of lines before it.
	base     int64
	baseLine int
	// noOffsets says that offsets in text are not those in the file, as in UTF-16.
	noOffsets bool
	// complaints counts the values that should be objects and are not.
	complaints int
	// waste counts the bytes of invalid JSON that were parsed.
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

// The limits of the memory that a reader keeps for the next file, so that one long document does
// not cost its memory until the end.
const (
	keepNodes = 1 << 16
	keepBytes = 4 << 20
)

// decoded removes the byte order mark and converts UTF-16 to UTF-8. It reports false if the file is
// not text.
func (r *Reader) decoded(data []byte) ([]byte, bool) {
	if what := notManifest(data); what != "" {
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
	text := bytes.TrimPrefix(data, []byte(mark))
	r.base = int64(len(data) - len(text))
	return text, true
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

// unreadable counts a document that could not be read.
func (r *Reader) unreadable(line int, reason string) {
	r.result.Documents++
	r.result.Unreadable++
	r.problem(line, r.result.Documents, reason)
}

// view returns the bytes as a string without a copy. The bytes must not be changed while the string
// is in use.
func view(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }
