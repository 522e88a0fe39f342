package collect

import "github.com/kubedelta/kubedelta/preflight/evidence"

// kind is what is decoded of an object of a list.
type kind interface {
	top() *head
	// keep adds it to the evidence.
	keep(g *gathered)
}

// plain is an object whose metadata is enough.
type plain struct{ head }

func (*plain) keep(*gathered) {}

// namespace provides the labels for the selectors of webhooks.
type namespace struct{ head }

func (n *namespace) keep(g *gathered) {
	g.NamespaceLabels[n.Metadata.Name] = n.Metadata.Labels
}

// gathered is what one list provides: its part of the evidence.
type gathered struct {
	collector *collector
	from      served
	evidence.Evidence
	words words
	finds
	// revisions has the Helm releases by "namespace/name".
	revisions map[string]revisions
	// raw is the text of the object that is kept.
	raw []byte
	// seen counts the objects, unread those that could not be read.
	seen, unread int
	// first describes the first unread object. page is the first object of a page.
	first, page string
}

func newGathered(c *collector, from served) *gathered {
	return &gathered{
		collector: c, from: from, finds: c.finds(), words: words{map[string]string{}, map[string]map[string]string{}}, revisions: map[string]revisions{},
		Evidence: evidence.Evidence{NamespaceLabels: map[string]map[string]string{}, Endpoints: map[string]evidence.Endpoints{}},
	}
}

// finds is what was found in objects: their writers at old versions, and what the target does not
// accept.
type finds struct {
	usage   usages
	checked results
}

func (c *collector) finds() finds {
	return finds{usages{versions: c.versions}, results{check: c.options.Check}}
}

// words stores strings that many objects share, each once.
type words struct {
	strings map[string]string
	maps    map[string]map[string]string
}

// maxWords is the largest number of words.
const maxWords = 1 << 14

func (w *words) share(s string) string {
	if s == "" {
		return ""
	}
	if known, has := w.strings[s]; has {
		return known
	}
	if len(w.strings) < maxWords {
		w.strings[s] = s
	}
	return s
}
