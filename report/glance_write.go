package report

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/layout"
)

// glanceList is a list of the release at a glance.
type glanceList struct {
	title language.Key
	lines []string
}

// lists writes the items of the glance for a format.
func (g *Glance) lists(in ink) []glanceList {
	return []glanceList{
		{language.ReachedStable, in.reached(g.Stable, false)}, {language.ReachedBeta, in.reached(g.Beta, true)}, {language.ReachedAlpha, in.reached(g.Alpha, true)},
		{language.GoneDeprecated, in.gone(g.Deprecated)}, {language.GoneRemoved, in.gone(g.Removed)},
	}
}

// reached writes a line for each thing; of what is stable it goes without saying
// that it is on.
func (in ink) reached(list []Reached, on bool) (lines []string) {
	for _, x := range list {
		line := in.glanceName(x.Name, x.What)
		if x.DefaultOn && on {
			line += " (" + in.w.Text(language.OnByDefault) + ")"
		}
		lines = append(lines, line+in.glanceTail(x.SIGs, x.KEPs, x.PRs))
	}
	return lines
}

func (in ink) gone(list []Gone) (lines []string) {
	for _, x := range list {
		line := in.glanceName(x.Name, x.What)
		if x.Planned != "" {
			line += " (" + in.planned(x.Planned) + ")"
		}
		lines = append(lines, line+in.glanceTail(x.SIGs, nil, x.PRs))
	}
	return lines
}

// planned is the release in which something will be removed.
func (in ink) planned(release string) string {
	if release == "future" {
		return in.w.Text(language.PlannedRemoval, in.w.Text(language.FutureRelease))
	}
	return in.w.Text(language.PlannedRemoval, in.text(release))
}

// glanceName is the name with what it is of.
func (in ink) glanceName(name, what string) string {
	key, known := map[string]language.Key{
		"gate": language.WhatGate, "api": language.WhatAPI, "field": language.WhatField, "flag": language.WhatFlag, "metric": language.WhatMetric,
	}[what]
	if !known {
		return in.text(name)
	}
	return in.name(name) + " " + in.w.Text(key)
}

func (in ink) glanceTail(sigs []string, keps, prs []int) string {
	var parts []string
	if len(sigs) > 0 {
		parts = append(parts, in.text(sigNames(sigs, in.w)))
	}
	for _, kep := range keps {
		parts = append(parts, in.kep(kep))
	}
	var pulls []string
	for i, pr := range prs {
		if i == manyNotes {
			pulls = append(pulls, in.w.Text(language.AndMore, len(prs)-manyNotes))
			break
		}
		pulls = append(pulls, in.pull("", pr))
	}
	if len(pulls) > 0 {
		parts = append(parts, strings.Join(pulls, ", "))
	}
	if len(parts) == 0 {
		return ""
	}
	return " · " + strings.Join(parts, " · ")
}

// sigCount is a SIG with the number of its entries.
type sigCount struct {
	sig   string
	count int
}

// counts are the SIGs with most entries first.
func (g *Glance) counts() (out []sigCount) {
	for sig, n := range g.BySIG {
		out = append(out, sigCount{sig, n})
	}
	order.By(out, func(a, b sigCount) int { return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.sig, b.sig)) })
	return out
}

// glance writes the release in short.
func (m *markdown) glance(g *Glance) {
	m.heading(2, m.w.Text(language.Glance))
	m.item(weightScope)
	m.printf("%s\n", m.w.Text(language.EntriesOf, m.w.Count(language.Entries, len(m.r.Notes)), escape.Markdown(m.r.NotesScope.span())))
	for _, list := range g.lists(markdownInk(m.w)) {
		if len(list.lines) == 0 {
			continue
		}
		m.heading(3, m.w.Text(list.title))
		for _, line := range list.lines {
			m.item(weightGlance)
			m.printf("- %s\n", line)
		}
	}
	if len(g.BySIG) == 0 {
		return
	}
	m.heading(3, m.w.Text(language.EntriesBySIG))
	m.head()
	m.printf("| SIG | %s |\n| --- | --: |\n", m.w.Text(language.ColumnEntries))
	for _, c := range g.counts() {
		m.item(weightCounts)
		m.printf("| %s | %d |\n", escape.Markdown(sigName(c.sig)), c.count)
	}
}

func (t *terminal) glance(g *Glance) {
	t.heading(t.w.Text(language.Glance))
	for _, list := range g.lists(textInk(t.w)) {
		if len(list.lines) == 0 {
			continue
		}
		t.line("  ", t.style.Paint(layout.Bold, t.w.Text(list.title)))
		for _, line := range list.lines {
			t.line("    ", line)
		}
	}
	if len(g.BySIG) == 0 {
		return
	}
	t.line("  ", t.style.Paint(layout.Bold, t.w.Text(language.EntriesBySIG)))
	for _, c := range g.counts() {
		t.line("    ", layout.Pad(strconv.Itoa(c.count), 4)+" "+escape.Plain(sigName(c.sig)))
	}
}

// kep names an enhancement and, in markdown, links to it.
func (in ink) kep(number int) string {
	if in.kepLink == "" {
		return fmt.Sprintf("KEP-%d", number)
	}
	return fmt.Sprintf("[KEP-%d](%s%d)", number, in.kepLink, number)
}
