package report

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/fixtures/golden"
	"github.com/kubedelta/kubedelta/report/format"
)

func render(t *testing.T, r *Report, name string) string {
	t.Helper()
	var b bytes.Buffer
	form := map[string]string{"md": format.Markdown, "txt": format.Text, "json": format.JSON}[name]
	if err := r.Writers().Write(&b, form, format.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// samples are the reports of the golden files.
func samples() map[string]*Report {
	inJapanese := sample()
	inJapanese.Language = "ja"

	highlights := sampleReport(SubjectNotes, "en")
	highlights.Annotate(sampleJoined(NoteFilter{}))
	highlights.SummariseRelease()

	facts := sampleJoined(NoteFilter{})
	facts.Scope.Texts, facts.Scope.NoTexts, facts.Scope.GroupBy = false, "GitHub could not be reached.", GroupBySIG
	facts.Scope.Missing = []MissingNotes{{Release: "v1.24.1", Reason: "no release notes were found"}}
	for i := range facts.Notes {
		facts.Notes[i].Text = ""
	}
	facts.Prose, facts.Advisories = nil, nil
	onlyFacts := sampleReport(SubjectNotes, "en")
	onlyFacts.Annotate(facts)

	api := sampleReport(SubjectAPI, "en")
	api.Annotate(sampleJoined(NoteFilter{}))

	with := sampleJoined(NoteFilter{SIGs: []string{"sig/network"}})
	with.Scope.WithNotes = true
	withNotes := sampleReport(SubjectAPI, "en")
	withNotes.Annotate(with)

	return map[string]*Report{
		"notes-network-en": sample(), "notes-network-ja": inJapanese, "notes-glance": highlights, "notes-facts": onlyFacts, "api": api, "api-with-notes": withNotes,
	}
}

// TestGolden compares the reports in markdown and text.
func TestGolden(t *testing.T) {
	for name, r := range samples() {
		for _, format := range []string{"md", "txt"} {
			golden.Check(t, filepath.Join("testdata", name+"."+format), []byte(render(t, r, format)))
		}
	}
}

// TestRoundTrip tests that JSON contains everything that other formats show.
func TestRoundTrip(t *testing.T) {
	for name, r := range samples() {
		again, err := ReadJSON(strings.NewReader(render(t, r, "json")))
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []string{"md", "txt", "json"} {
			if got, want := render(t, again, format), render(t, r, format); got != want {
				t.Errorf("%s as %s differs after JSON:\n%s\nwant\n%s", name, format, got, want)
			}
		}
	}
}

// TestWithoutNotes tests that a report without notes does not mention them.
func TestWithoutNotes(t *testing.T) {
	for _, format := range []string{"md", "txt"} {
		if out := render(t, sampleReport(SubjectAPI, "en"), format); strings.Contains(out, "release note") {
			t.Errorf("%s speaks of release notes:\n%s", format, out)
		}
	}
}

// TestSIGFilter tests that a SIG selects changes and entries, and that the report counts the
// others.
func TestSIGFilter(t *testing.T) {
	r := sampleReport(SubjectNotes, "en")
	j := sampleJoined(NoteFilter{SIGs: []string{"SIG Storage"}})
	j.Scope.APIDiff = APIDiffSIG
	all := len(r.Changes)
	r.Annotate(j)
	if len(r.Changes) != 2 || len(r.Changes)+r.Filtered != all || r.NotesScope.Unattributed != 0 {
		t.Errorf("%d changes, %d filtered, %d unattributed", len(r.Changes), r.Filtered, r.NotesScope.Unattributed)
	}
	if !slices.Equal(r.Changes[0].SIGs, []string{"storage", "auth"}) {
		t.Errorf("the SIGs of the enhancement come first, without those in passing: %v", r.Changes[0].SIGs)
	}
	var prs []int
	for _, n := range r.Notes {
		prs = append(prs, n.PR)
	}
	if !slices.Equal(prs, []int{108445, 107527, 670}) || r.NotesScope.Filtered != 7 {
		t.Errorf("entries %v, %d filtered", prs, r.NotesScope.Filtered)
	}
	if got := r.Summary.BySIG["storage"]; got != 2 {
		t.Errorf("%d changes of storage in the summary", got)
	}
	// A change without a note belongs to no known SIG.
	j = sampleJoined(NoteFilter{SIGs: []string{"network"}})
	j.Result.Links[3] = nil
	r = sampleReport(SubjectAPI, "en")
	r.Annotate(j)
	if r.NotesScope.Unattributed != 1 || !strings.Contains(render(t, r, "md"), "1 change without a release note is left out: its SIG is not known.") {
		t.Errorf("%d unattributed", r.NotesScope.Unattributed)
	}
}

// TestNoteFilter tests each field of the filter, in the spellings that users write.
func TestNoteFilter(t *testing.T) {
	for _, c := range []struct {
		name   string
		filter NoteFilter
		want   []int
	}{
		{"label of a kind", NoteFilter{Kinds: []string{"Deprecation"}}, []int{107235}},
		{"label of a kind in full", NoteFilter{Kinds: []string{"kind/API-change"}}, []int{108445, 107235, 108290, 109436, 107527}},
		{"section", NoteFilter{Kinds: []string{"bug or regression"}}, []int{107091}},
		{"short section", NoteFilter{Kinds: []string{"other"}}, []int{670}},
		{"text", NoteFilter{Grep: regexp.MustCompile("(?i)dockershim|service_total")}, []int{97252, 107027}},
		{"action required", NoteFilter{ActionRequired: true}, []int{97252, 104732}},
		{"few SIGs", NoteFilter{MaxSIGs: 1}, []int{107027, 107091, 104732, 670}},
		{"two SIGs", NoteFilter{SIGs: []string{"sig_cli", "Sig/Node"}}, []int{97252, 108290, 109436, 107527, 104732}},
		{"nothing", NoteFilter{Areas: []string{"kubelet"}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := sampleReport(SubjectNotes, "en")
			r.Annotate(sampleJoined(c.filter))
			var got []int
			for _, n := range r.Notes {
				got = append(got, n.PR)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
			above, _, said := strings.Cut(render(t, r, "md"), "No release notes match.")
			if said != (c.want == nil) || said && strings.Contains(above, "\n## ") {
				t.Error("the report does not say above all sections that nothing is left")
			}
		})
	}
}

// TestKnown tests that other spellings are known and misspellings are not.
func TestKnown(t *testing.T) {
	known := Known(sampleNotes())
	sigs, kinds, areas := known.Unknown(NoteFilter{SIGs: []string{"SIG Network", "nework"}, Kinds: []string{"feature", "Featrue", "Urgent upgrade notes"}, Areas: []string{"kubelet"}})
	if !slices.Equal(sigs, []string{"nework"}) || !slices.Equal(kinds, []string{"Featrue"}) || !slices.Equal(areas, []string{"kubelet"}) {
		t.Errorf("unknown: %v %v %v", sigs, kinds, areas)
	}
	if !slices.Contains(known.SIGs, "api-machinery") || !slices.IsSorted(known.SIGs) {
		t.Errorf("SIGs: %v", known.SIGs)
	}
}

// TestSIGNames tests the names that the release team writes.
func TestSIGNames(t *testing.T) {
	for label, want := range map[string]string{
		"api-machinery": "API Machinery", "cli": "CLI", "sig-network": "Network", "SIG Cluster Lifecycle": "Cluster Lifecycle", "vsphere": "vSphere", "": "", "é": "É",
	} {
		if got := SIGName(label); got != want {
			t.Errorf("%q is %q, want %q", label, got, want)
		}
	}
}

// TestWaivedAndFilteredLinks tests that waived changes keep their links, and that filtered changes
// do not shift them.
func TestWaivedAndFilteredLinks(t *testing.T) {
	r := sampleReport(SubjectAPI, "en")
	r.Waive([]Waiver{{Fingerprint: r.Changes[0].Fingerprint, Reason: "known", Expires: "2999-01-01"}}, "2026-01-01")
	r.Changes = r.Changes[1:]
	r.Annotate(sampleJoined(NoteFilter{}))
	if len(r.Waived) != 1 || len(r.Waived[0].Notes) == 0 {
		t.Fatalf("the waived change lost its note: %+v", r.Waived)
	}
	for _, c := range r.Changes {
		if c.Field == "allocateLoadBalancerNodePorts" && (len(c.Notes) != 1 || c.Notes[0].PR != 107027) {
			t.Errorf("another change's note: %+v", c.Notes)
		}
	}
}

// TestHighlightsMerge tests that there is one item for what notes, gates and the API say about the
// same thing. Gates without an entry are tested elsewhere.
func TestHighlightsMerge(t *testing.T) {
	r := samples()["notes-glance"]
	var names []string
	var told []Reached
	for _, x := range r.Highlights.Stable {
		if len(x.PRs)+len(x.Changes) > 0 {
			names, told = append(names, x.What+" "+x.Name), append(told, x)
		}
	}
	if !slices.Equal(names, []string{"gate ServiceLBNodePortControl", "api storage.k8s.io/v1 CSIStorageCapacity"}) {
		t.Fatalf("stable: %v", names)
	}
	if len(told) == len(r.Highlights.Stable) {
		t.Error("the gates of the source are not there")
	}
	if x := told[1]; !slices.Equal(x.KEPs, []int{1472}) || !slices.Equal(x.PRs, []int{108445}) || len(x.Changes) != 1 || x.SIGs[0] != "storage" {
		t.Errorf("the API, its note and its KEP are not one: %+v", x)
	}
	// 1.24 turned the beta gates on or off.
	switched := slice.Map(r.Highlights.Switched, func(s Switched) string { return s.Name })
	if !slices.Equal(switched, []string{"CSIMigrationAzureFile", "JobTrackingWithFinalizers", "TopologyAwareHints"}) || !r.Highlights.Switched[0].Is.Default || r.Highlights.Switched[1].Is.Default {
		t.Errorf("switched: %+v", r.Highlights.Switched)
	}
	for _, g := range r.Highlights.Deprecated {
		if g.What == "note" {
			t.Errorf("an entry stands beside what it deprecates: %+v", g)
		}
	}
	if removed := r.Highlights.Removed; removed[0].Name != "--experimental-check-node-capabilities-before-mount" || slices.ContainsFunc(removed[1:], func(g Gone) bool { return g.What != "gate" }) {
		t.Errorf("removed: %+v", r.Highlights.Removed)
	}
}

// TestOnlyNamesThatGo tests that other names of an entry are not listed as removed.
func TestOnlyNamesThatGo(t *testing.T) {
	n := Note{Note: changelog.Note{PR: 1, Text: "The flag `--old-one` is deprecated in favor of `--new-one`."}}
	n.Deprecates, n.Flags, n.DeprecatedNames = true, []string{"--new-one", "--old-one"}, []string{"--old-one"}
	items := n.gone(false, nil)
	if len(items) != 1 || items[0].name != "--old-one" || items[0].what != "flag" {
		t.Errorf("deprecated: %+v", items)
	}
	n.Text = "Deprecated the flag `--old-one` of `kubectl run`."
	if items := n.gone(false, nil); len(items) != 1 || items[0].name != "kubectl run --old-one" {
		t.Errorf("deprecated: %+v", items)
	}
}

// TestHighlightsKeepAPIsApart tests that two resources with the same entry stay two items, and that
// the group-version that the entry names is not listed in addition.
func TestHighlightsKeepAPIsApart(t *testing.T) {
	n := changelog.Note{PR: 121089, Release: "v1.29.0", Section: changelog.APIChange, Text: "flow/v1 is served; flow/v1beta3 is deprecated.", SIGs: []string{"api-machinery"}}
	n.Deprecates, n.GroupVersions, n.DeprecatedNames, n.RemovalPlanned = true, []string{"flow/v1", "flow/v1beta3"}, []string{"flow/v1beta3"}, "1.32"
	var changes []diff.Change
	for _, kind := range []string{"FlowSchema", "PriorityLevelConfiguration"} {
		c := diff.Change{Rule: "api-deprecated", Severity: rule.Deprecation, Group: "flow", Version: "v1beta3", Kind: kind, Resource: strings.ToLower(kind) + "s", Message: kind + " is deprecated"}
		c.Seal()
		changes = append(changes, c)
	}
	r := sampleReport(SubjectNotes, "en")
	r.Changes = []Change{{Change: changes[0]}, {Change: changes[1]}}
	m := []link.Match{{Confidence: link.IntroducedBy}}
	r.Annotate(Joined{Scope: NotesScope{Releases: []string{"v1.29.0"}, Texts: true}, Notes: []changelog.Note{n}, Changes: changes, Result: link.Result{Links: [][]link.Match{m, m}}})
	r.SummariseRelease()
	var names []string
	for _, g := range r.Highlights.Deprecated {
		names = append(names, g.Name)
	}
	if !slices.Equal(names, []string{"flow/v1beta3 FlowSchema", "flow/v1beta3 PriorityLevelConfiguration"}) {
		t.Errorf("deprecated: %v", names)
	}
}

// TestHostileNotes tests that no text of an entry, an annotation or a name breaks out of its
// context.
func TestHostileNotes(t *testing.T) {
	j := sampleJoined(NoteFilter{})
	bad := hostile + "\n::error::x\n```\n<!--"
	for i := range j.Notes {
		n := &j.Notes[i]
		n.Text, n.Authors, n.SIGs, n.Release, n.Repository = bad, []string{bad, "a](javascript:x)"}, []string{bad, "a|b"}, "v1|<img>", "../../evil|"
		n.Gates, n.Flags, n.Metrics, n.Kinds, n.Fields = []string{bad}, []string{bad}, []string{"`|" + bad}, []string{bad}, []string{bad}
		n.AlsoIn = []changelog.Backport{{Release: bad, PR: 1}}
		n.Section = changelog.Section(bad)
	}
	j.Result.Claims = []link.Claim{{Note: 0, Text: bad, Why: bad}}
	j.Prose = []changelog.Prose{{Part: "Major Themes", Title: bad, Text: bad}}
	j.Advisories = []changelog.Advisory{{CVE: bad, Title: bad, Rating: bad, Text: bad}}
	j.Scope.Warnings, j.Scope.From, j.Scope.To, j.Scope.Releases = []string{bad}, bad, bad, []string{bad, bad}
	for _, groupBy := range []string{"", GroupBySIG, GroupByRelease} {
		for _, subject := range []Subject{SubjectAPI, SubjectNotes} {
			r := sampleReport(subject, "en")
			j.Scope.WithNotes, j.Scope.GroupBy = true, groupBy
			r.Annotate(j)
			r.SummariseRelease()
			for i := range r.Notes {
				r.Notes[i].Annotation = &Annotation{Remark: bad}
			}
			checkHarmless(t, render(t, r, "md"), render(t, r, "txt"))
		}
	}
}

func checkHarmless(t *testing.T, markdown, text string) {
	t.Helper()
	for _, bad := range []string{"\x1b", "\u202e"} {
		if strings.Contains(markdown+text, bad) {
			t.Errorf("a report holds %q", bad)
		}
	}
	if m := regexp.MustCompile(`(?m)^.*(^\s*::|##\[).*$`).FindString(markdown + text); m != "" {
		t.Errorf("a line is a workflow command: %q", m)
	}
	if strings.Contains(markdown, "evil") {
		t.Error("a link leads to another place than GitHub's repositories")
	}
	fenced := false
	for i, line := range strings.Split(markdown, "\n") {
		if strings.HasPrefix(strings.TrimLeft(line, " "), "```") {
			fenced = !fenced
		}
		if fenced {
			continue
		}
		for _, bad := range []string{"<img", "<!--", "](javascript", "![i", " @team", "](data:"} {
			if strings.Contains(withoutCode(line), bad) {
				t.Errorf("line %d of the markdown holds %q: %s", i+1, bad, line)
			}
		}
		if strings.HasPrefix(line, "# h") {
			t.Errorf("line %d is a heading that the text made", i+1)
		}
	}
}

// TestNotesWithoutComparison tests that a report without data about the API does not say that the
// API is unchanged.
func TestNotesWithoutComparison(t *testing.T) {
	r := sampleReport(SubjectNotes, "en")
	j := sampleJoined(NoteFilter{})
	r.Changes, r.Old.Fidelity, r.New.Fidelity = nil, discovery.Fidelity{}, discovery.Fidelity{}
	r.Annotate(j)
	for _, format := range []string{"md", "txt"} {
		out := render(t, r, format)
		if strings.Contains(out, "API does not change") || !strings.Contains(out, "neither side has this data") {
			t.Errorf("the report speaks of an API that it does not know:\n%s", out)
		}
	}
}

// TestWithoutMarkup tests that references to an entry contain its words, not its markdown.
func TestWithoutMarkup(t *testing.T) {
	n := &Note{Note: changelog.Note{PR: 1, Text: "**Action required** for administrators: see [the post](https://example.com/a) on `Foo`."}}
	if got, want := firstWords(n), "Action required for administrators: see the post on Foo."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	wrapped := &Note{Note: changelog.Note{PR: 1, Text: "KEP-4858 is now GA, and the stricter rules\nfor addresses are in effect.\nA second sentence.\n"}}
	if got, want := firstWords(wrapped), "KEP-4858 is now GA, and the stricter rules for addresses are in effect."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var text string
	for _, run := range n.pointer() {
		text += run.Text
	}
	if want := "Action required for administrators: see the post (https://example.com/a) on Foo."; !strings.HasSuffix(text, want) {
		t.Errorf("%q, want %q", text, want)
	}
}
