package check

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
)

// noteOf is a note with the minor that it belongs to.
type noteOf struct {
	*changelog.Note
	minor discovery.Release
}

// notesBetween returns the notes of the releases after the cluster's, up to the target of the hop.
// It omits notes of changes that were reverted or not released. Each release without notes is a
// gap.
func (f *found) notesBetween(in preflight.Input) (out []noteOf) {
	from, to := answering(in), in.To
	has := map[int]bool{}
	for n := range slice.Each(in.Notes) {
		r, err := release(n.Release)
		if err != nil || !between(r, from, to) && !patchBetween(n.Release, in) {
			continue
		}
		has[r.Minor] = true
		if n.NotInRelease || n.RevertedBy != 0 || n.Unpublished {
			continue
		}
		out = append(out, noteOf{n, r})
	}
	if !from.Known() || !to.Known() {
		f.gap("release notes", "the releases to compare are unknown")
		return out
	}
	// The target may be any number, so only the first releases without notes are reported.
	const told = 10
	if sameMinor(in) && len(has) == 0 {
		f.gap("release notes of "+in.Patch.String(), "the release notes of "+in.Patch.String()+" are not available")
	}
	for m, n := from.Minor+1, 0; m <= to.Minor && n < told; m++ {
		if !has[m] {
			n++
			r := discovery.Release{Major: to.Major, Minor: m}
			f.gap("release notes of "+r.String(), "the release notes of "+r.String()+" are not available")
		}
	}
	return out
}

// notesOfMinors is notesBetween for what patch releases do not change.
func (f *found) notesOfMinors(in preflight.Input) []noteOf {
	if sameMinor(in) {
		return nil
	}
	return f.notesBetween(in)
}

// patchBetween reports whether a hop is within a minor and a version is on its way.
func patchBetween(version string, in preflight.Input) bool {
	if !sameMinor(in) || in.Patch.Release != in.To {
		return false
	}
	v, err := changelog.ParseVersion(version)
	if err != nil || v.Release != in.To || v.Compare(in.Patch) > 0 {
		return false
	}
	runs, err := changelog.ParseVersion(in.Server.Version)
	return err != nil || v.Compare(runs) > 0
}

// index returns, for each name that is in both lists of a note, the note of the earliest minor. The
// lists of removed, deprecated and locked names include those of other things, too.
func index(notes []noteOf, lists func(noteOf) (changed, names []string)) map[string]noteOf {
	out := map[string]noteOf{}
	for _, n := range notes {
		changed, names := lists(n)
		for _, name := range changed {
			if was, has := out[name]; slices.Contains(names, name) && (!has || n.minor.Compare(was.minor) < 0) {
				out[name] = n
			}
		}
	}
	return out
}

// pulls returns the pull request as a list; nil if there is none.
func (n noteOf) pulls() []int {
	if n.PR == 0 {
		return nil
	}
	return []int{n.PR}
}

// concerns reports whether a note is about a component, from its text or its areas. Areas are
// labels of the pull request, and not every pull request has one.
func (n noteOf) concerns(component string) answer {
	if n.Text != "" && strings.Contains(strings.ToLower(n.Text), component) {
		return yes
	}
	areas := map[string]string{
		"kubelet": kubelet, "kube-proxy": kubeProxy, "ipvs": kubeProxy, "apiserver": apiServer, "kubectl": "kubectl", "kubeadm": "kubeadm", "e2e-test-framework": "test",
	}
	told := false
	for _, a := range n.Areas {
		if of, known := areas[a]; known {
			if of == component {
				return yes
			}
			told = true
		}
	}
	if told || len(n.SIGs) > 0 && !slices.ContainsFunc(n.SIGs, func(s string) bool { return s != "cli" && s != "testing" && s != "release" }) {
		return no
	}
	return maybe
}
