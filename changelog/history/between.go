package history

import (
	"slices"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// Path returns the versions whose notes matter for an upgrade from one version to another, oldest
// first: the x.y.0 of each later minor, and the patch releases of the last minor up to to. Within
// one minor, it returns the patch releases between them. It is empty for a downgrade and for equal
// versions.
//
// Patch releases of minors in between are left out, because the next x.y.0 has their fixes. The
// notes of a pre-release list the changes since the previous pre-release, so the earlier
// pre-releases are included.
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

// Before returns the version with which the notes of v are compared: the previous patch release or
// pre-release, or the x.y.0 of the previous minor.
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

// Span has the notes between two versions.
type Span struct {
	// Releases are the versions with notes, Missing the versions of the path without notes, oldest
	// first.
	Releases, Missing []changelog.Version
	Documents         []changelog.Document
	// Notes has each pull request once, at its first release.
	Notes []changelog.Note
	// Had is the number of notes whose changes from already has as cherry-picks.
	Had int
	// Patched are the patch releases up to from, of its minor, whose notes were available for that.
	// Unpatched are those without notes.
	Patched, Unpatched []changelog.Version
}

// Between joins the notes on the path from one version to another, with reverts and backports.
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
		// This is done after the document, because one note of a pull request may be split into
		// two.
		for _, n := range d.Notes {
			if n.Repository == "" {
				seen[n.PR] = true
			}
		}
	}
	MarkReverts(s.Notes)
	return s
}

// path returns the path with the pre-releases of earlier stages that the library has. The number of
// alphas of a minor is known only from its notes.
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

// sayPatches records which patch releases up to from have notes.
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

// has reports whether a version has the change of a note as a cherry-pick into its own minor.
func has(v changelog.Version, n changelog.Note) bool {
	return slices.ContainsFunc(n.AlsoIn, func(b changelog.Backport) bool {
		patch, err := changelog.ParseVersion(b.Release)
		return err == nil && patch.Release == v.Release && patch.Patch <= v.Patch
	})
}
