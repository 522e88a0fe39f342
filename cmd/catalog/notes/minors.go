package notes

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/changelog/history"
	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// minorsOf returns the catalog's record of each minor that has notes.
func minorsOf(library *history.Library, surfaces *surfaces) (map[discovery.Release]catalog.Minor, error) {
	minors := map[discovery.Release]catalog.Minor{}
	var err error
	for _, v := range library.Versions() {
		if !v.Final() {
			continue
		}
		span := library.Between(history.Before(v), v)
		if len(span.Releases) == 0 {
			continue
		}
		m := minors[v.Release]
		m.Documents = append(m.Documents, document(v, span.Notes))
		if v.Patch == 0 {
			if m.Links, m.Claims, err = linksOf(v.Release, span.Notes, surfaces); err != nil {
				return nil, err
			}
		}
		minors[v.Release] = m
	}
	return minors, nil
}

func document(v changelog.Version, notes []changelog.Note) catalog.Document {
	d := catalog.Document{Release: v.String()}
	for _, n := range notes {
		if !n.Unpublished {
			d.Notes = append(d.Notes, facts(n))
		}
	}
	return d
}

// linksOf links the changes of a minor to its notes, both for a default server and with APIs that
// are off by default, because the two name some changes differently.
func linksOf(r discovery.Release, notes []changelog.Note, surfaces *surfaces) (links map[string][]catalog.Link, claims []catalog.Claim, err error) {
	before := discovery.Release{Major: r.Major, Minor: r.Minor - 1}
	old, new, err := surfaces.pair(before, r)
	if err != nil {
		return nil, nil, err
	}
	links = map[string][]catalog.Link{}
	for _, disabled := range []bool{true, false} {
		result := diff.Compare(old.facts, new.facts, diff.Options{IncludeDisabled: disabled})
		linked := link.Link(link.Input{Old: old.prose, New: new.prose, Changes: result.Changes, Notes: notes})
		if !disabled { // all changes; the view is known when they are printed
			for _, c := range linked.Claims {
				claims = append(claims, catalog.Claim{PR: notes[c.Note].PR, Text: c.Text, Why: c.Why})
			}
		}
		for i, c := range result.Changes {
			if !linkable(c) {
				continue
			}
			if _, has := links[c.Fingerprint]; has {
				continue
			}
			found := []catalog.Link{}
			for _, l := range linked.Links[i] {
				one := catalog.Link{PR: notes[l.Note].PR, Confidence: string(l.Confidence), Score: l.Score, Why: slices.Clone(l.Why)}
				if one.PR == 0 {
					one.Entry = notes[l.Note].Text
				}
				found = append(found, one)
			}
			links[c.Fingerprint] = found
		}
	}
	return links, claims, nil
}

// linkable excludes changes of descriptions: there are hundreds, and notes do not mention them.
func linkable(c rule.Change) bool { return c.Rule != "description-changed" }

// facts reduces an entry to the data in the catalog: no text, no author, and only the links to the
// folders of KEPs, which name the owning SIG.
func facts(n changelog.Note) changelog.Note {
	n.Text, n.Authors = "", nil
	n.Documentation = slices.DeleteFunc(slices.Clone(n.Documentation), func(d changelog.Documentation) bool {
		return !strings.Contains(d.URL, "keps/sig-")
	})
	for i := range n.Documentation {
		n.Documentation[i].Description = ""
	}
	// Empty lists are omitted; FillLists restores them.
	for _, list := range []*[]string{&n.SIGs, &n.Kinds, &n.Areas, &n.Gates, &n.Flags, &n.Metrics, &n.GroupVersions, &n.APIKinds, &n.Fields, &n.Headings} {
		if len(*list) == 0 {
			*list = nil
		}
	}
	if len(n.PRs) == 1 && n.PRs[0] == n.PR {
		n.PRs = nil
	}
	if len(n.Sections) == 1 {
		n.Sections = nil
	}
	if len(n.AlsoIn) == 0 {
		n.AlsoIn = nil
	}
	n.Release = "" // it is that of the document
	return n
}
