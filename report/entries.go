package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
)

// EntryGroup is a chapter of entries: all entries, or those of a SIG or a release.
type EntryGroup struct {
	// Title is "" if the entries are grouped by section only.
	Title    string
	Sections []EntrySection
}

// EntrySection is the entries of one section, the most specific first.
type EntrySection struct {
	Name    changelog.Section
	Title   string
	Entries []Note
}

// The values of NotesScope.GroupBy.
const (
	GroupByKind    = "kind"
	GroupBySIG     = "sig"
	GroupByRelease = "release"
)

// UrgentEntries returns the entries of the section "Urgent Upgrade Notes".
func (r *Report) UrgentEntries() []Note {
	out := slice.Filter(r.Notes, func(n Note) bool { return n.Section == changelog.Urgent })
	r.byFocus(out)
	return out
}

// EntryGroups returns all other entries, in chapters.
func (r *Report) EntryGroups() []EntryGroup {
	switch r.notes().GroupBy {
	case GroupBySIG:
		return r.entriesBySIG()
	case GroupByRelease:
		return r.entriesByRelease()
	default:
		return r.entriesByKind()
	}
}

// group appends a chapter, unless it has no entries.
func (r *Report) group(groups []EntryGroup, title string, notes []Note) []EntryGroup {
	if sections := r.entrySections(notes); len(sections) > 0 {
		groups = append(groups, EntryGroup{Title: title, Sections: sections})
	}
	return groups
}

// In a report about some SIGs, the entries without a known SIG are in a chapter at the end.
func (r *Report) entriesByKind() []EntryGroup {
	all, none := r.Notes, []Note(nil)
	if len(r.notes().SIGs) > 0 {
		all = slice.Filter(r.Notes, func(n Note) bool { return len(n.SIGs) > 0 })
		none = slice.Filter(r.Notes, func(n Note) bool { return len(n.SIGs) == 0 })
	}
	return r.group(r.group(nil, "", all), r.words().Text("no-sig"), none)
}

// Sections are in the order of the release notes; those with other names come last.
func (r *Report) entrySections(notes []Note) []EntrySection {
	bySection := map[changelog.Section][]Note{}
	var names []changelog.Section
	for _, n := range notes {
		if n.Section == changelog.Urgent {
			continue
		}
		if bySection[n.Section] == nil {
			names = append(names, n.Section)
		}
		bySection[n.Section] = append(bySection[n.Section], n)
	}
	order.By(names, func(a, b changelog.Section) int { return cmp.Or(cmp.Compare(a.Rank(), b.Rank()), cmp.Compare(a, b)) })
	var out []EntrySection
	for _, name := range names {
		entries := bySection[name]
		r.byFocus(entries)
		out = append(out, EntrySection{Name: name, Title: sectionTitle(name, r.words()), Entries: entries})
	}
	return out
}

// An entry is in the chapter of each of its SIGs. Entries of many SIGs have a chapter of their own.
func (r *Report) entriesBySIG() (groups []EntryGroup) {
	w := r.words()
	bySIG := map[string][]Note{}
	var many, none []Note
	for _, n := range r.Notes {
		switch {
		case len(n.SIGs) == 0:
			none = append(none, n)
		case n.Broad:
			many = append(many, n)
		default:
			for _, sig := range each(n.SIGs, CanonicalSIG) {
				if sharesSIG(r.NotesScope.SIGs, []string{sig}) {
					bySIG[sig] = append(bySIG[sig], n)
				}
			}
		}
	}
	for _, sig := range slices.SortedFunc(maps.Keys(bySIG), func(a, b string) int { return cmp.Compare(SIGName(a), SIGName(b)) }) {
		groups = r.group(groups, "SIG "+SIGName(sig), bySIG[sig])
	}
	groups = r.group(groups, w.Text("many-si-gs"), many)
	return r.group(groups, w.Text("no-sig"), none)
}

func (r *Report) entriesByRelease() (groups []EntryGroup) {
	releases := slices.Clone(r.NotesScope.Releases)
	byRelease := map[string][]Note{}
	for _, n := range r.Notes {
		byRelease[n.Release] = append(byRelease[n.Release], n)
		releases = slice.Add(releases, n.Release)
	}
	for _, release := range releases {
		groups = r.group(groups, release, byRelease[release])
	}
	return groups
}

// byFocus sorts entries: those with the fewest SIGs first, among them those that name a subject of the SIG. Broad
// ones are last, because readers who select a SIG skip most of them.
func (r *Report) byFocus(notes []Note) {
	words := sigWords(r.notes().SIGs)
	rank := func(n *Note) (broad, sigs, silent int) {
		if n.Broad {
			broad = 1
		}
		if len(words) > 0 && !names(n.Text, words) {
			silent = 1
		}
		return broad, max(1, len(n.SIGs)), silent
	}
	order.Stably(notes, func(a, b Note) int {
		aBroad, aSIGs, aSilent := rank(&a)
		bBroad, bSIGs, bSilent := rank(&b)
		return cmp.Or(cmp.Compare(aBroad, bBroad), cmp.Compare(aSIGs, bSIGs), cmp.Compare(aSilent, bSilent), cmp.Compare(a.PR, b.PR))
	})
}

// names reports whether the text contains one of the words. Letter case is ignored.
func names(text string, words []string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

// sigWords returns words that are typical of texts about the work of SIGs.
func sigWords(sigs []string) (words []string) {
	for _, sig := range sigs {
		words = append(words, sig, strings.ReplaceAll(sig, "-", " "))
		words = append(words, map[string][]string{
			"network":           {"kube-proxy", "dns", "endpoint", "ingress", "ipvs", "loadbalancer", "load balancer", "dual-stack", "service cidr", "nftables"},
			"node":              {"kubelet", "cri", "container runtime", "cgroup", "dockershim", "pod"},
			"storage":           {"volume", "csi", "persistentvolume"},
			"auth":              {"rbac", "token", "serviceaccount", "service account", "certificate", "podsecurity"},
			"scheduling":        {"scheduler", "preempt"},
			"cli":               {"kubectl"},
			"apps":              {"deployment", "statefulset", "daemonset", "job"},
			"cluster-lifecycle": {"kubeadm"},
			"autoscaling":       {"autoscal", "hpa"},
			"api-machinery":     {"apiserver", "crd", "customresource", "admission"},
			"instrumentation":   {"metric", "log", "tracing"},
		}[sig]...)
	}
	return words
}

func sectionTitle(s changelog.Section, w language.Words) string {
	key, known := map[changelog.Section]language.Key{
		changelog.Urgent: "section-urgent", changelog.Deprecation: "section-deprecation", changelog.APIChange: "section-api-change",
		changelog.Feature: "section-feature", changelog.Design: "section-design", changelog.Documents: "section-documentation",
		changelog.FailingTest: "section-failing-test", changelog.Bug: "section-bug", changelog.Other: "section-other",
		changelog.Dependency: "section-dependency", changelog.Uncategorized: "section-uncategorized", "": "section-uncategorized",
	}[s]
	if !known {
		return escape.Markdown(string(s))
	}
	return w.Text(key)
}

// span is the release or the range of the notes: "v1.24.0", "v1.22.0 → v1.24.0".
func (s *NotesScope) span() string {
	if len(s.Releases) == 1 {
		return s.Releases[0]
	}
	if s.From == "" {
		return s.To
	}
	return s.From + " → " + s.To
}

func (r *Report) notesLine(w language.Words) string {
	s := r.NotesScope
	parts := phrase.Parts{w.Text("entries-of", w.Count("entries", len(r.Notes)), s.span())}
	parts.Add(len(s.Kinds) > 0, w.Text("filter-kinds", strings.Join(s.Kinds, ", ")))
	parts.Add(len(s.Areas) > 0, w.Text("filter-areas", strings.Join(s.Areas, ", ")))
	parts.Add(s.Grep != "", w.Text("filter-grep", s.Grep))
	parts.Add(s.ActionRequired, w.Text("filter-action"))
	parts.Add(s.MaxSIGs > 0, w.Count("filter-max-si-gs", s.MaxSIGs))
	parts.Add(s.Had > 0, w.Count("had", s.Had, s.From))
	parts.Add(s.Filtered > 0, w.Count("filtered-entries", s.Filtered))
	return strings.Join(parts, " · ")
}

// urgentPart is the part with the text above the urgent entries.
const urgentPart = "Urgent Upgrade Notes"

// themes returns the texts of a part: in a report about some SIGs, those that name their subjects. Urgent texts are
// for all, but one that says that there are none is left out if entries require action.
func (r *Report) themes(part string) (out []changelog.Prose) {
	var words []string
	if part != urgentPart {
		words = sigWords(r.notes().SIGs)
	}
	for _, p := range r.Prose {
		if p.Part != part || len(words) > 0 && !names(p.Title+" "+p.Text, words) {
			continue
		}
		if part == urgentPart && saysNone(p.Text) && r.asks() {
			continue // entries of other sections require action
		}
		out = append(out, p)
	}
	return out
}

// action returns the entries of other sections that require action.
func action(notes []Note) []Note {
	return slice.Filter(notes, func(n Note) bool { return n.Section != changelog.Urgent && actionRequired(&n.Note) })
}
