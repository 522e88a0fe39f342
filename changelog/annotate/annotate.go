// Package annotate joins a comparison with the release notes between its sides:
// it has the links sought, or takes those of the catalog, which were found with
// all texts, where texts are not at hand; and it takes back what the comparison
// disproves. It takes values and returns values; what is printed of them is for
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
	// Minors are the built-in links by release, of those on the way that the
	// catalog has. Texts are the releases whose texts are at hand.
	Minors map[string]catalog.Minor
	Texts  map[string]bool
	// Whole: no release on the way has texts at hand, and the catalog has all.
	Whole bool
	// Steps are the pairs of minors on the way, oldest first, where there are
	// several and links have to be sought: a wide comparison hides what each
	// release did.
	Steps []link.Input
}

// Annotate links the changes to the notes. Of the notes it changes only what the
// comparison disproves: an entry that was taken back and whose API is there all
// the same is in the release.
func Annotate(in Input) link.Result {
	result := in.seek()
	in.useKnown(result)
	in.disprove(result)
	return result
}

// seek finds links by the notes themselves. Where the catalog knows all of the
// way, only changes that it has never seen, such as those of a server with
// settings of its own, are looked at, and only over one minor.
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

// knownClaims are the claims that the catalog holds of the releases on the way, without
// those that the comparison shows.
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

// shows reports whether the comparison has what a claim says to be off by default: it was
// made with what is off, too. The catalog keeps a claim as the sentence of [link.Claim].
func (in Input) shows(c catalog.Claim) bool {
	return c.Why == link.OffByDefault && slices.ContainsFunc(in.Changes, func(r rule.Change) bool {
		return strings.HasPrefix(c.Text+" ", "adds "+r.GroupVersion().String()+" ")
	})
}

// useKnown puts the catalog's links in the place of those that were found here,
// for each change that the catalog has looked at: it had the descriptions of the
// fields too. That it found none counts only where texts are not at hand, since
// notes of the user's may say more.
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
	// text is that of an entry without a pull request.
	text string
}

// disprove: what an entry brought and another took back is in the release after
// all, where the comparison shows it and no other entry accounts for it.
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
