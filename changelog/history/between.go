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
// pre-releases are included. From a pre-release, the path begins with its release.
func Path(from, to changelog.Version) (out []changelog.Version) {
	if from.Compare(to) >= 0 {
		return nil
	}
	next := from.Patch + 1
	if !from.Final() {
		next = from.Patch
	}
	if from.Release == to.Release {
		return slices.DeleteFunc(patches(next, to), func(v changelog.Version) bool { return v.Compare(from) <= 0 })
	}
	for minor := from.Minor; minor < to.Minor; minor++ {
		if minor > from.Minor || next == 0 {
			out = append(out, changelog.Version{Release: discovery.Release{Major: to.Major, Minor: minor}})
		}
	}
	return append(out, patches(0, to)...)
}

func patches(first int, to changelog.Version) (out []changelog.Version) {
	for patch := first; patch < to.Patch; patch++ {
		out = append(out, changelog.Version{Release: to.Release, Patch: patch})
	}
	if to.Final() {
		return append(out, to)
	}
	return append(out, stageSoFar(to)...)
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
	// Had is the number of notes whose changes from already has.
	Had int
	// Patched are the patch releases up to from, of its minor, and if from is a pre-release, the
	// pre-releases up to it, whose notes were available for that. Unpatched are those without notes.
	Patched, Unpatched []changelog.Version
}

// Between joins the notes on the path from one version to another, with reverts and backports.
func (l *Library) Between(from, to changelog.Version) Span {
	var s Span
	l.sayPatches(from, to, &s)
	path, seen, had := l.Path(from, to), map[int]bool{}, map[int]bool{}
	if len(Known(from, path)) > 0 {
		had = l.inPrerelease(from, &s)
	}
	index := l.newPatchIndex()
	for _, v := range path {
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
			case has(from, n), v.Final() && sameRelease(v, from) && n.Repository == "" && had[n.PR]:
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

// Path returns the versions of [Path], with the pre-releases of earlier stages, and those of a
// release that has no notes yet.
func (l *Library) Path(from, to changelog.Version) []changelog.Version {
	path := Path(from, to)
	for _, v := range path {
		if notes, _ := l.Has(v); v == to && !v.Final() || v.Final() && v.Patch == 0 && !notes {
			path = append(path, l.prereleases(from, v)...)
		}
	}
	order.By(path, changelog.Version.Compare)
	return slices.Compact(path)
}

// sayPatches records which patch releases up to from have notes.
func (l *Library) sayPatches(from, to changelog.Version, s *Span) {
	if from.Release == to.Release {
		return
	}
	for v := (changelog.Version{Release: from.Release, Patch: 1}); v.Compare(from) <= 0; v.Patch++ {
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
		return err == nil && patch.Release == v.Release && patch.Compare(v) <= 0
	})
}
