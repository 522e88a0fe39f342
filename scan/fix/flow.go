package fix

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/form"
)

// flow writes the parts of a map or list in brackets anew.
func (w *writer) flow(s *form.Form, old []int, open int) []edit {
	first, last := w.start(old[0]), w.after(old[len(old)-1])
	if first < open || last < first {
		w.fail()
		return nil
	}
	at := open + 1
	for _, node := range old {
		start, end := w.start(node), w.after(node)
		if start < at || end < start || bytes.IndexByte(w.data[at:start], '#') >= 0 {
			w.fail()
			return nil
		}
		at = end
	}
	f := flow{writer: w}
	if s.Kind == tree.Map && w.data[first] == '"' {
		f.quote = `"`
	}
	if lead := w.data[open+1 : first]; bytes.IndexByte(lead, '\n') >= 0 {
		f.lines = true
		f.unit = strings.Repeat(" ", max(2, w.indentation(first)-w.indentation(open)))
	}
	return []edit{{first, last, f.parts(s.Parts(), strings.Repeat(" ", w.indentation(first)))}}
}

// filled writes the parts of a map or list that was empty: in JSON the key before it is in quotes.
func (w *writer) filled(s *form.Form) []edit {
	start, open, end := w.start(s.Old), w.open(s.Old), w.after(s.Old)
	if w.why != "" || start < 0 || open < 0 || end < open || bytes.IndexByte(w.data[open:end], '#') >= 0 {
		w.fail()
		return nil
	}
	quote := ""
	if bytes.IndexByte([]byte(`"{[`), w.data[start]) >= 0 {
		quote = `"`
	}
	return []edit{{open, end, w.inline(s, quote)}}
}

// flow writes parts in brackets.
type flow struct {
	*writer
	// quote is what stands around keys and texts in JSON; "" in YAML.
	quote string
	// lines: each part stands in a line of its own, indented by unit more than what it is in.
	lines bool
	unit  string
}

func (f *flow) parts(parts []*form.Form, margin string) string {
	texts := slice.Map(parts, func(p *form.Form) string { return f.part(p, margin) })
	if f.lines {
		return strings.Join(texts, ","+f.eol+margin)
	}
	return strings.Join(texts, ", ")
}

func (f *flow) part(s *form.Form, margin string) string {
	if s.Old != form.New {
		return f.copiedFlow(s, margin)
	}
	key := ""
	if s.Key != "" {
		key = f.word(s.Key, f.quote) + ": "
	}
	if !f.lines || len(s.Parts()) == 0 {
		return key + f.inline(s, f.quote)
	}
	open, end := "{", "}"
	if s.Kind == tree.List {
		open, end = "[", "]"
	}
	return key + open + f.eol + margin + f.unit + f.parts(s.Parts(), margin+f.unit) + f.eol + margin + end
}

// copiedFlow is the text of an old part, which must stand in brackets too.
func (f *flow) copiedFlow(s *form.Form, margin string) string {
	if f.open(int(f.parents[s.Old])) < 0 {
		f.fail()
		return ""
	}
	start, end := f.start(s.Old), f.after(s.Old)
	edits := f.called(s)
	if f.why != "" || start < 0 || end < start {
		f.fail()
		return ""
	}
	was := f.indentation(start)
	text := shifted(strings.Repeat(" ", was)+f.within(start, end, edits), len(margin)-was)
	return strings.TrimLeft(text, " ")
}

// after is where the value of a node in brackets ends.
func (w *writer) after(node int) int {
	n := &w.o.Tree.Nodes[node]
	if n.Kind != tree.Map && n.Kind != tree.List {
		if n.End < 0 {
			w.fail()
		}
		return int(n.End)
	}
	at := w.open(node)
	if at < 0 {
		w.fail()
		return -1
	}
	at++
	for _, child := range w.children(node) {
		if at = w.after(child); at < 0 {
			return -1
		}
	}
	for ; at < len(w.data); at++ {
		switch c := w.data[at]; {
		case c == '}' || c == ']':
			return at + 1
		case c == '#':
			for at < len(w.data) && w.data[at] != '\n' {
				at++
			}
		case !slices.Contains([]byte(" \t\r\n,"), c):
			w.fail()
			return -1
		}
	}
	w.fail()
	return -1
}

// inline writes a new value in one line.
func (w *writer) inline(s *form.Form, quote string) string {
	switch s.Kind {
	case tree.String:
		return w.word(s.Value, quote)
	case tree.Map, tree.List:
	default:
		return s.Value
	}
	texts := make([]string, len(s.Parts()))
	for i, p := range s.Parts() {
		f := flow{writer: w, quote: quote}
		texts[i] = f.part(p, "")
	}
	if text := strings.Join(texts, ", "); s.Kind == tree.Map {
		return "{" + text + "}"
	} else {
		return "[" + text + "]"
	}
}

// bare are texts that mean themselves without quotes; wordy those of them that YAML
// readers take for truths, nulls or numbers.
var (
	bare    = lazy.Regexp(`^[A-Za-z][A-Za-z0-9._/-]*$`)
	keyword = lazy.Regexp(`^(?i:true|false|yes|no|on|off|null|y|n)$`)
)

// word writes a text, in quotes where it needs them.
func (w *writer) word(text, quote string) string {
	if quote == "" && bare().MatchString(text) && !keyword().MatchString(text) {
		return text
	}
	for _, c := range []byte(text) {
		if c < ' ' || c > '~' {
			w.fail()
		}
	}
	return strconv.Quote(text)
}
