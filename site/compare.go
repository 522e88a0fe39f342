package site

import (
	"cmp"
	"strconv"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/page"
)

// The comparison of any two releases is made here, and not in the browser, so that it is
// that of kubedelta diff. A file has the report as blocks; those that the report of an
// adjacent pair has, too, are in the file of that pair only, by their number.

// comparison is the file of a pair of releases. A block is itself, or [file, number].
type comparison struct {
	Old    string `json:"old"`
	New    string `json:"new"`
	Blocks []any  `json:"blocks"`
	// Files are those that blocks are in.
	Files []string `json:"files"`
}

// shared are the blocks of adjacent pairs, by their texts.
type shared struct {
	once sync.Once
	// at is the file and the number of a block.
	at    map[string][2]int
	files []File
	names []string
}

// comparisonJobs compare each release with each later one.
func (b *builder) comparisonJobs() (jobs []func() error) {
	pools := make([]shared, len(b.views))
	for i, s := range b.steps {
		for _, t := range b.steps[i+1:] {
			jobs = append(jobs, func() error {
				p := b.compare(s.old, t.new)
				for j, v := range b.views {
					pools[j].once.Do(func() { v.share(&pools[j]) })
					v.emit(v.comparison(p, &pools[j]))
				}
				return nil
			})
		}
	}
	return append(jobs, func() error {
		for j, v := range b.views {
			pools[j].once.Do(func() { v.share(&pools[j]) })
			for _, f := range pools[j].files {
				v.emit(f)
			}
		}
		return nil
	})
}

func (v *view) comparisonFile(old, new discovery.Release) string {
	return v.folder + "compare/" + old.String() + "-" + new.String() + ".json"
}

// share makes the files of adjacent pairs.
func (v *view) share(pool *shared) {
	pool.at = map[string][2]int{}
	for i, s := range v.steps {
		c := comparison{Old: s.old.Release.String(), New: s.release.String(), Files: []string{}}
		for n, block := range v.blocks(s.pair) {
			c.Blocks = append(c.Blocks, block)
			text := string(jsonFile("", block).Text)
			if _, has := pool.at[text]; !has && len(text) > 30 {
				pool.at[text] = [2]int{i, n}
			}
		}
		pool.files = append(pool.files, jsonFile(v.comparisonFile(s.old.Release, s.release), c))
		pool.names = append(pool.names, s.old.Release.String()+"-"+s.release.String())
	}
}

// comparison is the file of a pair that is not adjacent.
func (v *view) comparison(p pair, pool *shared) File {
	c := comparison{Old: p.old.Release.String(), New: p.new.Release.String(), Files: []string{}}
	number := map[int]int{}
	for _, block := range v.blocks(p) {
		at, has := pool.at[string(jsonFile("", block).Text)]
		if !has {
			c.Blocks = append(c.Blocks, block)
			continue
		}
		if _, named := number[at[0]]; !named {
			number[at[0]] = len(c.Files)
			c.Files = append(c.Files, pool.names[at[0]])
		}
		c.Blocks = append(c.Blocks, []int{number[at[0]], at[1]})
	}
	return jsonFile(v.comparisonFile(p.old.Release, p.new.Release), c)
}

// blocks are those of a report, as the script of the page takes them: the name of the
// kind, the class or level, the mark, the line and the tags.
func (v *view) blocks(p pair) (out []any) {
	v.api(p).Page().Each(func(b page.Block) {
		var tags []any
		for _, t := range b.Tags {
			if t.Filled() {
				tags = append(tags, runsOf(t))
			}
		}
		out = append(out, []any{blockName(b), cmp.Or(b.Class, b.Mark.Class), escape.Plain(b.Mark.Text), runsOf(b.Line), tags})
	})
	return out
}

func blockName(b page.Block) string {
	switch b.Kind {
	case page.Title:
		return "h1"
	case page.Heading, page.Folded:
		return "h" + strconv.Itoa(b.Level)
	case page.Card, page.Step:
		return "card"
	case page.Item, page.Entry:
		return "item"
	case page.Soft, page.Lead:
		return "soft"
	default:
		return "p"
	}
}

// runsOf is a line: each run is its text, and where it has a setting, a class or a link,
// those behind it.
func runsOf(line page.Line) []any {
	out := []any{}
	for _, r := range line {
		text := escape.Plain(r.Text)
		set := ""
		if r.Set == page.AsCode {
			set = "code"
		}
		to := r.To
		if !strings.HasPrefix(to, "https://") {
			to = ""
		}
		switch {
		case to != "":
			out = append(out, []string{text, set, r.Class, to})
		case r.Class != "":
			out = append(out, []string{text, set, r.Class})
		case set != "":
			out = append(out, []string{text, set})
		default:
			out = append(out, text)
		}
	}
	return out
}

// comparisons are the addresses of the files that the page loads.
func (v *view) comparisons() (out []string) {
	for i, old := range v.Releases {
		for _, new := range v.Releases[i+1:] {
			out = append(out, strings.TrimPrefix(v.comparisonFile(old, new), v.folder))
		}
	}
	return out
}

// comparePage is the page that loads a comparison.
func (v *view) comparePage() error {
	title := v.w.Text("site-compare")
	names := slice.Map(v.Releases, func(r discovery.Release) string { return r.String() })
	return v.put(leaf{
		at: comparePage, title: title, data: list[string]{report.APIVersion, "ComparisonList", v.comparisons()}, scripts: []string{compareScript},
		words: [][2]string{
			{"releases", strings.Join(names, " ")}, {"old", v.w.Text("site-compare-old")}, {"new", v.w.Text("site-compare-new")},
			{"go", v.w.Text("site-compare-go")}, {"loading", v.w.Text("site-loading")}, {"failed", v.w.Text("site-failed")},
		},
		blocks: func(add page.Adder) {
			add.Paragraphs(budget.Keep, v.w.Text("site-compare-lead"))
			add(page.Block{Kind: page.Soft, Line: page.Plain(v.w.Text("site-needs-script"))})
			add.Heading(2, page.Text(v.w.Text("site-releases")))
			steps := append([]*step(nil), v.steps...)
			order.Stably(steps, func(a, b *step) int { return b.release.Compare(a.release) })
			for _, s := range steps {
				add.Item(budget.Keep, linked(page.Text(v.w.Text("site-api-of", s.old.Release, s.release)), comparePage, apiPage(s.release), ""))
			}
		},
	})
}
