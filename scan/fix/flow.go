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

// flow rewrites the parts of a map or list in flow style.
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

// filled writes the parts of an empty map or list: as JSON if the key before it is in quotes.
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

// flow writes parts in flow style.
type flow struct {
	*writer
	// quote is the quote of keys and strings in JSON; "" in YAML.
	quote string
	// lines: each part is on its own line, indented by unit more than what it is in.
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
	open, end := brackets(s.Kind)
	return key + open + f.eol + margin + f.unit + f.parts(s.Parts(), margin+f.unit) + f.eol + margin + end
}

// copiedFlow is the text of an old part, which must be in flow style too.
func (f *flow) copiedFlow(s *form.Form, margin string) string {
	if f.open(int(f.parents[s.Old])) < 0 {
		f.fail()
		return ""
	}
	return strings.TrimLeft(f.fromFlow(s, len(margin)+1), " ")
}

// after is the end of the value of a node in flow style.
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

// inline writes a new value on one line.
func (w *writer) inline(s *form.Form, quote string) string {
	switch s.Kind {
	case tree.String:
		return w.word(s.Value, quote)
	case tree.Map, tree.List:
	default:
		return s.Value
	}
	f := flow{writer: w, quote: quote}
	texts := slice.Map(s.Parts(), func(p *form.Form) string { return f.part(p, "") })
	open, end := brackets(s.Kind)
	return open + strings.Join(texts, ", ") + end
}

func brackets(kind tree.Kind) (open, end string) {
	if kind == tree.List {
		return "[", "]"
	}
	return "{", "}"
}

// bare matches strings that need no quotes, except those that are a keyword for YAML readers.
var (
	bare    = lazy.Regexp(`^[A-Za-z][A-Za-z0-9._/-]*$`)
	keyword = lazy.Regexp(`^(?i:true|false|yes|no|on|off|null|y|n)$`)
)

// word writes a string, in quotes if it needs them.
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
