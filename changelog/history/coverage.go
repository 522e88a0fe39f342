package history

import (
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Warnings lists the releases for which a filter by SIG loses most notes: fewer than half of them
// have a SIG. This is so for the final markdown of 1.22 to 1.30, because notes that were edited by
// hand lost their tags.
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
			out = append(out, fmt.Sprintf("%d of %d entries of %s have a SIG, so a filter by SIG omits most of them: also specify the machine-readable notes (release-notes-draft.json)", tagged, total, d.Release))
		}
	}
	return append(out, s.patches()...)
}

// patches returns a warning with the patch releases and pre-releases whose notes are and are not
// available, if it is not known which changes the old version already has.
func (s Span) patches() []string {
	if len(s.Unpatched) == 0 {
		return nil
	}
	from := s.Unpatched[len(s.Unpatched)-1]
	if n := len(s.Patched); n > 0 && s.Patched[n-1].Compare(from) > 0 {
		from = s.Patched[n-1]
	}
	had := versions(s.Releases)
	if len(s.Patched) > 0 {
		had = versions(s.Patched) + ", " + had
	}
	how := " as cherry-picks"
	if !from.Final() {
		how = ""
	}
	return []string{fmt.Sprintf("the report contains the notes of %s, not those of %s, so notes that %s already contains%s may be listed", had, versions(s.Unpatched), from, how)}
}

func versions(list []changelog.Version) string {
	if n := len(list); n > 2 && list[n-1].Patch-list[0].Patch == n-1 {
		return list[0].String() + " to " + list[n-1].String()
	}
	return strings.Join(slice.Map(list, changelog.Version.String), ", ")
}
