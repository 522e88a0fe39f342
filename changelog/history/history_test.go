package history_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/history"
	"github.com/kubedelta/kubedelta/fixtures/growth"
)

func version(t *testing.T, s string) changelog.Version {
	t.Helper()
	v, err := changelog.ParseVersion(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func note(pr int, release, text string) changelog.Note {
	n := changelog.Note{PR: pr, PRs: []int{pr}, Release: release, Text: text, Section: changelog.Bug}
	n.FillLists()
	return n
}

func document(release string, form changelog.Form, notes ...changelog.Note) changelog.Document {
	for i := range notes {
		notes[i].Release = release
	}
	return changelog.Document{Release: release, Form: form, Notes: notes}
}

// TestManyPatches checks that the versions of a library are not sorted for each of them.
func TestManyPatches(t *testing.T) {
	growth.Linear(t, "patch releases", 2_000, func(n int) func() {
		var l history.Library
		for patch := range n {
			l.Add(document("v1.33."+strconv.Itoa(patch), changelog.FormFacts, note(patch+1, "", "a")))
		}
		return func() { l.Between(version(t, "1.33.0"), version(t, "1.33."+strconv.Itoa(n-1))) }
	})
}

func TestPath(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     []string
	}{
		{"1.23", "1.24", []string{"v1.24.0"}},
		{"1.23.5", "1.24.2", []string{"v1.24.0", "v1.24.1", "v1.24.2"}},
		{"1.22.5", "1.25", []string{"v1.23.0", "v1.24.0", "v1.25.0"}},
		{"1.24.1", "1.24.3", []string{"v1.24.2", "v1.24.3"}},
		{"1.24", "1.24.1", []string{"v1.24.1"}},
		{"1.24", "1.24", nil},
		{"1.25", "1.24", nil},
		{"1.24.0-rc.0", "1.24.0", []string{"v1.24.0"}},
		{"1.23", "1.24.0-beta.0", []string{"v1.24.0-beta.0"}},
		{"1.22", "1.24.0-alpha.3", []string{"v1.23.0", "v1.24.0-alpha.1", "v1.24.0-alpha.2", "v1.24.0-alpha.3"}},
		{"1.24.0-alpha.1", "1.24.0-alpha.3", []string{"v1.24.0-alpha.2", "v1.24.0-alpha.3"}},
		// Pre-releases of beta and rc begin with 0 from 1.20 on.
		{"1.24.0-beta.0", "1.24.0-rc.1", []string{"v1.24.0-rc.0", "v1.24.0-rc.1"}},
		{"1.18", "1.19.0-rc.2", []string{"v1.19.0-rc.1", "v1.19.0-rc.2"}},
		// The release after a pre-release also has notes of changes that the pre-release lacks.
		{"1.23.0-rc.1", "1.24.0", []string{"v1.23.0", "v1.24.0"}},
		{"1.23.0-beta.0", "1.25.0-alpha.1", []string{"v1.23.0", "v1.24.0", "v1.25.0-alpha.1"}},
		{"1.24.0-rc.1", "1.24.2", []string{"v1.24.0", "v1.24.1", "v1.24.2"}},
		{"1.24.3-rc.0", "1.24.4", []string{"v1.24.3", "v1.24.4"}},
		{"1.24.3-rc.0", "1.25", []string{"v1.25.0"}},
	} {
		var got []string
		for _, v := range history.Path(version(t, c.from), version(t, c.to)) {
			got = append(got, v.String())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s..%s: %v, want %v", c.from, c.to, got, c.want)
		}
	}
}

// TestPreReleases checks that the notes of an alpha are those since the previous alpha.
func TestPreReleases(t *testing.T) {
	var l history.Library
	for i, release := range []string{"v1.24.0-alpha.1", "v1.24.0-alpha.2", "v1.24.0-beta.0", "v1.24.0-rc.0", "v1.24.0-rc.1"} {
		l.Add(document(release, changelog.FormMarkdown, note(i+1, release, "something")))
	}
	for _, c := range []struct{ from, to, want, missing string }{
		{"1.23", "1.24.0-alpha.2", "[v1.24.0-alpha.1 v1.24.0-alpha.2]", "[]"},
		{"1.23", "1.24.0-alpha.4", "[v1.24.0-alpha.1 v1.24.0-alpha.2]", "[v1.24.0-alpha.3 v1.24.0-alpha.4]"},
		{"1.23", "1.24.0-rc.1", "[v1.24.0-alpha.1 v1.24.0-alpha.2 v1.24.0-beta.0 v1.24.0-rc.0 v1.24.0-rc.1]", "[]"},
		{"1.24.0-alpha.1", "1.24.0-beta.0", "[v1.24.0-alpha.2 v1.24.0-beta.0]", "[]"},
		{"1.23", "1.24.0", "[v1.24.0-alpha.1 v1.24.0-alpha.2 v1.24.0-beta.0 v1.24.0-rc.0 v1.24.0-rc.1]", "[v1.24.0]"},
		{"1.24.0-beta.0", "1.25.0", "[v1.24.0-rc.0 v1.24.0-rc.1]", "[v1.24.0 v1.25.0]"},
		{"1.24.0", "1.24.1", "[]", "[v1.24.1]"},
		{"1.24", "1.25.0-rc.0", "[]", "[v1.25.0-alpha.1 v1.25.0-beta.0 v1.25.0-rc.0]"},
		{"1.25.0-alpha.2", "1.25.0-beta.0", "[]", "[v1.25.0-beta.0]"},
		// The notes of one version are its own.
		{"", "1.24.0-alpha.2", "[v1.24.0-alpha.2]", "[]"},
		{"", "1.24.0-alpha.1", "[v1.24.0-alpha.1]", "[]"},
		{"", "1.24.0-beta.0", "[v1.24.0-beta.0]", "[]"},
		{"", "1.24.0-rc.1", "[v1.24.0-rc.1]", "[]"},
	} {
		to := version(t, c.to)
		from := history.Before(to)
		if c.from != "" {
			from = version(t, c.from)
		}
		s := l.Between(from, to)
		if got, missing := fmt.Sprint(s.Releases), fmt.Sprint(s.Missing); got != c.want || missing != c.missing {
			t.Errorf("%s..%s: %s without %s, want %s without %s", c.from, c.to, got, missing, c.want, c.missing)
		}
	}
}

// TestFromPreRelease checks that a range from a pre-release leaves out the notes of the release that
// are also notes of this or an earlier pre-release, unless they are notes of a later one too.
func TestFromPreRelease(t *testing.T) {
	var l history.Library
	for release, prs := range map[string][]int{
		"v1.24.0-alpha.1": {1}, "v1.24.0-alpha.2": {2, 3}, "v1.24.0-beta.0": {3, 4}, "v1.24.0": {1, 2, 3, 4, 5}, "v1.24.1": {6}, "v1.25.0": {7}, "v1.25.0-alpha.1": {1},
	} {
		var notes []changelog.Note
		for _, pr := range prs {
			notes = append(notes, note(pr, release, "something"))
		}
		l.Add(document(release, changelog.FormMarkdown, notes...))
	}
	for _, c := range []struct {
		from, to, want string
		had            int
		unknown        string
	}{
		{"1.24.0-alpha.1", "1.24.0", "[2 3 4 5]", 1, "[]"},
		{"1.24.0-alpha.2", "1.24.0", "[3 4 5]", 2, "[]"},
		{"1.24.0-alpha.3", "1.24.0", "[3 4 5]", 2, "[v1.24.0-alpha.3]"},
		{"1.24.0-beta.0", "1.24.0", "[5]", 4, "[]"},
		{"1.24.0-beta.0", "1.24.1", "[5 6]", 4, "[]"},
		{"1.24.0-beta.0", "1.25.0", "[5 7]", 4, "[]"},
		{"1.24.0-alpha.1", "1.24.0-beta.0", "[2 3 4]", 0, "[]"},
		{"1.25.0-rc.1", "1.25.0", "[7]", 0, "[v1.25.0-beta.0 v1.25.0-rc.0 v1.25.0-rc.1]"},
	} {
		s := l.Between(version(t, c.from), version(t, c.to))
		var got []int
		for _, n := range s.Notes {
			got = append(got, n.PR)
		}
		if unknown := fmt.Sprint(s.Unpatched); fmt.Sprint(got) != c.want || s.Had != c.had || unknown != c.unknown {
			t.Errorf("%s..%s: %v, %d left out, unknown %s; want %s, %d, %s", c.from, c.to, got, s.Had, unknown, c.want, c.had, c.unknown)
		}
	}
}

// TestSIGPrecedence checks the order of sources: the tag of the note, the draft, the pre-release,
// the heading.
func TestSIGPrecedence(t *testing.T) {
	tagged := note(1, "", "a")
	tagged.SIGs, tagged.SIGSource = []string{"network"}, changelog.SIGFromTail
	headed := note(4, "", "d")
	headed.SIGs, headed.SIGSource = []string{"cli"}, changelog.SIGFromHeading
	draft := func(pr int, sigs ...string) changelog.Note {
		n := note(pr, "", "text of the draft")
		n.SIGs, n.SIGSource, n.Kinds = sigs, changelog.SIGFromDraft, []string{"bug"}
		return n
	}
	pre := note(3, "", "c")
	pre.SIGs, pre.SIGSource = []string{"storage"}, changelog.SIGFromTail
	hidden := draft(6, "docs")
	hidden.Unpublished = true

	var l history.Library
	l.Add(document("v1.24.0", changelog.FormMarkdown, tagged, note(2, "", "b"), note(3, "", "c"), headed, note(5, "", "e")))
	l.Add(document("v1.24.0", changelog.FormDraft, draft(1, "testing"), draft(2, "node", "auth"), hidden, draft(7, "apps")))
	l.Add(document("v1.24.0-alpha.1", changelog.FormMarkdown, pre))
	d, ok := l.Document(version(t, "1.24"))
	if !ok {
		t.Fatal("no document")
	}
	want := []struct {
		pr     int
		sigs   []string
		source changelog.SIGSource
		text   string
	}{
		{1, []string{"network"}, changelog.SIGFromTail, "a"},
		{2, []string{"node", "auth"}, changelog.SIGFromDraft, "b"},
		{3, []string{"storage"}, changelog.SIGFromPrerelease, "c"},
		{4, []string{"cli"}, changelog.SIGFromHeading, "d"},
		{5, []string{}, changelog.SIGUnknown, "e"},
		{7, []string{"apps"}, changelog.SIGFromDraft, "text of the draft"},
	}
	if len(d.Notes) != len(want) {
		t.Fatalf("%d notes, want %d", len(d.Notes), len(want))
	}
	for i, w := range want {
		n := d.Notes[i]
		if n.PR != w.pr || !slices.Equal(n.SIGs, w.sigs) || n.SIGSource != w.source || n.Text != w.text {
			t.Errorf("entry %d: %d %v %s %q, want %+v", i, n.PR, n.SIGs, n.SIGSource, n.Text, w)
		}
	}
	if !slices.Equal(d.Notes[0].Kinds, []string{"bug"}) {
		t.Errorf("kinds of #1: %v", d.Notes[0].Kinds)
	}
}

// TestReverts checks reverts by number and by words, and notes with similar words that are no
// reverts.
func TestReverts(t *testing.T) {
	notes := []changelog.Note{
		note(100, "v1.24.0", "Adds the field `trafficShape` to the Service API, behind a gate"),
		note(101, "v1.24.0", "Kubelet now retries image pulls with a jitter"),
		note(102, "v1.24.0", "Reverted the field `trafficShape` of the Service API, behind a gate"),
		note(103, "v1.24.0", "Reverts #101, which made pulls slow"),
		note(104, "v1.24.0", "Revert an unrelated change of the scheduler queue"),
		note(105, "v1.24.0", "Introduce a v1alpha1 networking API for ClusterCIDRConfig"),
		note(106, "v1.24.0", "Remove a v1alpha1 networking API for ClusterCIDRConfig"),
		note(107, "v1.24.0", "The flag --old-thing of the kubelet is deprecated"),
		note(108, "v1.24.0", "Remove the flag --old-thing of the kubelet, is deprecated"),
	}
	for _, i := range []int{2, 3, 4} {
		notes[i].IsRevert = true
	}
	history.MarkReverts(notes)
	for i, want := range []struct {
		reverts, by int
		out         bool
	}{{0, 102, true}, {0, 103, true}, {100, 0, false}, {101, 0, false}, {0, 0, false}, {0, 106, true}, {105, 0, false}, {0, 0, false}, {0, 0, false}} {
		n := notes[i]
		if n.Reverts != want.reverts || n.RevertedBy != want.by || n.NotInRelease != want.out {
			t.Errorf("#%d: reverts %d, by %d, out %v; want %+v", n.PR, n.Reverts, n.RevertedBy, n.NotInRelease, want)
		}
	}
}

// TestRevertsThatWereUndone: in the source of 1.31, ConsistentListFromCache is beta and on. The note
// that its revert reverts is true, whatever the notes say.
func TestRevertsThatWereUndone(t *testing.T) {
	for gate, out := range map[string]bool{"ConsistentListFromCache": false, "RecursiveReadOnlyMounts": false, "EventedPLEG": true, "Unknown": true} {
		notes := []changelog.Note{note(100, "v1.31.0", "Moved the feature gate to beta"), note(101, "v1.31.0", "Revert #100")}
		notes[0].Gates, notes[0].DefaultOnNames = []string{gate}, []string{gate}
		notes[0].Graduations = []changelog.Graduation{{Stage: "beta", Names: []string{gate}}}
		notes[1].IsRevert = true
		if history.MarkReverts(notes); notes[0].NotInRelease != out || (notes[0].RevertedBy != 0) != out || notes[1].Reverts != 100 {
			t.Errorf("%s: reverted by %d, out %v, reverts %d; want out %v", gate, notes[0].RevertedBy, notes[0].NotInRelease, notes[1].Reverts, out)
		}
	}
}

// TestBetween checks that each pull request is listed once, and cherry-picks that a patch release
// has are left out.
func TestBetween(t *testing.T) {
	cherry := note(201, "", "Fixed a leak of watches in the API server")
	cherry.Authors = []string{"alice"}
	fix := note(300, "", "Fixed a leak of watches in the API server.")
	fix.Authors = []string{"alice"}
	golang := note(301, "", "Kubernetes is now built with Go 1.18")
	var l history.Library
	l.Add(document("v1.23.2", changelog.FormMarkdown, cherry, note(202, "", "Kubernetes is now built with Go 1.17.8")))
	l.Add(document("v1.24.0", changelog.FormMarkdown, fix, golang, note(302, "", "Another thing")))
	l.Add(document("v1.24.1", changelog.FormMarkdown, note(302, "", "Another thing"), note(303, "", "A patch")))

	prs := func(s history.Span) (out []int) {
		for _, n := range s.Notes {
			out = append(out, n.PR)
		}
		return out
	}
	s := l.Between(version(t, "1.23.1"), version(t, "1.24.1"))
	if got := prs(s); !slices.Equal(got, []int{300, 301, 302, 303}) || s.Had != 0 {
		t.Errorf("from 1.23.1: %v, had %d", got, s.Had)
	}
	if also := s.Notes[0].AlsoIn; !slices.Equal(also, []changelog.Backport{{Release: "v1.23.2", PR: 201}}) {
		t.Errorf("#300 is also in %v", also)
	}
	s = l.Between(version(t, "1.23.2"), version(t, "1.24.2"))
	if got := prs(s); !slices.Equal(got, []int{301, 302, 303}) || s.Had != 1 {
		t.Errorf("from 1.23.2: %v, had %d", got, s.Had)
	}
	if len(s.Missing) != 1 || s.Missing[0].String() != "v1.24.2" {
		t.Errorf("missing: %v", s.Missing)
	}
}

// TestPollutedDrafts checks that the drafts of old patch releases are not used.
func TestPollutedDrafts(t *testing.T) {
	var l history.Library
	l.Add(document("v1.14.2", changelog.FormDraft, note(1, "", "a")))
	l.Add(document("v1.18.2", changelog.FormDraft, note(2, "", "b")))
	if _, ok := l.Document(version(t, "1.14.2")); ok {
		t.Error("the draft of v1.14.2 was used")
	}
	if _, ok := l.Document(version(t, "1.18.2")); !ok {
		t.Error("the draft of v1.18.2 was not used")
	}
}

// TestWrongNumber checks that an entry of the markdown with the number of another pull request has
// the number of the draft's note with the same text and author.
func TestWrongNumber(t *testing.T) {
	by := func(n changelog.Note, author string) changelog.Note {
		n.Authors = []string{author}
		return n
	}
	mine, others := by(note(1, "v1.34.0", "Document how to contribute."), "ann"), by(note(1, "v1.34.0", "Fixed a data race."), "bob")
	draft := []changelog.Note{by(note(1, "v1.34.0", "Document how to contribute."), "ann"), by(note(2, "v1.34.0", "Fixed a data race."), "bob")}
	joined := history.Join(document("v1.34.0", changelog.FormMarkdown, mine, others), draft, nil)
	var got []int
	for _, n := range joined.Notes {
		got = append(got, n.PR)
	}
	if fmt.Sprint(got) != "[1 2]" {
		t.Errorf("%v", got)
	}
}

// TestNotesOfTheNextMinor checks that an entry that only the draft of a release has, and that the
// markdown of the next minor has, belongs to the next minor.
func TestNotesOfTheNextMinor(t *testing.T) {
	for _, next := range []changelog.Form{changelog.FormMarkdown, changelog.FormFacts} {
		testNextMinor(t, next)
	}
}

func testNextMinor(t *testing.T, next changelog.Form) {
	t.Helper()
	var l history.Library
	l.Add(document("v1.22.0", changelog.FormMarkdown, note(1, "", "In both markdowns")))
	l.Add(document("v1.22.0", changelog.FormDraft, note(1, "", "In both markdowns"), note(2, "", "Merged after the branch"), note(3, "", "Only in the draft")))
	l.Add(document("v1.23.0", next, note(1, "", "In both markdowns"), note(2, "", "Merged after the branch")))
	for release, want := range map[string]string{"1.22": "[1 3]", "1.23": "[1 2]"} {
		d, ok := l.Document(version(t, release))
		got := []int{}
		for _, n := range d.Notes {
			got = append(got, n.PR)
		}
		if !ok || fmt.Sprint(got) != want {
			t.Errorf("%s has %v, want %s", release, got, want)
		}
	}
}

// TestOtherVersions checks that texts with different version numbers are not about the same change.
func TestOtherVersions(t *testing.T) {
	by := func(pr int, text string) changelog.Note {
		n := note(pr, "", text)
		n.Authors = []string{"ann"}
		return n
	}
	for _, c := range []struct {
		text, patch string
		same        bool
	}{
		{"Update Golang to v1.14.5", "Update Golang to v1.13.14", false},
		{"Kubernetes is now built using go1.15.7", "Kubernetes is now built using go1.15.11", false},
		{"Update Golang to v1.14.5", "Update the Golang to v1.14.5", true},
		{"Kubernetes is now built with Golang 1.16.5.", "Kubernetes is now built with Golang 1.16.5", true},
		{"Kubeadm installs etcd v3.4.13 for clusters of v1.19", "kubeadm installs version 3.4.13 of etcd for clusters of v1.19", true},
		{"Update the image of pause to 3.9-rc.1", "Update the image of pause to 3.9-rc.2", false},
		{"The v1beta1 storage API of the kubelet is on", "The v1beta2 storage API of the kubelet is on", false},
		{"Fixed a leak in 2 places of the kubelet", "Fixed the leak in 2 places of the kubelet.", true},
	} {
		var l history.Library
		l.Add(document("v1.18.7", changelog.FormMarkdown, by(2, c.patch)))
		l.Add(document("v1.19.0", changelog.FormMarkdown, by(1, c.text)))
		s := l.Between(version(t, "1.18.20"), version(t, "1.19"))
		if got := s.Had == 1; got != c.same {
			t.Errorf("%q is the same change as %q: %v", c.text, c.patch, got)
		}
	}
}
