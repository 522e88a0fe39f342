package markdown

import (
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
)

// part is the kind of content under a heading.
type part int

const (
	// entries are bullets that become notes.
	entries part = iota
	// themes and issues are prose.
	themes
	issues
	// security has advisories, modules has lists of dependencies.
	security
	modules
	// leftOut is downloads, and lists of other releases.
	leftOut
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

// reason returns why a bullet at the place is not a note.
func (p place) reason() string {
	switch p.part {
	case themes:
		return "in Major Themes"
	case issues:
		return "in Known Issues"
	case security:
		return "in Important Security Information"
	case modules:
		return "in Dependencies"
	default:
		return "in " + p.title
	}
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
		if p.title == "" {
			p.title = h.title
		}
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

// meaningOf returns the meaning of a title of any release.
func meaningOf(title string) meaning {
	t := normal(title)
	if p, ok := partOf(t); ok {
		return meaning{known: true, part: p}
	}
	if s := sectionOf(t); s != "" {
		return meaning{known: true, section: s}
	}
	switch {
	case t == "changes by kind":
		return meaning{known: true, container: true, byKind: true}
	case strings.HasPrefix(t, "changelog since"), strings.HasPrefix(t, "changes since"):
		return meaning{known: true, container: true}
	}
	return meaning{}
}

// partOf recognizes the titles of parts without notes.
func partOf(t string) (part, bool) {
	switch {
	case strings.HasPrefix(t, "downloads"), strings.HasPrefix(t, "previous releases"), t == "client binaries", t == "server binaries",
		t == "node binaries", t == "container images", t == "source code":
		return leftOut, true
	case t == "dependencies", strings.HasPrefix(t, "external dependenc"), strings.HasPrefix(t, "detailed go dependency"):
		return modules, true
	case strings.HasPrefix(t, "important security"), t == "security content", t == "security information", strings.HasPrefix(t, "cve-"),
		strings.HasPrefix(t, "[cve-"):
		return security, true
	case strings.HasPrefix(t, "what's new"), strings.Contains(t, "major themes"), strings.HasPrefix(t, "introduction to"),
		strings.HasPrefix(t, "additional notable feature"):
		return themes, true
	case strings.HasPrefix(t, "known issues"):
		return issues, true
	}
	return entries, false
}

// sectionOf maps a title to a section. It knows the titles that the tool has printed since 1.19,
// and older ones.
func sectionOf(t string) changelog.Section {
	switch t {
	case "urgent upgrade notes", "action required", "action required before upgrading", "before upgrading", "urgent upgrade information":
		return changelog.Urgent
	case "deprecation", "deprecations", "deprecations and removals", "deprecations & removals", "new deprecations", "removed deprecations",
		"deprecations, and removals", "removals", "removed and deprecated metrics", "removed metrics",
		"deprecated/changed metrics", "depreciated/changed metrics", "deprecated metrics":
		return changelog.Deprecation
	case "api change", "api changes":
		return changelog.APIChange
	case "feature", "features", "notable features", "new features", "notable features/changes", "added metrics":
		return changelog.Feature
	case "design":
		return changelog.Design
	case "documentation":
		return changelog.Documents
	case "failing test", "failing tests", "failing test(s)":
		return changelog.FailingTest
	case "bug or regression", "bug", "bugs", "bug fix", "bug fixes", "bugs fixed":
		return changelog.Bug
	case "other (cleanup or flake)", "other (bug, cleanup or flake)", "other notable changes", "other changes", "other",
		"detailed bug fixes and changes", "release notes from sigs", "non-user-facing changes", "notable changes",
		"notable changes to existing behavior", "metrics changes", "changes", "miscellaneous":
		return changelog.Other
	case "dependency":
		return changelog.Dependency
	case "uncategorized":
		return changelog.Uncategorized
	}
	if strings.HasPrefix(t, "(no, really, you must") || strings.HasPrefix(t, "no, really, you must") {
		return changelog.Urgent
	}
	if strings.HasPrefix(t, "other notable changes") {
		return changelog.Other
	}
	return ""
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
