package history

import (
	"fmt"

	"github.com/kubedelta/kubedelta/changelog"
)

// Warnings says of which releases a filter by SIG would lose most: fewer than
// half of the entries name a SIG. The final markdown of 1.22 to 1.30 is so,
// because entries edited by hand lost their tags.
func Warnings(s Span) (out []string) {
	for _, d := range s.Documents {
		tagged, total := 0, 0
		for _, n := range d.Notes {
			total++
			if len(n.SIGs) > 0 {
				tagged++
			}
		}
		if d.Form == changelog.FormMarkdown && tagged*2 < total {
			out = append(out, fmt.Sprintf("%d of %d entries of %s name a SIG, so a filter by SIG loses most: give the machine-readable notes too (release-notes-draft.json)", tagged, total, d.Release))
		}
	}
	return out
}
