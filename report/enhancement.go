package report

import (
	"slices"
	"strconv"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

var (
	enhancementFolder = lazy.Regexp(`keps/sig-([a-z-]+)/`)
	enhancementNumber = lazy.Regexp(`(?:enhancements/issues/|keps?\.k8s\.io/|keps/(?:sig-[a-z-]+|prod-readiness/[a-z-]+)/)0*([1-9][0-9]{0,4})\b`)
)

// enhancementSIGs returns the SIGs in whose folders the enhancements of an entry are, if the entry
// has their labels. They are the SIGs that lead the enhancement.
func enhancementSIGs(n *changelog.Note) (sigs []string) {
	for _, d := range n.Documentation {
		if m := enhancementFolder().FindStringSubmatch(d.URL); m != nil && slices.Contains(n.SIGs, m[1]) {
			sigs = slice.Add(sigs, m[1])
		}
	}
	return sigs
}

// enhancements returns the numbers of the KEPs of an entry, from its text and from its links.
func enhancements(n *changelog.Note) []int {
	keps := slices.Clone(n.KEPs)
	for _, d := range n.Documentation {
		if m := enhancementNumber().FindStringSubmatch(d.URL); m != nil {
			if number, err := strconv.Atoi(m[1]); err == nil {
				keps = append(keps, number)
			}
		}
	}
	return slice.Unique(keps)
}
