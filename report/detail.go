package report

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/decision"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

func (b *builder) detailed(section int, c *Change) page.Block {
	name, text := c.headline(b.w.Words)
	var instead page.Line
	if c.Replacement != nil {
		instead = page.Line{
			{Text: "→ " + b.w.Text("column-use-instead") + " ", Set: page.AsStrong}, page.Code(c.Replacement.GroupVersion().String()), {Text: " " + c.Replacement.Kind, Set: page.AsStrong},
		}
	}
	out := page.Block{
		Kind: page.Detailed, Class: severityClass(c.Severity), Values: b.facets.write(changeValues(c)), Line: page.Line{page.Code(name), page.Text(" " + text)},
		Tags: []page.Line{page.Join(append([]page.Line{instead}, b.stages(section, c)...), " · "), b.reach(Line{Change: *c})},
	}
	if decision.IsFingerprint(c.Fingerprint) {
		out.ID = b.screen.anchor(c.Fingerprint)
	}
	if b.r.hasNotes() {
		out.Side = noteLinks(c.Notes, c.SIGs, b.w)
	}
	if c.Rule == rule.DescriptionChanged {
		out.Below = append(out.Below, page.Block{Kind: page.Paragraph, Line: shorten(wordDiff(c.Old, c.New))})
	}
	out.Below = append(out.Below, b.behind(c)...)
	out.Below = append(out.Below, b.facts(c)...)
	return out
}

// headline splits the message of a change. The replacement is left out, because it has a line of its own.
func (c Change) headline(w language.Words) (name, text string) {
	name, text = c.told(w)
	if name == "" {
		name, text = c.Split()
	}
	if c.Replacement != nil {
		text = strings.TrimSuffix(text, "; use "+c.Replacement.GroupVersion().String()+" "+c.Replacement.Kind)
	}
	return name, text
}

// stages returns what the tables of markdown have in columns.
func (b *builder) stages(section int, c *Change) []page.Line {
	if c.Schema != "" {
		return nil
	}
	var facts phrase.Parts
	stage := StageName(string(c.Stability), b.w.Words)
	dated := section == removed || section == deprecated || section == added
	facts.Add(section == removed && c.Replacement == nil && c.Rule == rule.ResourceRemoved, b.w.Text("page-no-replacement"))
	facts.Add(section == added && stage != "", stage)
	facts.Add(section == added && !c.ServedByDefault, b.w.Text("off-by-default"))
	facts.Add(dated && c.Deprecated.Known(), b.w.Text("deprecated-since", c.Deprecated.String()))
	facts.Add(dated && c.Removed.Known(), b.w.Text("removed-in", c.Removed.String()))
	return slice.Map(facts, page.Plain)
}

func (b *builder) facts(c *Change) (facts []page.Block) {
	add := func(label language.Key, run page.Run) {
		if strings.TrimSpace(escape.Plain(run.Text)) != "" {
			facts = append(facts, page.Block{Kind: page.Fact, Mark: page.Text(b.w.Text(label)), Line: page.Line{run}})
		}
	}
	if !unattributed(c.Change) {
		apiVersion, kind := c.api()
		add("column-api", page.Code(strings.TrimSpace(apiVersion+" "+kind)))
	}
	served := language.Key("page-no")
	if c.ServedByDefault {
		served = "page-yes"
	}
	add("column-resource", page.Code(c.Resource))
	add("page-subresource", page.Code(c.Subresource))
	add("page-schema", page.Code(c.Schema))
	add("page-field", page.Code(c.Field))
	add("page-verb", page.Text(strings.ReplaceAll(c.Verb, ",", ", ")))
	add("column-stability", page.Text(StageName(string(c.Stability), b.w.Words)))
	add("page-served", page.Text(b.w.Text(served)))
	add("page-introduced", page.Text(c.Introduced.String()))
	add("column-deprecated-since", page.Text(c.Deprecated.String()))
	add("column-removed-in", page.Text(c.Removed.String()))
	if c.Rule != rule.DescriptionChanged {
		add("page-before", page.Run{Text: c.Old, Set: page.AsLines})
		add("page-after", page.Run{Text: c.New, Set: page.AsLines})
	}
	add("page-fingerprint", page.Code(c.Fingerprint))
	id := page.Code(c.Rule)
	if _, known := rule.ByID(c.Rule); known {
		b.screen.taken["rule-"+c.Rule], id.To = true, "#rule-"+c.Rule
	}
	add("page-rule", id)
	return append(facts, b.reaches(c)...)
}

// reaches groups the kinds that have a field by its path. All kinds have metadata.
func (b *builder) reaches(c *Change) []page.Block {
	if len(c.Reaches) == 0 || len(c.Reaches) == 1 && b.reach(Line{Change: *c}) != nil {
		return nil
	}
	kinds, paths := map[string][]string{}, []string(nil)
	for _, r := range c.Reaches {
		paths, kinds[r.Path] = slice.Add(paths, r.Path), append(kinds[r.Path], strings.TrimSpace(r.GroupVersionKind.String()))
	}
	fact := page.Block{Kind: page.Fact, Mark: page.Text(b.w.Text("page-reaches"))}
	for _, path := range paths {
		line := page.Plain(strings.Join(kinds[path], ", "))
		if path != "" {
			line = append(page.Line{page.Code(path), page.Text(": ")}, line...)
		}
		fact.Below = append(fact.Below, page.Block{Kind: page.Item, Class: "reaches", Line: line})
	}
	return []page.Block{fact}
}

// behind returns the notes of a change: the confidence, the reasons, and the text or a link to the entry.
func (b *builder) behind(c *Change) (facts []page.Block) {
	if !b.r.hasNotes() {
		return nil
	}
	for i, l := range c.Notes {
		fact := page.Block{Kind: page.Fact}
		if i == 0 {
			fact.Mark = page.Text(b.w.Text("column-release-note"))
		}
		parts := []page.Line{l.line(b.w)}
		if l.PR != 0 {
			parts = append(parts, page.Plain(l.Release))
		}
		switch n := b.screen.entries[l.PR]; {
		case n == nil || !ofProject(l.Repository):
		case b.r.printsEntries():
			parts = append(parts, page.Line{{Text: b.w.Text("page-below"), To: "#" + NoteAnchor(pulls(n)[0])}})
		default:
			fact.Text = n.shownText()
		}
		if len(l.Why) > 0 {
			parts = append(parts, page.Line{{Text: b.w.Text("page-why") + ": " + strings.Join(l.Why, "; "), Class: "soft"}})
		}
		fact.Line = page.Join(parts, " · ")
		facts = append(facts, fact)
	}
	return facts
}

func (b *builder) waivedDetails(w *Waived) page.Block {
	out := b.detailed(sectionOf(w.Change), &w.Change)
	out.Class += " aside"
	out.Mark = page.Run{Text: severityName(w.Severity, b.w.Words), Class: string(w.Severity)}
	out.Tags = append(out.Tags, page.Plain(strings.TrimSpace(b.w.Text("waived-line", "", w.Reason, w.Expires))))
	return out
}
