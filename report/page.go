package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// page is the report as a page. Text has a line for each change; markdown has a table of the APIs of
// each section; HTML has an item for each change, with its details.
func (r *Report) page(form string, wide bool) page.Page {
	b := &builder{r: r, w: wording{r.words()}, form: form, wide: wide}
	p := page.Page{Title: r.Title(), Tool: r.Tool.String(), Language: b.w.Tag()}
	if form == format.HTML {
		b.screen, b.facets = newScreen(r), newFacets(r)
		p.Search = b.search()
	}
	p.Blocks = func(add page.Adder) {
		b.add = add
		b.report()
	}
	return p
}

func (r *Report) aboutNotes() bool { return r.Subject == SubjectNotes && r.NotesScope != nil }

func (b *builder) report() {
	head, parts := b.apiHead, b.apiParts
	if b.r.aboutNotes() {
		head, parts = b.notesHead, b.notesParts
	}
	b.add(page.Block{Kind: page.Title, Level: 1, Line: page.Plain(b.r.Title())})
	all := func() {
		parts()
		b.claims()
		b.notCompared()
	}
	if b.screen != nil {
		b.onScreen(head, all)
		return
	}
	head()
	all()
}

// builder makes the blocks of a report.
type builder struct {
	r    *Report
	w    wording
	add  page.Adder
	form string
	wide bool
	// screen and facets are nil in other formats than HTML.
	screen *screen
	facets *facets
}

// heading begins a section. id is the target of links, and total the number of what is in it.
func (b *builder) heading(level int, key language.Key, id string, total int) {
	b.add(page.Block{Kind: page.Heading, Level: level, Line: page.Plain(b.w.Text(key)), ID: id, Total: total})
}

func (b *builder) apiHead() {
	b.add(page.Block{Kind: page.Soft, Weight: budget.Title, Line: page.Plain(b.r.Scope())})
	if b.screen != nil {
		return
	}
	b.summary()
	b.add.Paragraphs(weightGap, slices.Concat(b.r.unlinked(b.w.Words), b.r.notes().gaps(b.r.printsEntries(), b.w.Words))...)
	b.unread(2)
}

func (b *builder) apiParts() {
	r := b.r
	if b.screen != nil {
		b.bySeverity(2)
	} else {
		for i, s := range r.Sections() {
			b.add.Heading(2, page.Text(s.Title))
			b.section(i, s)
		}
		b.reworded()
	}
	b.waived()
	if r.printsEntries() {
		b.heading(2, "release-notes", "notes", len(r.Notes))
		b.add.Paragraphs(weightScope, r.notesLine(b.w.Words))
		b.noEntries()
		b.urgent(3)
		b.groups(3)
	}
}

// ShownSeverities are the columns of a table of reports: "unknown" only if a report has such changes, and others that
// a newer release of kubedelta may have written.
func ShownSeverities(reports ...*Report) []rule.Severity {
	out := slices.DeleteFunc(slices.Clone(rule.Severities()), func(s rule.Severity) bool {
		return s == rule.Unknown && !slices.ContainsFunc(reports, func(r *Report) bool { return r.Summary.BySeverity[s] > 0 })
	})
	for _, r := range reports {
		out = slice.Add(out, slice.Map(r.Changes, func(c Change) rule.Severity { return c.Severity })...)
	}
	order.Stably(out, func(a, b rule.Severity) int { return cmp.Or(cmp.Compare(a.Rank(), b.Rank()), cmp.Compare(a, b)) })
	return out
}

func (b *builder) summary() {
	if b.form != format.Text {
		b.r.Counts(b.add)
		return
	}
	for _, row := range b.r.Matrix() {
		line := page.Plain(row.Name)
		for i, s := range ShownSeverities(b.r) {
			count := page.Run{Text: fmt.Sprintf("%d %s", row.Count[s], severityName(s, b.w.Words))}
			if row.Count[s] > 0 {
				count.Class = string(s)
			}
			line = append(line, page.Text([]string{": ", ", "}[min(i, 1)]), count)
		}
		b.add(page.Block{Kind: page.Paragraph, Line: line})
	}
}

// Counts adds a table with the number of changes by severity.
func (r *Report) Counts(add page.Adder) {
	w, shown := r.words(), ShownSeverities(r)
	columns := slice.Map(shown, func(s rule.Severity) page.Line { return page.Line{{Text: severityName(s, w), Set: page.AsNumber}} })
	add(page.Block{Kind: page.Columns, Class: "counts", Text: w.Text("page-by-severity"), Cells: append([]page.Line{{{}}}, columns...)})
	for _, row := range r.Matrix() {
		cells := slice.Map(shown, func(s rule.Severity) page.Line { return page.Plain(strconv.Itoa(row.Count[s])) })
		add.Row(budget.Title, append([]page.Line{{{Set: page.AsRowHead}, page.Text(row.Name)}}, cells...)...)
	}
}

// unread comes first, because what was not read may contain the most important changes.
func (b *builder) unread(level int) {
	if b.r.Complete() {
		return
	}
	b.add(page.Block{Kind: page.Heading, Level: level, Class: "alarm", ID: "unread", Line: page.Plain(b.w.Text("unread"))})
	b.add.Lead(b.w.Text("unread-why"))
	for _, u := range b.r.unread() {
		b.add.Item(budget.Keep, b.w.line("unread-line", page.Code(b.w.Said(u.GroupVersion)), b.w.Text(u.which), named("part-", string(u.Part), b.w.Words), u.Reason)...)
	}
}

func (b *builder) section(i int, s Section) {
	if len(s.Changes)+len(s.Ended) == 0 {
		b.add.Paragraphs(sectionWeight(i), b.w.Text("none"))
	}
	lines := s.Lines()
	apis, fields := s.split()
	switch {
	case b.wide: // each change has its fingerprint
		lines = slice.Map(slices.Concat(apis, fields), func(c Change) Line { return Line{Change: c} })
		order.Stably(lines, func(a, b Line) int { return cmp.Compare(a.Severity.Rank(), b.Severity.Rank()) })
	case b.form != format.Text && !mixed(i):
		b.table(i, apis)
		lines = foldFields(fields)
	}
	b.ended(s)
	for _, l := range lines {
		b.change(i, l)
	}
}

func (b *builder) ended(s Section) {
	for _, e := range s.Ended {
		b.add(page.Block{Kind: page.Card, Weight: sectionWeight(removed), Mark: b.severity(e.Severity), Line: page.Plain(e.Message)})
	}
}

func (b *builder) severity(s rule.Severity) page.Run { return SeverityRun(s, b.w.Words) }

func (l Line) line(w wording) page.Line {
	name, text := l.told(w.Words)
	switch {
	case l.Fields != nil:
		line := append(w.line("fields-each", w.Count("fields", len(l.Fields)), page.Code(l.short())), page.Text(text+": "))
		return append(line, page.Join(page.Cells(slice.Map(l.Fields, page.Code)...), ", ")...)
	case name != "":
		return page.Line{page.Code(name), page.Text(" " + text)}
	default:
		apiVersion := l.GroupVersion().String()
		if title, said := l.Split(); title != "" && strings.HasPrefix(title, apiVersion) {
			return page.Line{page.Code(apiVersion), page.Text(title[len(apiVersion):] + " " + said)}
		}
		return page.Plain(text)
	}
}

// Markdown writes the severity only if the heading does not imply it.
func (b *builder) change(section int, l Line) {
	c := l.Change
	out := page.Block{Kind: page.Card, Weight: changeWeight(section, c), Class: string(c.Severity), Line: l.line(b.w)}
	unnamed := b.form != format.Text && mixed(section) && c.Schema == "" // by its heading
	if b.form == format.Text || unnamed || c.Severity != rule.Addition && c.Severity != rule.Info && c.Severity != rule.Deprecation {
		out.Mark = b.severity(c.Severity)
	}
	if unnamed {
		out.Line = append(out.Line, page.Text(" "), page.Code(c.Rule))
	}
	out.Tags = append(out.Tags, b.reach(l))
	if b.form == format.Text || section == deprecated && c.Schema == "" {
		out.Tags = append(out.Tags, page.Plain(c.plan(b.w.Words)))
	}
	if b.r.hasNotes() {
		out.Tags = append(out.Tags, noteLinks(l.Notes, l.SIGs, b.w))
	}
	if b.wide && l.Fields == nil && l.versions == nil {
		out.Tags = append(out.Tags, page.Dotted(page.Code(c.Rule), page.Code(c.Fingerprint)))
	}
	if c.Rule == rule.DescriptionChanged && c.Old+c.New != "" {
		out.Below = []page.Block{{Kind: page.Paragraph, Line: shorten(wordDiff(c.Old, c.New))}}
	}
	b.add(out)
}

// reach is where users meet the field. Markdown leaves out what the line already contains.
func (b *builder) reach(l Line) page.Line {
	apiVersion, kind, path, more := l.reach()
	whole := b.form != format.Markdown
	if kind == "" || l.Schema == "" || whole && l.Fields != nil {
		return nil
	}
	line := page.Line{page.Code(apiVersion)}
	if whole || kind != l.short() {
		line = append(line, page.Text(" "+kind))
	}
	if path != "" && l.Fields == nil && (whole || path != l.Field) {
		line = append(line, page.Text(" "), page.Code(path))
	}
	if more > 0 {
		line = append(line, page.Text(" "+b.w.Count("and-kinds", more)))
	}
	return line
}

func (c Change) plan(w language.Words) string {
	var parts phrase.Parts
	parts.Add(c.Deprecated.Known() && c.Rule != rule.ResourceAdded, w.Text("deprecated-since", c.Deprecated.String()))
	parts.Add(c.Removed.Known() && c.Rule == rule.APIDeprecated, w.Text("removed-in", c.Removed.String()))
	parts.Add(c.Rule == rule.ResourceAdded && !c.ServedByDefault, w.Text("off-by-default"))
	return strings.Join(parts, ", ")
}

func (b *builder) reworded() {
	if b.r.Reworded > 0 && !b.r.Descriptions {
		b.add.Paragraphs(weightReworded, b.w.Count("reworded", b.r.Reworded))
	}
}

func (b *builder) waived() {
	b.heading(2, "waived", "waived", len(b.r.Waived))
	for i, c := range b.r.Waived {
		if b.screen != nil {
			b.add(b.waivedDetails(&b.r.Waived[i]))
			continue
		}
		b.add(page.Block{
			Kind: page.Card, Weight: weightWaived, Mark: b.severity(c.Severity),
			Line: append(b.w.line("waived-line", Line{Change: c.Change}.line(b.w), c.Reason, c.Expires), page.Text(" "), page.Code(c.Fingerprint)),
		})
	}
}

func (b *builder) notCompared() {
	if b.r.aboutNotes() && !b.r.compared() && len(b.r.NotCompared) == 0 {
		return
	}
	b.heading(2, "not-compared", "not-compared", 0)
	limits := b.r.limits(b.w.Words)
	for _, line := range limits {
		b.add.Item(weightNotCompared, page.Text(line))
	}
	if len(limits) == 0 {
		b.add.Paragraphs(weightNotCompared, b.w.Text("none"))
	}
}

func (r *Report) limits(w language.Words) (lines []string) {
	if r.Uses != nil {
		lines = slice.Map(r.Uses.Unread, func(kind string) string { return w.Text("use-unlisted", kind) })
	}
	for _, n := range r.NotCompared {
		lines = append(lines, w.Said(n.What)+": "+w.Said(n.Why))
	}
	return lines
}

func (b *builder) table(section int, apis []Change) {
	columns, row := b.layout(section)
	if b.r.hasNotes() {
		columns = append(columns, "column-release-note")
	}
	b.add.Columns(slice.Map(columns, func(key language.Key) page.Run { return page.Text(b.w.Text(key)) })...)
	for _, c := range apis {
		api := apiLine(c.api())
		if section == graduated { // it has two versions, which are in columns of their own
			api = apiLine(groupName(c.Group), c.Kind)
		}
		cells := append([]page.Line{api, {page.Code(c.Resource)}}, row(c)...)
		if b.r.hasNotes() {
			cells = append(cells, noteLinks(c.Notes, c.SIGs, b.w))
		}
		b.add.Row(changeWeight(section, c), cells...)
	}
}

// layout returns the columns of the table of a section, and the cells of a row after its first two.
func (b *builder) layout(section int) (columns []language.Key, row func(Change) []page.Line) {
	columns = []language.Key{"column-api", "column-resource"}
	switch section {
	case removed:
		return append(columns, "column-severity", "column-deprecated-since", "column-use-instead"), func(c Change) []page.Line {
			return []page.Line{page.Plain(severityName(c.Severity, b.w.Words)), page.Plain(c.Deprecated.String()), c.replacement()}
		}
	case deprecated:
		return append(columns, "column-deprecated-since", "column-removed-in", "column-use-instead"), func(c Change) []page.Line {
			return []page.Line{page.Plain(c.Deprecated.String()), page.Plain(c.Removed.String()), c.replacement()}
		}
	case graduated:
		return append(columns, "column-severity", "column-no-longer-served", "column-use-instead"), func(c Change) []page.Line {
			return []page.Line{page.Plain(severityName(c.Severity, b.w.Words)), {page.Code(c.Old)}, {page.Code(c.New)}}
		}
	default:
		return append(columns, "column-stability", "column-note"), func(c Change) []page.Line {
			var note page.Line
			switch {
			case c.Replacement != nil:
				note = b.w.line("deprecated-use", c.Deprecated.String(), c.replacement())
			case !c.ServedByDefault:
				note = b.w.line("off-by-default")
			}
			return []page.Line{page.Plain(StageName(string(c.Stability), b.w.Words)), note}
		}
	}
}

// SummaryRow counts changes by severity.
type SummaryRow struct {
	Name  string
	Count map[rule.Severity]int
}

// Matrix is the table of the summary: APIs and, if they were compared, fields.
func (r *Report) Matrix() []SummaryRow {
	apis := SummaryRow{Name: r.words().Text("row-ap-is"), Count: map[rule.Severity]int{}}
	fields := SummaryRow{Name: r.words().Text("row-fields"), Count: map[rule.Severity]int{}}
	for _, c := range r.Changes {
		if c.Schema != "" {
			fields.Count[c.Severity]++
		} else {
			apis.Count[c.Severity]++
		}
	}
	if len(fields.Count) == 0 {
		return []SummaryRow{apis}
	}
	return []SummaryRow{apis, fields}
}
