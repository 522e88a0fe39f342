package lifecycle

import (
	"io"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// KindHistory is the kind of a history in JSON.
const KindHistory = "History"

// History is the changes of a kind, as `kubedelta history` writes them.
type History struct {
	envelope.Envelope `json:",inline"`
	// From and To are the first and the last release. Changes in From are not included.
	From discovery.Release `json:"from"`
	To   discovery.Release `json:"to"`
	// Lifecycles are the lifecycles of the versions of the kind.
	Lifecycles []discovery.ResourceLifecycle `json:"lives"`
	Rows       []history.Row                 `json:"rows"`
	Gaps       []history.Gap                 `json:"gaps"`

	Language string `json:"-"`
}

// Writers are the formats of a history.
func (h *History) Writers() format.Writers {
	all := format.Document(h, h.page)
	all.Values(h)
	all[format.CSV] = func(w io.Writer, _ format.Options) error { return h.csv(w) }
	return all
}

func (h *History) builder(form string, add page.Adder) *builder {
	return &builder{add: add, w: language.Of(h.Language), text: form == format.Text, level: 1, e: &Explanation{Releases: history.Span{First: h.From, Last: h.To}}}
}

func (h *History) page(form string) page.Page {
	kinds := slice.Map(h.Lifecycles, func(one discovery.ResourceLifecycle) string { return one.GroupVersion.String() + " " + one.Kind })
	title := language.Of(h.Language).Text("history-title", strings.Join(kinds, ", "), h.From.String(), h.To.String())
	return page.Page{
		Title: title, Tool: h.Tool.String(), FactWidth: factWidth, Language: h.Language,
		Blocks: func(add page.Adder) {
			b := h.builder(form, add)
			b.add(page.Block{Kind: page.Title, Level: 1, Line: page.Plain(title)})
			if len(h.Rows) == 0 {
				b.add.Paragraphs(0, b.say("history-nothing"))
			}
			h.rows(b)
			b.unknown(b.gaps(h.Gaps))
		},
	}
}

func (h *History) rows(b *builder) {
	var rows [][]page.Line
	last := discovery.Release{}
	for r := range slice.Each(h.Rows) {
		cells := []page.Line{page.Plain(r.Release.String()), {page.Code(r.API)}, nil, page.Plain(h.said(r, b)), b.notes(r.Notes)}
		if r.Path != "" {
			cells[2] = page.Line{page.Code(r.Path)}
			if r.More > 0 {
				cells[2] = append(cells[2], page.Text(" "+b.w.Count("history-more", r.More)))
			}
		}
		if !b.text {
			rows = append(rows, cells)
			continue
		}
		if r.Release != last {
			last = r.Release
			b.add.Heading(2, page.Text(r.Release.String()))
		}
		h.item(b, cells)
	}
	if len(rows) > 0 {
		b.table([]language.Key{"life-release", "column-api", "page-field", "life-change", "column-release-note"}, rows)
	}
}

func (h *History) item(b *builder, cells []page.Line) {
	what := cells[2]
	if what == nil {
		what = cells[1]
	} else if len(h.Lifecycles) > 1 {
		what = append(append(page.Line{}, cells[1]...), append(page.Line{page.Text(" ")}, cells[2]...)...)
	}
	b.add.Item(0, page.Join([]page.Line{what, cells[3], cells[4]}, " · ")...)
}

func (h *History) said(r *history.Row, b *builder) string {
	if r.Change != nil {
		return report.Said(*r.Change, b.w)
	}
	return b.state(*r.Step) + " (" + r.Gate + ")"
}

func (h *History) csv(w io.Writer) error {
	b := h.builder(format.CSV, nil)
	records := [][]string{{"release", "api", "field", "more", "rule", "severity", "gate", "change", "notes"}}
	for r := range slice.Each(h.Rows) {
		c := rule.Change{Rule: "gate-stage-changed", Severity: rule.Info}
		if r.Change != nil {
			c = *r.Change
		}
		notes := slice.Map(r.Notes, func(n history.Note) string { return "#" + strconv.Itoa(n.PR) })
		records = append(records, []string{r.Release.String(), r.API, r.Path, strconv.Itoa(r.More), c.Rule, string(c.Severity), r.Gate, h.said(r, b), strings.Join(notes, " ")})
	}
	return escape.WriteCSV(w, records)
}
