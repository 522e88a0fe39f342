package history

import (
	"slices"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// numberedFrom0 is the first minor whose betas and release candidates begin with 0: v1.19.0-rc.1 was
// the first one of 1.19.
const numberedFrom0 = 20

func first(v changelog.Version, stage string) changelog.Version {
	v.Stage, v.Number = stage, 0
	if stage == "alpha" || v.Minor < numberedFrom0 {
		v.Number = 1
	}
	return v
}

// sameRelease reports whether two versions are the same release or pre-releases of it.
func sameRelease(a, b changelog.Version) bool { return a.Release == b.Release && a.Patch == b.Patch }

// stageSoFar returns a pre-release and the earlier ones of its stage, oldest first.
func stageSoFar(v changelog.Version) (out []changelog.Version) {
	for next := first(v, v.Stage); next.Number < v.Number; next.Number++ {
		out = append(out, next)
	}
	return append(out, v)
}

// prereleases returns the pre-releases after one version and up to another, oldest first: those that
// the library has, and if the other is a pre-release, all of its stage, and the first one of an
// earlier stage that the library does not have. How many alphas and betas there are is known only
// from their notes.
func (l *Library) prereleases(after, to changelog.Version) (out []changelog.Version) {
	out = slice.Filter(slices.Concat(l.Versions(), stageSoFar(to)), func(v changelog.Version) bool {
		return !v.Final() && sameRelease(v, to) && v.Compare(to) <= 0
	})
	for _, stage := range []string{"alpha", "beta"} {
		start := first(to, stage)
		if !to.Final() && to.Patch == 0 && start.Compare(to) < 0 && !slices.ContainsFunc(out, func(v changelog.Version) bool { return v.Stage == stage }) {
			out = append(out, start)
		}
	}
	slices.SortFunc(out, changelog.Version.Compare)
	return slices.DeleteFunc(slices.Compact(out), func(v changelog.Version) bool { return v.Compare(after) <= 0 })
}

// Known returns the pre-release that a path begins after, whose notes show which notes of its release
// it already has, or nothing.
func Known(from changelog.Version, path []changelog.Version) []changelog.Version {
	if slices.ContainsFunc(path, func(v changelog.Version) bool { return v.Final() && sameRelease(v, from) }) {
		return []changelog.Version{from}
	}
	return nil
}

// inPrerelease returns the pull requests in the notes of a pre-release and of the earlier ones of the
// same release, except those that are also in the notes of a later pre-release: these notes can be
// about a later change. It records which of the notes are available.
func (l *Library) inPrerelease(from changelog.Version, s *Span) map[int]bool {
	had := map[int]bool{}
	for _, v := range l.prereleases(changelog.Version{}, from) {
		d, ok := l.Document(v)
		if !ok {
			s.Unpatched = append(s.Unpatched, v)
			continue
		}
		s.Patched = append(s.Patched, v)
		for _, n := range d.Notes {
			had[n.PR] = had[n.PR] || n.Repository == ""
		}
	}
	for _, v := range l.Versions() {
		if !v.Final() && sameRelease(v, from) && v.Compare(from) > 0 {
			d, _ := l.Document(v)
			for _, n := range d.Notes {
				delete(had, n.PR)
			}
		}
	}
	delete(had, 0)
	return had
}
