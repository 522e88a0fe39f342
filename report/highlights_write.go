package report

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

type highlightsList struct {
	title language.Key
	items []highlightsItem
}

// highlightsItem is the line of an item, with its SIGs and the fingerprints of its changes.
type highlightsItem struct {
	line          page.Line
	sigs, changes []string
}

func (g *Highlights) lists(w wording) []highlightsList {
	return []highlightsList{
		{"reached-stable", w.reached(g.Stable, false)}, {"reached-beta", w.reached(g.Beta, true)}, {"reached-alpha", w.reached(g.Alpha, true)}, {"gates-switched", w.switched(g.Switched)},
		{"gone-deprecated", w.gone(g.Deprecated)}, {"gone-removed", w.gone(g.Removed)},
	}
}

// on marks those that are on by default; stable ones always are.
func (w wording) reached(list []Reached, on bool) (items []highlightsItem) {
	for _, x := range list {
		line := w.highlightsName(x.Name, x.What)
		if x.DefaultOn && on {
			line = append(line, page.Text(" ("+w.Text("on-by-default")+")"))
		}
		items = append(items, highlightsItem{w.behind(line, x.SIGs, x.KEPs, x.PRs), x.SIGs, x.Changes})
	}
	return items
}

func (w wording) switched(list []Switched) (items []highlightsItem) {
	state := func(s gate.State) string {
		stage, of := string(s.Stage), language.Key("off-by-default")
		if s.Stage == gate.Stable {
			stage = string(discovery.Stable)
		}
		if s.Default {
			of = "on-by-default"
		}
		return StageName(stage, w.Words) + w.Text("life-comma") + w.Text(of)
	}
	for _, x := range list {
		line := append(w.highlightsName(x.Name, "gate"), page.Text(" ("+w.Text("gate-was", state(x.Is), state(x.Was))+")"))
		items = append(items, highlightsItem{w.behind(line, x.SIGs, x.KEPs, x.PRs), x.SIGs, nil})
	}
	return items
}

func (w wording) gone(list []Gone) (items []highlightsItem) {
	for _, x := range list {
		line := w.highlightsName(x.Name, x.What)
		if x.Planned != "" {
			line = append(append(append(line, page.Text(" (")), w.planned(x.Planned)...), page.Text(")"))
		}
		items = append(items, highlightsItem{w.behind(line, x.SIGs, nil, x.PRs), x.SIGs, x.Changes})
	}
	return items
}

func (w wording) planned(release string) page.Line {
	if release == "future" {
		release = w.Text("future-release")
	}
	return w.line("planned-removal", release)
}

// highlightsName is the name of an item and what it is, such as a gate.
func (w wording) highlightsName(name, what string) page.Line {
	key, known := map[string]language.Key{
		"gate": "what-gate", "api": "what-api", "field": "what-field", "flag": "what-flag", "metric": "what-metric",
	}[what]
	if !known {
		return page.Plain(name)
	}
	return page.Line{page.Code(name), page.Text(" " + w.Text(key))}
}

// behind appends the SIGs, KEPs and pull requests to the line of an item.
func (w wording) behind(line page.Line, sigs []string, keps, prs []int) page.Line {
	parts := append([]page.Line{line, page.Plain(sigNames(sigs, w.Words))}, page.Cells(slice.Map(keps, KEP)...)...)
	pulls := page.Cells(slice.Map(prs, func(pr int) page.Run { return Pull("", pr) })...)
	return page.Join(append(parts, w.first(pulls, manyNotes)), " · ")
}

// sigs returns the SIGs, those with the most entries first.
func (g *Highlights) sigs() []string {
	return slices.SortedFunc(maps.Keys(g.BySIG), func(a, b string) int {
		return cmp.Or(cmp.Compare(g.BySIG[b], g.BySIG[a]), cmp.Compare(a, b))
	})
}

func (b *builder) highlights(g *Highlights) {
	b.heading(2, "glance", "glance", 0)
	b.add.Paragraphs(weightScope, b.w.Text("entries-of", b.w.Count("entries", len(b.r.Notes)), b.r.NotesScope.span()))
	for _, list := range g.lists(b.w) {
		b.heading(3, list.title, "", 0)
		for _, item := range list.items {
			b.add(page.Block{Kind: page.Item, Class: "columns", Weight: weightHighlights, Line: item.line, Values: b.facets.write(b.facets.linked(item.sigs, item.changes))})
		}
	}
	b.heading(3, "entries-by-sig", "", 0)
	if b.screen != nil {
		for _, sig := range g.sigs() {
			b.add(page.Block{Kind: page.Item, Class: "columns narrow", Line: page.Line{page.Text(SIGName(sig)), {Text: " " + strconv.Itoa(g.BySIG[sig]), Class: "soft"}}, Values: b.facets.write(b.facets.linked([]string{sig}, nil))})
		}
		return
	}
	b.add.Columns(page.Text("SIG"), page.Run{Text: b.w.Text("column-entries"), Set: page.AsNumber})
	for _, sig := range g.sigs() {
		b.add.Row(weightCounts, page.Plain(SIGName(sig)), page.Plain(strconv.Itoa(g.BySIG[sig])))
	}
}
