// Package annotate combines a comparison with the release notes between its sides. It finds links,
// or uses those of the catalog, which were found with all texts, and corrects notes that the
// comparison disproves. It takes values and returns values, and must not print: that is the task of
// package report.
package annotate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// Input is a comparison and the notes of its range.
type Input struct {
	Old, New *discovery.Surface
	Changes  []rule.Change
	Notes    []changelog.Note
	// Minors are the built-in links of the minors on the path, by release. Texts are the releases
	// whose texts were read.
	Minors map[string]catalog.Minor
	Texts  map[string]bool
	// Whole: no texts were read for any release on the path, and the catalog has all of them.
	Whole bool
	// Steps are the pairs of minors on the path, oldest first, if there are several and links must
	// be found. A comparison over several releases hides what each release changed.
	Steps []link.Input
}

// Annotate links the changes to the notes. It changes a note only if the comparison disproves it: a
// note that was reverted is in the release if its API is there.
func Annotate(in Input) link.Result {
	result := in.seek()
	in.useKnown(result)
	in.disprove(result)
	return result
}

// seek finds links in the notes. If the catalog has the whole path, only changes that the catalog
// does not have are linked, such as those of a server with other settings, and only within one
// minor.
func (in Input) seek() link.Result {
	if !in.Whole {
		if len(in.Steps) > 1 {
			return link.Steps(in.Changes, in.Notes, in.Steps)
		}
		return link.Link(link.Input{Old: in.Old, New: in.New, Changes: in.Changes, Notes: in.Notes})
	}
	result := link.Result{Links: make([][]link.Match, len(in.Changes)), Claims: in.knownClaims()}
	if len(in.Minors) != 1 {
		return result
	}
	var unseen []rule.Change
	var at []int
	for i, c := range in.Changes {
		if !in.seen(c.Fingerprint) {
			unseen, at = append(unseen, c), append(at, i)
		}
	}
	if len(unseen) == 0 {
		return result
	}
	for i, links := range link.Link(link.Input{Old: in.Old, New: in.New, Changes: unseen, Notes: in.Notes}).Links {
		result.Links[at[i]] = links
	}
	return result
}

func (in Input) seen(fingerprint string) bool {
	for _, m := range in.Minors {
		if _, has := m.Links[fingerprint]; has {
			return true
		}
	}
	return false
}

// knownClaims returns the claims in the catalog, without those that the comparison shows.
func (in Input) knownClaims() (out []link.Claim) {
	for i, n := range in.Notes {
		for _, c := range in.Minors[n.Release].Claims {
			if c.PR == n.PR && !in.shows(c) {
				out = append(out, link.Claim{Note: i, Text: c.Text, Why: c.Why})
			}
		}
	}
	order.Stably(out, func(a, b link.Claim) int { return cmp.Compare(in.Notes[a.Note].PR, in.Notes[b.Note].PR) })
	return out
}

// shows reports whether the comparison includes APIs that are off by default, and has the change of
// a claim about one. The catalog has a claim as the text of [link.Claim].
func (in Input) shows(c catalog.Claim) bool {
	return c.Why == link.OffByDefault && slices.ContainsFunc(in.Changes, func(r rule.Change) bool {
		return strings.HasPrefix(c.Text+" ", "adds "+r.GroupVersion().String()+" ")
	})
}

// useKnown replaces the links of each change that the catalog has, because those in the catalog
// were found with the descriptions of fields. An empty list in the catalog is used only if no texts
// were read, because the user's notes may have more.
func (in Input) useKnown(result link.Result) {
	if len(in.Minors) == 0 {
		return
	}
	at := map[key]int{}
	for i, n := range in.Notes {
		k := key{release: n.Release, pr: n.PR}
		if n.PR == 0 {
			k.text = n.Text
		}
		if _, first := at[k]; !first {
			at[k] = i
		}
	}
	for i, c := range in.Changes {
		for release, m := range in.Minors {
			known, seen := m.Links[c.Fingerprint]
			if !seen {
				continue
			}
			var matches []link.Match
			for _, k := range known {
				if n, has := at[key{release, k.PR, k.Entry}]; has {
					matches = append(matches, link.Match{Note: n, Confidence: link.Confidence(k.Confidence), Score: k.Score, Why: k.Why})
				}
			}
			if len(matches) == 0 && in.Texts[release] {
				continue
			}
			result.Links[i] = slices.DeleteFunc(result.Links[i], func(l link.Match) bool { return in.Notes[l.Note].Release == release })
			result.Links[i] = append(result.Links[i], matches...)
		}
		order.By(result.Links[i], func(a, b link.Match) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(in.Notes[a.Note].PR, in.Notes[b.Note].PR))
		})
	}
}

type key struct {
	release string
	pr      int
	// text is that of a note without a pull request.
	text string
}

// disprove marks a reverted note as in the release if the comparison shows its change and no other
// note explains it.
func (in Input) disprove(result link.Result) {
	for i, links := range result.Links {
		if len(links) == 0 || in.Changes[i].Severity == rule.Breaking {
			continue
		}
		n := &in.Notes[links[0].Note]
		if n.NotInRelease && links[0].Confidence == link.IntroducedBy && !slices.ContainsFunc(links[1:], func(l link.Match) bool {
			return in.Notes[l.Note].PR != n.RevertedBy
		}) {
			n.NotInRelease = false
		}
	}
}
