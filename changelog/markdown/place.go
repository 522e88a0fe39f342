package markdown

import (
	"cmp"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
)

// part is the kind of content under a heading, with the name that the reasons and the prose have for
// it.
type part string

const (
	// entries are bullets that become notes.
	entries part = ""
	// themes and issues are prose.
	themes part = "Major Themes"
	issues part = "Known Issues"
	// security has advisories, modules has lists of dependencies.
	security part = "Important Security Information"
	modules  part = "Dependencies"
	// leftOut is downloads, and lists of other releases. The heading is their name.
	leftOut part = "left out"
)

// place is the position of a block in the document.
type place struct {
	part part
	// section is that of the notes, or "" if no heading names one.
	section changelog.Section
	// headings are those between the section and the notes.
	headings []string
	// sig is the SIG of the nearest heading that names one.
	sig string
	// title is the innermost relevant heading: the name of a theme, or "added", "changed" or
	// "removed" for modules.
	title string
	// byKind: the headings below are kinds, including unknown ones.
	byKind bool
}

func (p place) reason() string {
	if p.part == leftOut {
		return "in " + p.title
	}
	return "in " + string(p.part)
}

// placeOf reads the headings from the outermost to the innermost.
func placeOf(path []heading) place {
	var p place
	for _, h := range path {
		p.enter(h)
	}
	if p.section == "" {
		p.section = changelog.Uncategorized
		if p.sig != "" {
			p.section = changelog.Other
		}
	}
	return p
}

func (p *place) enter(h heading) {
	switch p.part {
	case themes, issues:
		p.title = cmp.Or(p.title, h.title)
		return
	case modules:
		switch title := normal(h.title); title {
		case "added", "changed", "removed", "unchanged":
			p.title = title
		}
		return
	case security, leftOut:
		return
	case entries:
	}
	m := meaningOf(h.title)
	switch {
	case m.part != entries:
		p.part = m.part
		if m.part == leftOut {
			p.title = h.title
		}
	case m.container:
		*p = place{byKind: m.byKind}
	case m.section != "" && p.yields():
		p.section, p.headings, p.sig = m.section, nil, ""
	case p.byKind && p.section == "":
		// The tool prints an unknown kind by its name.
		p.section = changelog.Section(h.title)
	case h.level > 1:
		p.headings = append(p.headings, h.title)
		if sig := headingSIG(h.title); sig != "" {
			p.sig = sig
		}
	}
}

// yields reports whether a heading below may name another section. "Before Upgrading" and "Other
// Notable Changes" of old releases had their own sections. "Feature" has headings that only look
// like sections.
func (p *place) yields() bool {
	return p.section == "" || !p.byKind && (p.section == changelog.Urgent || p.section == changelog.Other)
}

// meaning is what a title means, wherever it is.
type meaning struct {
	known   bool
	part    part
	section changelog.Section
	// container: sections are below it. byKind: they are kinds.
	container, byKind bool
}

// meaningOf returns the meaning of a title of any release. It knows the titles that the tool has printed
// since 1.19, and older ones. A title that ends with an asterisk is the beginning of one, and one that
// begins with an asterisk is a part of one.
func meaningOf(title string) meaning {
	t := normal(title)
	for _, row := range []struct {
		means  meaning
		titles string
	}{
		{meaning{part: leftOut}, "downloads*|previous releases*|client binaries|server binaries|node binaries|container images|source code"},
		{meaning{part: modules}, "dependencies|external dependenc*|detailed go dependency*"},
		{meaning{part: security}, "important security*|security content|security information|cve-*|[cve-*"},
		{meaning{part: themes}, "what's new*|*major themes|introduction to*|additional notable feature*"},
		{meaning{part: issues}, "known issues*"},
		{meaning{section: changelog.Urgent}, "urgent upgrade notes|action required|action required before upgrading|before upgrading|urgent upgrade information|" +
			"(no, really, you must*|no, really, you must*"},
		{meaning{section: changelog.Deprecation}, "deprecation|deprecations|deprecations and removals|deprecations & removals|new deprecations|removed deprecations|" +
			"deprecations, and removals|removals|removed and deprecated metrics|removed metrics|deprecated/changed metrics|depreciated/changed metrics|deprecated metrics"},
		{meaning{section: changelog.APIChange}, "api change|api changes"},
		{meaning{section: changelog.Feature}, "feature|features|notable features|new features|notable features/changes|added metrics"},
		{meaning{section: changelog.Design}, "design"},
		{meaning{section: changelog.Documents}, "documentation"},
		{meaning{section: changelog.FailingTest}, "failing test|failing tests|failing test(s)"},
		{meaning{section: changelog.Bug}, "bug or regression|bug|bugs|bug fix|bug fixes|bugs fixed"},
		{meaning{section: changelog.Other}, "other (cleanup or flake)|other (bug, cleanup or flake)|other notable changes*|other changes|other|detailed bug fixes and changes|" +
			"release notes from sigs|non-user-facing changes|notable changes|notable changes to existing behavior|metrics changes|changes|miscellaneous"},
		{meaning{section: changelog.Dependency}, "dependency"},
		{meaning{section: changelog.Uncategorized}, "uncategorized"},
		{meaning{container: true, byKind: true}, "changes by kind"},
		{meaning{container: true}, "changelog since*|changes since*"},
	} {
		for known := range strings.SplitSeq(row.titles, "|") {
			begin, isBegin := strings.CutSuffix(known, "*")
			part, isPart := strings.CutPrefix(known, "*")
			if t == known || isBegin && strings.HasPrefix(t, begin) || isPart && strings.Contains(t, part) {
				row.means.known = true
				return row.means
			}
		}
	}
	return meaning{}
}

// normal normalizes a title for comparisons: "1.14 What’s New" becomes "what's new".
func normal(title string) string {
	t := strings.ToLower(strings.ReplaceAll(title, "’", "'"))
	t = strings.Join(strings.Fields(t), " ")
	if first, rest, ok := strings.Cut(t, " "); ok && strings.Trim(first, "v.0123456789") == "" {
		t = rest
	}
	return strings.TrimRight(t, ":")
}
