package history

import (
	"slices"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Join adds to the notes of a release's markdown what its machine-readable notes have for the same
// pull requests: SIGs, kinds, areas, links. The text remains that of the markdown, which is edited
// last. Published notes that only the draft has are added at the end. prereleases has SIGs by pull
// request.
func Join(markdown changelog.Document, draft []changelog.Note, prereleases map[int][]string) changelog.Document {
	byPR, byText := map[int]*changelog.Note{}, map[string]*changelog.Note{}
	for i := range draft {
		byText[draft[i].Text] = &draft[i]
		for _, pr := range draft[i].PRs {
			if byPR[pr] == nil {
				byPR[pr] = &draft[i]
			}
		}
	}
	out := markdown
	out.Notes = slices.Clone(markdown.Notes)
	used := map[*changelog.Note]bool{}
	for n := range slice.Each(out.Notes) {
		known := find(byPR, n.PRs)
		if same := byText[n.Text]; same != nil && known != nil && known.Text != n.Text && slices.Equal(same.Authors, n.Authors) && !slices.Equal(known.Authors, n.Authors) {
			known, n.PR, n.PRs = same, same.PR, same.PRs // the markdown has the number of another pull request: #133570 of 1.34
		}
		if known != nil {
			used[known] = true
			merge(n, known)
		}
		chooseSIGs(n, known, prereleases)
	}
	for i := range draft {
		if d := &draft[i]; !used[d] && !d.Unpublished {
			out.Notes = append(out.Notes, *d)
		}
	}
	return out
}

func find(byPR map[int]*changelog.Note, prs []int) *changelog.Note {
	for _, pr := range prs {
		if n := byPR[pr]; n != nil {
			return n
		}
	}
	return nil
}

func merge(n, draft *changelog.Note) {
	n.Kinds, n.Areas = draft.Kinds, draft.Areas
	n.ActionRequired = n.ActionRequired || draft.ActionRequired
	if len(n.Authors) == 0 {
		n.Authors = draft.Authors
	}
	if len(n.Documentation) == 0 {
		n.Documentation = draft.Documentation
	}
	if len(n.KEPs) == 0 {
		n.KEPs = draft.KEPs
	}
	if len(n.CVEs) == 0 {
		n.CVEs = draft.CVEs
	}
}

// chooseSIGs keeps the tag of the note itself, or else takes the best source: the labels in the
// draft, the tag of a pre-release, the heading.
func chooseSIGs(n, draft *changelog.Note, prereleases map[int][]string) {
	if n.SIGSource == changelog.SIGFromTail && len(n.SIGs) > 0 {
		return
	}
	if draft != nil && len(draft.SIGs) > 0 {
		n.SIGs, n.SIGSource = draft.SIGs, draft.SIGSource
		return
	}
	for _, pr := range n.PRs {
		if sigs := prereleases[pr]; len(sigs) > 0 {
			n.SIGs, n.SIGSource = sigs, changelog.SIGFromPrerelease
			return
		}
	}
	if len(n.SIGs) == 0 {
		n.SIGs, n.SIGSource = []string{}, changelog.SIGUnknown
	}
}
