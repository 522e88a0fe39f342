package site

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/page"
)

// Comparisons of any two releases are computed here and not in the browser, so that they are the
// same as in kubedelta diff. A file has the report as blocks. Blocks that are also in the report of
// an adjacent pair are stored once, in the file of that pair, and referenced by number.

// comparison is the file of a pair of releases. A block is the block itself, or [file, number].
type comparison struct {
	Old    string `json:"old"`
	New    string `json:"new"`
	Blocks []any  `json:"blocks"`
	// Files are the files that blocks refer to.
	Files []string `json:"files"`
}

// shared are the blocks of adjacent pairs, by their text.
type shared struct {
	// at has the file and the number of each block.
	at    map[string][2]int
	files []File
	names []string
}

func (b *builder) comparisonJobs() (jobs []func() error) {
	pools := slice.Map(b.views, func(v *view) func() *shared { return sync.OnceValue(v.share) })
	for i, s := range b.steps {
		for _, t := range b.steps[i+1:] {
			jobs = append(jobs, func() error {
				p := b.compare(s.old, t.new)
				for j, v := range b.views {
					if err := v.emit(v.comparison(p, pools[j]())); err != nil {
						return err
					}
				}
				return nil
			})
		}
	}
	for _, pool := range pools {
		jobs = append(jobs, func() error { return b.emit(pool().files...) })
	}
	return jobs
}

func (v *view) comparisonFile(old, new discovery.Release) string {
	return v.folder + "compare/" + old.String() + "-" + new.String() + ".json"
}

func (v *view) share() *shared {
	pool := &shared{at: map[string][2]int{}}
	for i, s := range v.steps {
		c := comparison{Old: s.old.Release.String(), New: s.release.String()}
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
	return pool
}

func (v *view) comparison(p pair, pool *shared) File {
	c := comparison{Old: p.old.Release.String(), New: p.new.Release.String()}
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

// blocks returns a report for the script: of each block the kind, the class, the mark, the line and the tags.
func (v *view) blocks(p pair) (out []any) {
	v.api(p).Page(format.Text).Each(func(b page.Block) {
		tags := slice.Map(slice.Filter(b.Tags, page.Line.Filled), runsOf)
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

// runsOf returns a line for the script: each run as text, or as a list of text, setting, class and link.
func runsOf(line page.Line) []any {
	out := []any{}
	for _, r := range line {
		run := []string{escape.Plain(r.Text), "", r.Class, ""}
		if r.Set == page.AsCode {
			run[1] = "code"
		}
		if strings.HasPrefix(r.To, "https://") {
			run[3] = r.To
		}
		for len(run) > 1 && run[len(run)-1] == "" {
			run = run[:len(run)-1]
		}
		if len(run) == 1 {
			out = append(out, run[0])
		} else {
			out = append(out, run)
		}
	}
	return out
}

func (v *view) comparisons() (out []string) {
	for i, old := range v.Releases {
		for _, new := range v.Releases[i+1:] {
			out = append(out, strings.TrimPrefix(v.comparisonFile(old, new), v.folder))
		}
	}
	return out
}

func (v *view) comparePage() error {
	title := v.w.Text("site-compare")
	names := slice.Map(v.Releases, func(r discovery.Release) string { return r.String() })
	return v.put(leaf{
		at: comparePage, title: title, data: listOf("ComparisonList", v.comparisons()...), scripts: []string{compareScript},
		words: [][2]string{
			{"releases", strings.Join(names, " ")}, {"old", v.w.Text("site-compare-old")}, {"new", v.w.Text("site-compare-new")},
			{"go", v.w.Text("site-compare-go")}, {"loading", v.w.Text("site-loading")}, {"failed", v.w.Text("site-failed")},
		},
		blocks: func(add page.Adder) {
			add.Paragraphs(budget.Keep, v.w.Text("site-compare-lead"))
			add(page.Block{Kind: page.Soft, Line: page.Plain(v.w.Text("site-needs-script"))})
			add.Heading(2, page.Text(v.w.Text("site-releases")))
			for _, s := range slices.Backward(v.steps) {
				add.Item(budget.Keep, linked(page.Text(v.w.Text("site-api-of", s.old.Release, s.release)), comparePage, apiPage(s.release), ""))
			}
		},
	})
}
