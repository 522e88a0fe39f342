package site

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// The kinds of search results, in the order of the results.
const (
	kindResource = iota
	kindGate
	kindType
	kindField
	kindSIG
	kindRelease
	kindNote
)

// doc is a page or a part of one that the search finds.
type doc struct {
	Kind          int
	Title, Detail string
	// Words are also searched, but not shown.
	Words string
	// To is the address of the page, and Anchor the place on it.
	To, Anchor string
}

// index is the search index. Its files are parts of the list of docs, and for parts of the alphabet
// the docs that have each word.
type index struct {
	mu   sync.Mutex
	docs []doc
}

// All languages share the index, because their addresses are the same below their folders.
func (v *view) searchable(d doc) {
	if v.first {
		v.search.add(d)
	}
}

func (x *index) add(d doc) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.docs = append(x.docs, d)
}

func (b *builder) searchNotes() {
	for _, s := range b.steps {
		b.search.add(doc{Kind: kindRelease, Title: "Kubernetes " + s.release.String(), Words: "v" + s.release.String(), To: releasePage(s.release)})
		for n := range slice.Each(s.joined.Notes) {
			if n.Unpublished || n.PR == 0 || n.Repository != "" {
				continue
			}
			title := escape.Short(strings.Join(strings.Fields(strings.NewReplacer("`", "", "**", "").Replace(escape.Plain(n.Text))), " "), 160)
			b.search.add(doc{Kind: kindNote, Title: title, Words: strings.Join(slice.Map(append([]int{n.PR}, n.PRs...), strconv.Itoa), " "), Detail: n.Release + " · #" + strconv.Itoa(n.PR), To: notesPage(s.release), Anchor: report.NoteAnchor(n.PR)})
		}
	}
}

const (
	// docsShare is the number of docs in a file.
	docsShare = 200
	// largestPart is the largest size of a part of the words in bytes, unless one word alone is
	// larger.
	largestPart = 40_000
)

// searchIndex is the file with the list of parts.
type searchIndex struct {
	Share int      `json:"share"`
	Docs  int      `json:"docs"`
	Parts []string `json:"parts"`
}

func (x *index) files() (out []File) {
	slices.SortFunc(x.docs, compareDocs)
	terms := map[string][]int{}
	for i, d := range x.docs {
		for _, term := range termsOf(d.Title + " " + d.Words) {
			terms[term] = append(terms[term], i)
		}
	}
	words := slices.Sorted(maps.Keys(terms))
	head := searchIndex{Share: docsShare, Docs: len(x.docs)}
	for prefix, some := range parts("", words, terms) {
		part := map[string][]int{}
		for _, w := range some {
			part[w] = terms[w]
		}
		head.Parts = append(head.Parts, prefix)
		out = append(out, jsonFile("search/terms/"+prefix+".json", part))
	}
	for i := 0; i*docsShare < len(x.docs); i++ {
		var rows [][]any
		for _, d := range x.docs[i*docsShare : min((i+1)*docsShare, len(x.docs))] {
			address := d.To + ".html"
			if d.Anchor != "" {
				address += "#" + d.Anchor
			}
			rows = append(rows, []any{d.Kind, d.Title, d.Detail, address})
		}
		out = append(out, jsonFile("search/docs/"+strconv.Itoa(i)+".json", rows))
	}
	slices.Sort(head.Parts)
	return append(out, jsonFile("search/index.json", head))
}

// compareDocs sorts docs by kind and title. Notes and releases are sorted newest first.
func compareDocs(a, b doc) int {
	byTitle := cmp.Or(strings.Compare(strings.ToLower(a.Title), strings.ToLower(b.Title)), strings.Compare(a.Title, b.Title))
	if a.Kind == kindNote || a.Kind == kindRelease {
		byTitle = strings.Compare(b.To, a.To)
	}
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), byTitle, strings.Compare(a.To, b.To), strings.Compare(a.Anchor, b.Anchor), strings.Compare(a.Detail, b.Detail), strings.Compare(a.Title, b.Title), strings.Compare(a.Words, b.Words))
}

// parts splits words by their first letters until no part is too large.
func parts(prefix string, words []string, terms map[string][]int) map[string][]string {
	out, size := map[string][]string{}, 0
	for _, w := range words {
		size += len(w) + 4 + 6*len(terms[w])
	}
	if prefix != "" && size <= largestPart || len(words) <= 1 {
		out[prefix] = words
		return out
	}
	byLetter := map[string][]string{}
	for _, w := range words {
		if w == prefix {
			out[prefix] = append(out[prefix], w)
			continue
		}
		byLetter[w[:len(prefix)+1]] = append(byLetter[w[:len(prefix)+1]], w)
	}
	for longer, some := range byLetter {
		maps.Copy(out, parts(longer, some, terms))
	}
	return out
}

// termsOf returns the words of a text in lower case: each name, and the words that it consists of.
func termsOf(text string) (out []string) {
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r >= unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		out = append(out, strings.ToLower(name))
		begin := 0
		for i := 1; i < len(name); i++ {
			if unicode.IsUpper(rune(name[i])) && (unicode.IsLower(rune(name[i-1])) || i+1 < len(name) && unicode.IsLower(rune(name[i+1]))) {
				out = append(out, strings.ToLower(name[begin:i]))
				begin = i
			}
		}
		out = append(out, strings.ToLower(name[begin:]))
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(w string) bool { return len(w) < 2 || slices.Contains(stopWords(), w) })
}

func stopWords() []string {
	return []string{"a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "if", "in", "is", "it", "its", "now", "of", "on", "or", "that", "the", "this", "to", "was", "when", "which", "will", "with"}
}

func jsonFile(path string, v any) File {
	text, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		panic(err) // documents are maps, lists, strings and numbers
	}
	return File{path, append(text, '\n')}
}

func (v *view) searchPage() error {
	title := v.w.Text("site-search")
	kinds := slice.Map([]language.Key{
		"site-kind-resource", "site-kind-gate", "site-kind-type", "site-kind-field", "site-kind-sig", "site-kind-release", "site-kind-note",
	}, func(key language.Key) string { return v.w.Text(key) })
	site := "./"
	if !v.first {
		site = "../"
	}
	return v.put(leaf{
		at: searchPage, title: title, scripts: []string{searchScript},
		words: [][2]string{
			{"site", site}, {"kinds", strings.Join(kinds, "|")}, {"found", v.w.Text("site-found")}, {"none", v.w.Text("site-found-none")},
			{"more", v.w.Text("site-found-more")}, {"loading", v.w.Text("site-loading")}, {"failed", v.w.Text("site-failed")},
		},
		blocks: func(add page.Adder) {
			add.Paragraphs(budget.Keep, v.w.Text("site-search-lead"))
			add(page.Block{Kind: page.Soft, Line: page.Plain(v.w.Text("site-needs-script"))})
		},
	})
}
