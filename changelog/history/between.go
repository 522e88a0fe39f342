package history

import (
	"slices"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// Path lists the versions whose notes concern who goes from one version to
// another, oldest first: the x.y.0 of each minor above from's, and the patch
// releases of the last one up to to; within one minor the patches between. It is
// empty for a way back, and for no way at all.
//
// Patch releases of minors in between are not on the way: what they mend is
// mended in the next x.y.0. The notes of a pre-release tell what came since the one
// before it, so those before it on the way belong to it.
func Path(from, to changelog.Version) (out []changelog.Version) {
	if from.Compare(to) >= 0 {
		return nil
	}
	if from.Release == to.Release {
		return slices.DeleteFunc(patches(from, from.Patch+1, to), func(v changelog.Version) bool { return v.Compare(from) <= 0 })
	}
	for minor := from.Minor + 1; minor < to.Minor; minor++ {
		out = append(out, changelog.Version{Release: discovery.Release{Major: to.Major, Minor: minor}})
	}
	return append(out, patches(changelog.Version{Release: to.Release}, 0, to)...)
}

func patches(base changelog.Version, first int, to changelog.Version) (out []changelog.Version) {
	for patch := first; patch < to.Patch; patch++ {
		out = append(out, changelog.Version{Release: base.Release, Patch: patch})
	}
	for n := 1; !to.Final() && n < to.Number; n++ {
		out = append(out, changelog.Version{Release: to.Release, Patch: to.Patch, Stage: to.Stage, Number: n})
	}
	return append(out, to)
}

// lastAlpha is greater than the number of any alpha or beta.
const lastAlpha = 1<<16 - 1

// Before is the version that the notes of v are written against: the patch or the
// pre-release before it, or the x.y.0 of the minor before.
func Before(v changelog.Version) changelog.Version {
	switch {
	case v.Stage == "alpha" && v.Number > 1 || !v.Final() && v.Number > 0 && v.Stage != "alpha":
		v.Number--
		return v
	case v.Stage == "beta" || v.Stage == "rc":
		v.Stage, v.Number = map[string]string{"beta": "alpha", "rc": "beta"}[v.Stage], lastAlpha
		return v
	}
	if v.Patch > 0 {
		return changelog.Version{Release: v.Release, Patch: v.Patch - 1}
	}
	return changelog.Version{Release: discovery.Release{Major: v.Major, Minor: v.Minor - 1}}
}

// Span is what stands between two versions.
type Span struct {
	// Releases are the versions whose notes were found, Missing those of the
	// path whose were not; oldest first.
	Releases, Missing []changelog.Version
	Documents         []changelog.Document
	// Notes are the entries, each pull request once, at its first release.
	Notes []changelog.Note
	// Had counts the entries that from has already, by cherry-pick.
	Had int
	// Patched are the patch releases up to from, of its own minor, whose notes were
	// at hand to tell that; Unpatched those whose were not.
	Patched, Unpatched []changelog.Version
}

// Between joins the notes on the path from one version to another, with what was
// taken back and what patch releases have too.
func (l *Library) Between(from, to changelog.Version) Span {
	var s Span
	l.sayPatches(from, to, &s)
	seen := map[int]bool{}
	index := l.newPatchIndex()
	for _, v := range l.path(from, to) {
		d, ok := l.Document(v)
		if !ok {
			s.Missing = append(s.Missing, v)
			continue
		}
		index.mark(v, d.Notes)
		MarkReverts(d.Notes)
		MarkOverrides(d.Notes)
		s.Releases = append(s.Releases, v)
		s.Documents = append(s.Documents, d)
		for _, n := range d.Notes {
			switch {
			case n.PR != 0 && n.Repository == "" && seen[n.PR]:
			case has(from, n):
				s.Had++
			default:
				s.Notes = append(s.Notes, n)
			}
		}
		// Marked after the document: one entry may have been split in two, of the
		// same pull request.
		for _, n := range d.Notes {
			if n.Repository == "" {
				seen[n.PR] = true
			}
		}
	}
	MarkReverts(s.Notes)
	return s
}

// path is the way with the pre-releases of earlier stages that the library has: how
// many alphas a minor had, only its notes tell.
func (l *Library) path(from, to changelog.Version) []changelog.Version {
	path := Path(from, to)
	for _, v := range l.Versions() {
		if !to.Final() && !v.Final() && v.Release == to.Release && from.Compare(v) < 0 && v.Compare(to) < 0 && !slices.Contains(path, v) {
			path = append(path, v)
		}
	}
	order.By(path, changelog.Version.Compare)
	return path
}

// sayPatches notes which patch releases can tell what from has by cherry-pick.
func (l *Library) sayPatches(from, to changelog.Version, s *Span) {
	if from.Release == to.Release {
		return
	}
	for patch := 1; patch <= from.Patch; patch++ {
		v := changelog.Version{Release: from.Release, Patch: patch}
		if notes, _ := l.Has(v); notes {
			s.Patched = append(s.Patched, v)
		} else {
			s.Unpatched = append(s.Unpatched, v)
		}
	}
}

// has reports whether a version has what an entry tells, by cherry-pick into its
// own minor.
func has(v changelog.Version, n changelog.Note) bool {
	return slices.ContainsFunc(n.AlsoIn, func(b changelog.Backport) bool {
		patch, err := changelog.ParseVersion(b.Release)
		return err == nil && patch.Release == v.Release && patch.Patch <= v.Patch
	})
}
