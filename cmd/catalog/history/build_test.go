package history_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/catalog"
	built "github.com/kubedelta/kubedelta/cmd/catalog/history"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/history"
)

const widgetSpec = "io.example.v1.WidgetSpec"

// surface returns a release with widgets, whose spec has some fields.
func surface(minor int, fields ...discovery.Field) *discovery.Surface {
	s := &discovery.Surface{Release: discovery.Release{Major: 1, Minor: minor}, Source: discovery.SourceCatalog, Schemas: map[string]*discovery.Schema{
		"io.example.v1.Widget": {Type: "object", Properties: []discovery.Field{{Name: "spec", Schema: &discovery.Schema{Ref: widgetSpec}}}},
		widgetSpec:             {Type: "object", Properties: fields},
	}}
	s.Fidelity.Fields, s.Fidelity.FieldFacts, s.Fidelity.Scope = discovery.All, discovery.All, discovery.All
	v := s.AddGroupVersion(discovery.GroupVersion{Group: "example.io", Version: "v1"})
	v.Resources = []discovery.Resource{{Name: "widgets", Kind: "Widget", Schema: "io.example.v1.Widget"}}
	return s
}

func field(name, typ string, facts discovery.Facts) discovery.Field {
	return discovery.Field{Name: name, Schema: &discovery.Schema{Type: typ, Facts: facts}}
}

func build(t *testing.T, releases ...built.Release) history.Tables {
	t.Helper()
	gates := gate.Table{Oldest: discovery.Release{Major: 1, Minor: 1}, Newest: discovery.Release{Major: 1, Minor: 9}, Gates: map[gate.Set]map[string][]gate.Step{gate.Components: {
		"SizeGate": {{From: discovery.Release{Major: 1, Minor: 3}, State: gate.State{Stage: gate.Alpha}}, {From: discovery.Release{Major: 1, Minor: 4}, State: gate.State{Stage: gate.Beta, Default: true}}},
	}}}
	b := built.NewBuilder(gates)
	for _, r := range releases {
		b.Add(r)
	}
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	table, err := history.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return history.Tables{Table: table, Gates: gates, Named: history.Mentions{}}
}

// TestLifecycle: a field that is added with a gate, removed, and added again, and a field that is
// deprecated.
func TestLifecycle(t *testing.T) {
	colour := field("colour", "string", discovery.Facts{})
	old := field("colour", "string", discovery.Facts{Deprecated: true})
	size := field("size", "integer", discovery.Facts{Stage: discovery.Alpha, Gates: []string{"SizeGate"}})
	tables := build(t, built.Release{Surface: surface(2, colour)}, built.Release{Surface: surface(3, colour, size)}, built.Release{Surface: surface(4, old)}, built.Release{Surface: surface(5, old, size)})
	lifecycles := func(word string) history.FieldLifecycle {
		t.Helper()
		found := tables.Find(word)
		if len(found) != 1 || found[0].Field == nil {
			t.Fatalf("%s is found %d times", word, len(found))
		}
		return tables.Field(found[0])
	}
	l := lifecycles("widget.spec.size")
	if l.Introduced.String() != "1.3" || l.OrEarlier || l.Removed.Known() || len(l.Spans) != 2 || l.Stage != discovery.Beta || l.API != "example.io/v1 Widget" || l.Path != "spec.size" {
		t.Errorf("size: %+v", l)
	}
	if len(l.Gates) != 1 || l.Gates[0].By != history.ByType || len(l.Gates[0].Steps) != 2 {
		t.Errorf("gates: %+v", l.Gates)
	}
	var changes []string
	for _, c := range l.Changes {
		changes = append(changes, c.Release.String()+" "+c.Message)
	}
	if d := cmp.Diff([]string{"1.3 WidgetSpec.size is new (alpha)", "1.4 WidgetSpec.size is removed (it was alpha)", "1.5 WidgetSpec.size is new (alpha)"}, changes); d != "" {
		t.Error(d)
	}
	if l := lifecycles("WidgetSpec.colour"); l.Introduced.String() != "1.2" || !l.OrEarlier || l.Deprecated.String() != "1.4" || l.Stage != "" {
		t.Errorf("colour: %+v", l)
	}
	if near := tables.Near("widget.spec.sise"); near != "widget.spec.size" {
		t.Errorf("near: %q", near)
	}
	if near := tables.Near("widget.size"); near != "widget.spec.size" {
		t.Errorf("near: %q", near)
	}
}

// TestUnknownBefore: if a release has a kind but no document of it, its fields are not new in the
// next release.
func TestUnknownBefore(t *testing.T) {
	mute := surface(2)
	mute.Schemas = nil
	tables := build(t, built.Release{Surface: mute}, built.Release{Surface: surface(3, field("colour", "string", discovery.Facts{}))})
	l := tables.Field(tables.Find("widget.spec.colour")[0])
	if l.Introduced.String() != "1.3" || !l.OrEarlier || len(l.Changes) != 0 {
		t.Errorf("%+v", l)
	}
}

// TestNotes: a field has the gate from its note, if the gate was added together with the field.
func TestNotes(t *testing.T) {
	old, now := surface(2), surface(3, field("size", "integer", discovery.Facts{}))
	fingerprint := ""
	for _, c := range diff.Compare(old, now, diff.Options{IncludeDisabled: true}).Changes {
		fingerprint = c.Fingerprint
	}
	note := changelog.Note{PR: 7, Release: "v1.3.0"}
	note.Gates, note.KEPs = []string{"SizeGate"}, []int{99}
	for confidence, want := range map[string]history.By{"introduced-by": history.ByNote, "probably": ""} {
		links := map[string][]catalog.Link{fingerprint: {{PR: 7, Confidence: confidence}}}
		tables := build(t, built.Release{Surface: old}, built.Release{Surface: now, Links: links, Notes: []changelog.Note{note}})
		l := tables.Field(tables.Find("widget.spec.size")[0])
		by := history.By("")
		for _, g := range l.Gates {
			by = g.By
		}
		if by != want || len(l.Changes) != 1 || len(l.Changes[0].Notes) != 1 || (len(l.KEPs) == 1) != (want != "") {
			t.Errorf("%s: %+v", confidence, l)
		}
	}
}

// TestMentions: entries about names are written and read without changes.
func TestMentions(t *testing.T) {
	m := history.Mentions{}
	old := changelog.Note{PR: 1, Release: "v1.3.0", Text: "The kubelet and kube-controller-manager flag `--old` is deprecated. Use `--new`.", Section: changelog.Deprecation}
	old.Flags, old.DeprecatedNames = []string{"--new", "--old"}, []string{"--old"}
	// what is deprecated is not the flag
	other := changelog.Note{PR: 4, Release: "v1.3.0", Text: "Deprecated the default address. Set `--address`.", Section: changelog.Deprecation}
	other.Flags = []string{"--address"}
	ofCommand := changelog.Note{PR: 5, Release: "v1.4.0", Text: "Deprecated `--old` of `kubectl run`."}
	ofCommand.Flags, ofCommand.DeprecatedNames = []string{"--old"}, []string{"--old"}
	gone := changelog.Note{PR: 2, Release: "v1.10.0", Text: "apiserver: removed SizeGate"}
	ofOne := changelog.Note{PR: 3, Release: "v1.9.0", Text: "kubeadm: removed the flag `--scheduler-manifest`"}
	ofOne.Flags, ofOne.RemovedNames = []string{"--scheduler-manifest"}, []string{"--scheduler-manifest"}
	ofOne.KEPs = []int{127}
	planned := changelog.Note{PR: 6, Release: "v1.4.0", Text: "Prepared for PlanGate, which is beta in 1.4."}
	planned.Gates, planned.Graduations = []string{"PlanGate"}, []changelog.Graduation{{Stage: discovery.Beta, Names: []string{"PlanGate"}}}
	alpha := gate.State{Stage: gate.Alpha}
	gates := gate.Table{Oldest: discovery.Release{Major: 1, Minor: 2}, Newest: discovery.Release{Major: 1, Minor: 9}, Gates: map[gate.Set]map[string][]gate.Step{gate.Components: {
		"PlanGate": {{From: discovery.Release{Major: 1, Minor: 3}, State: alpha}},
	}}}
	gone.Gates, gone.RemovedNames, gone.KEPs = []string{"SizeGate"}, []string{"SizeGate"}, []int{5}
	built.AddNotes(m, []changelog.Note{old, gone, ofOne, other, ofCommand, planned, {Release: "v1.3.0"}}, gates)
	want := "flag\t--address\tv1.3.0\t4\t\t\t\nflag\t--new\tv1.3.0\t1\t\tkube-controller-manager,kubelet\t\nflag\t--old\tv1.3.0\t1\tdeprecates\tkube-controller-manager,kubelet\t\nflag\t--old\tv1.4.0\t5\tdeprecates\tkubectl run\t\nflag\t--scheduler-manifest\tv1.9.0\t3\tremoves\tkubeadm\t127\ngate\tPlanGate\tv1.4.0\t6\t\t\t\ngate\tSizeGate\tv1.10.0\t2\tremoves\t\t5\n"
	if d := cmp.Diff(want, string(built.FormatMentions(m))); d != "" {
		t.Error(d)
	}
	again, err := history.ParseMentions(want)
	if err != nil || string(built.FormatMentions(again)) != want {
		t.Errorf("%v\n%s", err, built.FormatMentions(again))
	}
}
