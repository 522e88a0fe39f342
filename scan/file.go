package scan

import (
	"context"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/carried"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/files"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/kustomize"
	"github.com/kubedelta/kubedelta/scan/secret"
	"github.com/kubedelta/kubedelta/scan/waiver"
)

// file is the examination of one file, or of the result of one build. It is used for the next file again.
type file struct {
	examination *Examination
	// from is the file; nil for the result of a build.
	from     *files.File
	findings []finding.Finding
	waived   []finding.Waived
	warnings []finding.Warning
	account  finding.Account
	// on is the object that is being checked. found receives the findings in it and in what it
	// carries.
	on    *tree.Object
	found func(finding.Finding, checker.Mark)
	// document is the number of the document that is being read, first the index of its first
	// finding, and comments its waivers.
	document, first int
	name            string
	comments        waiver.Comments
	// picked: an object of the document was checked, or the document has none. filtered: filters
	// left one out. unsure: one was not checked for another reason.
	picked, filtered, unsure bool
	// left are the objects that the namespace or the labels in the file left out.
	left []position
	// objects and content count its objects and its documents with content.
	objects, content int
	// carried counts the objects in documents that are no objects.
	carried int
	// hidden is what must not be quoted of the document. It is determined for the first quotation.
	hidden secret.Hidden
	looked bool
	// lines are the offsets of the document's lines. They are determined for the first finding that
	// needs them.
	lines []int
	// place maps a place in the document to where it comes from, and written returns the line
	// there; nil if the document comes from the file itself.
	place   func(line, column int) (int, int)
	written func(line int) string
	// origin returns the place of a field of an object that a kustomization built; nil for others.
	origin func(field string, same bool) kustomize.Place
	// seen counts fingerprints.
	seen map[string]int
	// inner reads what objects carry as text, and notes is what it could not read.
	inner *reader.Reader
	notes []finding.Unreadable
	// expected are the files that the tests in the file name.
	expected Expected
	// patches are the files of patches that the helmfiles in the file name.
	patches Expected
}

// keptFindings is how many findings' memory is kept for the next file.
const keptFindings = 1000

func (f *file) reset() {
	kept := file{examination: f.examination, lines: f.lines[:0], seen: f.seen, hidden: f.hidden, inner: f.inner, found: f.found}
	if cap(f.findings) <= keptFindings {
		clear(f.findings)
		kept.findings = f.findings[:0]
	}
	if len(f.seen) > keptFindings {
		kept.seen = nil
	}
	if cap(f.lines) > 64*keptFindings {
		kept.lines = nil
	}
	*f = kept
}

func (f *file) read(ctx context.Context, from *files.File) {
	f.from, f.name = from, from.Path
	switch {
	case !from.Opaque:
		from.Others = f.other
		r := from.Objects(f.object)
		from.Carried = f.carried
		f.objects, f.content = r.Objects+f.carried, r.Documents-r.Empty
		if text := from.Template(); text != nil && f.examination.Template != nil {
			f.account.InText = f.examination.Template(from, text, f.object)
			f.objects += f.account.InText
		}
	case f.examination.Opaque != nil:
		read := f.examination.Opaque(ctx, from, f.object)
		read.Add(f.account) // what the objects added
		f.account = read
		f.objects = f.account.Objects + f.account.InText
	}
	f.account.Notes = append(f.account.Notes, f.notes...)
	f.endDocument()
	f.tellApart()
}

func (f *file) object(o *tree.Object) {
	if !f.examination.Filter.Picks(o) {
		f.account.Filtered++
		if f.from != nil && f.examination.Filter.byMetadata() {
			f.left = append(f.left, position{strings.Clone(o.File), int(o.Tree.Nodes[max(o.APIVersionNode, o.Root)].Line)})
		}
		f.begin(o)
		f.filtered = true
		checked, _ := f.others(o)
		f.picked = f.picked || checked > 0
		return
	}
	f.begin(o)
	f.picked = true
	f.unsure = f.unsure || len(f.comments.List()) > 0 && !f.examination.Checker.SpeaksOf(o)
	if why := untyped(o); why != "" {
		f.unfilled(o, why)
		return
	}
	f.examination.Checker.Examine(o, f.examination.Also, f.found)
	f.configurations(o)
	if f.examination.Each != nil {
		f.examination.Each(o)
	}
	if f.examination.Also != nil {
		f.expected = append(f.expected, ExpectedBy(o, f.examination.Files.Dir)...)
		f.leftOut(o, f.examination.Also(o, nil, func(x finding.Finding) { f.add(x, o, f.offset(o, &x)) }))
	}
}

// untyped returns why the type of an object is not known; "" if it is.
func untyped(o *tree.Object) string {
	switch {
	case carried.Filled(o.APIVersion), carried.Filled(o.Kind):
		return "its apiVersion or kind has a variable that is not filled in, so it was not checked: fill it in and scan the result"
	case carried.Encrypted(o.APIVersion), carried.Encrypted(o.Kind):
		return "SOPS encrypted its apiVersion or kind, so it was not checked: decrypt it and scan the result"
	}
	return ""
}

// unfilled records an object whose type is not known, such as a variable of Flux. What it carries is
// checked.
func (f *file) unfilled(o *tree.Object, why string) {
	f.unsure = true
	at := max(o.APIVersionNode, o.Root)
	if carried.Filled(o.Kind) {
		at = max(o.KindNode, o.Root)
	}
	line := int(o.Tree.Nodes[at].Line)
	if o.Place != nil {
		line, _ = o.Place(line, 1)
	}
	f.account.Unreadable = append(f.account.Unreadable, finding.Unreadable{
		File: strings.Clone(o.File), Line: line, Document: o.Document,
		Reason: why,
	})
	f.others(o)
}

// leftOut records what of an object was not validated, once for each file.
func (f *file) leftOut(o *tree.Object, what string) {
	if n := len(f.notes); what != "" && (n == 0 || f.notes[n-1].File != o.File) {
		f.notes = append(f.notes, finding.Unreadable{File: strings.Clone(o.File), Reason: what + " were not validated"})
	}
}

// begin starts the document of an object, if it is another one.
func (f *file) begin(o *tree.Object) {
	f.on = o
	if f.found == nil {
		f.found = func(x finding.Finding, m checker.Mark) {
			at := beside(f.on, m.Node)
			if at < 0 {
				at = f.offset(f.on, &x)
			}
			f.add(x, f.on, at)
		}
	}
	if o.Document != f.document || o.File != f.name || o.Possible != "" {
		f.endDocument()
		f.document, f.name, f.place, f.written = o.Document, o.File, o.Place, o.Written
		// The text is copied, because the reader reuses its memory.
		if waiver.Marks(o.Text) {
			f.comments = commentsOf(o.File, strings.Clone(o.Text), max(o.TextLine-1, 0))
		}
	}
}

// other checks a document that is no object, but may carry some.
func (f *file) other(o *tree.Object) {
	f.begin(o)
	if f.examination.Also != nil {
		f.patches = append(f.patches, patchesIn(o)...)
	}
	if carried.SopsBinary(o.Tree) {
		f.account.Unreadable = append(f.account.Unreadable, finding.Unreadable{
			File: strings.Clone(o.File), Document: o.Document, Reason: "it is encrypted (SOPS), so it was not checked: decrypt it and scan the result",
		})
	}
	checked, left := f.others(o)
	f.carried += checked + left
	f.filtered, f.picked = f.filtered || left > 0, f.picked || checked > 0 || left == 0
	f.account.FilteredInside += left
}

// others checks what is carried by something that is not checked itself.
func (f *file) others(o *tree.Object) (checked, left int) {
	var picks func(*tree.Object) bool
	if f.examination.Filter != nil {
		picks = f.examination.Filter.Picks
	}
	return f.examination.Checker.Others(o, picks, f.examination.Also, f.found)
}

func (f *file) add(x finding.Finding, o *tree.Object, at int) {
	f.quote(&x, o, at)
	if len(f.findings) == cap(f.findings) {
		f.findings = slices.Grow(f.findings, f.room(o))
	}
	f.findings = append(f.findings, x)
}

// room is for how many more findings to make room: for as many again, because append would grow in
// smaller steps. If a large file already has many, it is for as many as the rest of the file will
// have at this rate, so that they are not copied repeatedly.
func (f *file) room(o *tree.Object) int {
	n := len(f.findings)
	if n < keptFindings || f.from == nil || o.TextStart <= 0 || f.from.Size <= int64(o.TextStart) {
		return max(n, 8)
	}
	rest := float64(n) * float64(f.from.Size-int64(o.TextStart)) / float64(o.TextStart)
	return min(int(rest*1.03)+keptFindings, 16*n)
}

// beside is the offset in the document's text of a key whose value is on the same line; -1 if it is
// not known. Columns count characters, so the offset may be a little too high.
func beside(o *tree.Object, node int) int {
	if node < 0 || o.TextStart < 0 {
		return -1
	}
	n := &o.Tree.Nodes[node]
	if n.Key == "" || n.Start < 0 || n.Line != n.ValueLine || n.Column > n.ValueColumn {
		return -1
	}
	return int(n.Start) - o.TextStart - int(n.ValueColumn-n.Column)
}

// offset is the offset of a finding in the document's text. Keys have no offset, so their line is
// looked up. Columns count characters, which is close enough to quote the surrounding text.
func (f *file) offset(o *tree.Object, x *finding.Finding) int {
	if x.Offset >= 0 && o.TextStart >= 0 {
		return x.Offset - o.TextStart
	}
	if len(f.lines) == 0 {
		f.lines = tree.AppendLines(f.lines, o.Text)
	}
	line := x.Line - o.TextLine
	if line < 0 || line >= len(f.lines) {
		return -1
	}
	end := len(o.Text)
	if line+1 < len(f.lines) {
		end = f.lines[line+1] - 1
	}
	return max(min(f.lines[line]+x.Column-1, end), 0)
}

// endDocument removes what the comments of the document waive.
func (f *file) endDocument() {
	if len(f.comments.List()) > 0 {
		kept, waived, warnings := f.comments.Apply(f.name, f.findings[f.first:], f.examination.Known, f.sure)
		if f.filtered && !f.picked {
			warnings = nil // nothing of the document was asked for
		}
		f.findings = append(f.findings[:f.first], kept...)
		for i := range waived {
			f.move(&waived[i].Finding)
		}
		f.waived = append(f.waived, waived...)
		f.warnings = append(f.warnings, warnings...)
	}
	for i := range f.findings[f.first:] {
		f.move(&f.findings[f.first+i])
	}
	f.comments, f.first, f.lines, f.looked, f.document = waiver.Comments{}, len(f.findings), f.lines[:0], false, 0
	f.picked, f.filtered, f.unsure = false, false, false
}

// sure reports whether all findings of a rule in the document were found.
func (f *file) sure(rule string) bool {
	return !f.filtered && !f.unsure && (f.examination.Looks == nil || f.examination.Looks(rule))
}

// tellApart gives equal findings, as of two objects without a name, their own fingerprints.
func (f *file) tellApart() {
	if f.seen == nil {
		f.seen = map[string]int{}
	}
	clear(f.seen)
	finding.TellApart(f.findings, f.seen)
}
