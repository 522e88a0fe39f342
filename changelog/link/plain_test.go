package link_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// linksOf returns the pull request of each change, or 0.
func linksOf(in link.Input) (prs []int) {
	for _, matches := range link.Link(in).Links {
		pr := 0
		if len(matches) > 0 {
			pr = in.Notes[matches[0].Note].PR
		}
		prs = append(prs, pr)
	}
	return prs
}

// TestManyTypes checks that the same change of many types is linked to the note that names none of
// them, and a change of two types is not.
func TestManyTypes(t *testing.T) {
	notes := []changelog.Note{
		{PR: 1, Text: "Server Side Apply now treats all selector fields as atomic.", Kinds: []string{"api-change", "bug"}},
		{PR: 2, Text: "Server Side Apply treats certain structs as atomic. The entire selector field is updated together.", Kinds: []string{"api-change", "cleanup"}},
	}
	for types, want := range map[int]int{7: 2, 2: 0} {
		in := link.Input{Old: &discovery.Surface{}, New: &discovery.Surface{}, Notes: notes}
		for i := range types {
			in.Changes = append(in.Changes, rule.Change{Rule: "map-topology-changed", Version: "v1", Schema: fmt.Sprintf("io.k8s.api.core.v1.Place%dReference", i), Old: "granular", New: "atomic"})
		}
		in.Changes = append(in.Changes, rule.Change{Rule: "map-topology-changed", Version: "v1", Schema: "io.k8s.api.core.v1.PodSpec", Field: "nodeSelector", Old: "granular", New: "atomic"})
		got := linksOf(in)
		if got[0] != want {
			t.Errorf("%d types: %v", types, got)
		}
		if last := got[len(got)-1]; want != 0 && last != 1 {
			t.Errorf("the selector: %d", last)
		}
	}
}

// TestDeprecatedTypes checks that the list type of a kind and the type of a field are deprecated
// with them.
func TestDeprecatedTypes(t *testing.T) {
	s := &discovery.Surface{Schemas: map[string]*discovery.Schema{
		"io.k8s.api.core.v1.NodeSpec":     {Properties: []discovery.Field{{Name: "configSource", Schema: &discovery.Schema{Ref: "io.k8s.api.core.v1.ConfigSource"}}}},
		"io.k8s.api.core.v1.ConfigSource": {Properties: []discovery.Field{{Name: "inner", Schema: &discovery.Schema{Ref: "io.k8s.api.core.v1.InnerSource"}}}},
		"io.k8s.api.core.v1.InnerSource":  {},
	}}
	in := link.Input{Old: s, New: s, Notes: []changelog.Note{
		{PR: 1, Text: "The `configSource` field of `NodeSpec` is deprecated.", Kinds: []string{"api-change", "deprecation"}, Facts: changelog.Facts{Deprecates: true}},
		{PR: 2, Text: "`foo.k8s.io/v1beta1` Widget is deprecated.", Kinds: []string{"api-change", "deprecation"}, Facts: changelog.Facts{Deprecates: true}},
	}, Changes: []rule.Change{
		{Rule: "type-deprecated", Version: "v1", Schema: "io.k8s.api.core.v1.InnerSource"},
		{Rule: "type-deprecated", Version: "v1", Schema: "io.k8s.api.core.v1.ConfigSource"},
		{Rule: "field-deprecated", Version: "v1", Schema: "io.k8s.api.core.v1.NodeSpec", Field: "configSource"},
		{Rule: "type-deprecated", Group: "foo.k8s.io", Version: "v1beta1", Schema: "io.k8s.api.foo.v1beta1.WidgetList"},
		{Rule: "api-deprecated", Group: "foo.k8s.io", Version: "v1beta1", Resource: "widgets", Kind: "Widget"},
		{Rule: "type-deprecated", Version: "v1", Schema: "io.k8s.api.core.v1.Unrelated"},
	}}
	if got, want := fmt.Sprint(linksOf(in)), "[1 1 1 2 2 0]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestOtherSubjects checks notes that have the words of a change and are about something else: the
// messages of CRI are no types of the API, and a fix does not withdraw a deprecation.
func TestOtherSubjects(t *testing.T) {
	oci := &discovery.Schema{
		Description: "oci references a seccomp profile in an OCI registry, for the container runtime.",
		Facts:       discovery.Facts{Stage: discovery.Alpha, Gates: []string{"SecurityProfileOCI"}},
	}
	in := link.Input{
		Old: &discovery.Surface{}, New: &discovery.Surface{Schemas: map[string]*discovery.Schema{
			"io.k8s.api.core.v1.SeccompProfile": {Properties: []discovery.Field{{Name: "oci", Schema: oci}}}, "io.k8s.api.core.v1.EndpointsList": {},
		}},
		Changes: []rule.Change{
			{Rule: "field-added", Version: "v1", Schema: "io.k8s.api.core.v1.SeccompProfile", Field: "oci", New: "SecurityProfileOCI", Stage: discovery.Alpha},
			{Rule: "field-deprecation-withdrawn", Version: "v1", Schema: "io.k8s.api.core.v1.EndpointsList"},
		},
		Notes: []changelog.Note{
			{PR: 1, Text: "CRI API: added the `OCI` seccomp profile type with `oci_ref`, for seccomp profiles pulled from OCI registries.", Kinds: []string{"api-change", "feature"}, SIGs: []string{"node"}},
			{PR: 2, Text: "Fixed kubectl describe service printing \"+ 0 more...\" after the endpoint list.", Kinds: []string{"bug"}, SIGs: []string{"cli"}},
		},
	}
	if got := link.Link(in).Links; len(got[0]) > 0 && got[0][0].Confidence == link.IntroducedBy || len(got[1]) > 0 {
		t.Errorf("%+v", got)
	}
}

// TestSubresource checks that the path of a subresource names it.
func TestSubresource(t *testing.T) {
	in := link.Input{
		Changes: []rule.Change{{Rule: "kind-changed", Version: "v1", Resource: "pods", Subresource: "eviction", Kind: "Eviction", Old: "policy/v1beta1 Eviction", New: "policy/v1 Eviction"}},
		Notes: []changelog.Note{
			{PR: 1, Text: "Support for a Job that is complete when its Pods have succeeded.", Kinds: []string{"api-change", "feature"}},
			{PR: 2, Text: "The `pod/eviction` subresource now accepts `policy/v1` eviction requests.", Kinds: []string{"api-change", "feature"}},
		},
	}
	if got := linksOf(in); got[0] != 2 {
		t.Errorf("%v", got)
	}
}

// TestChangedType checks that a note that names a field of a field's new type describes the change.
func TestChangedType(t *testing.T) {
	schema := func(ref string, fields ...string) *discovery.Surface {
		hook := &discovery.Schema{}
		for _, name := range fields {
			hook.Properties = append(hook.Properties, discovery.Field{Name: name, Schema: &discovery.Schema{Type: "string"}})
		}
		return &discovery.Surface{Schemas: map[string]*discovery.Schema{
			"io.k8s.api.foo.v1.Config": {Properties: []discovery.Field{{Name: "hooks", Schema: &discovery.Schema{Ref: ref}}}}, ref: hook,
		}}
	}
	in := link.Input{
		Old: schema("io.k8s.api.foo.v1.Hook", "name"), New: schema("io.k8s.api.foo.v1.NewHook", "name", "objectSelector"),
		Changes: []rule.Change{{Rule: "field-type-changed", Group: "foo", Version: "v1", Schema: "io.k8s.api.foo.v1.Config", Field: "hooks", Old: "Hook", New: "NewHook"}},
		Notes: []changelog.Note{
			{PR: 1, Text: "Added `objectSelector` to the hooks of Config, a new type.", Kinds: []string{"api-change"}},
			{PR: 2, Text: "Fixed the selection of hooks.", Kinds: []string{"bug"}},
		},
	}
	if got := linksOf(in); got[0] != 1 {
		t.Errorf("%v", got)
	}
}

// TestParametersOfVerb checks that a note about the parameters of a verb need not name them.
func TestParametersOfVerb(t *testing.T) {
	in := link.Input{
		Changes: []rule.Change{{Rule: "query-parameter-added", Field: "dryRun", Verb: "deletecollection"}, {Rule: "query-parameter-added", Field: "dryRun", Verb: "get"}},
		Notes:   []changelog.Note{{PR: 1, Text: "Publish DeleteOptions parameters for deletecollection endpoints. They get documented.", Kinds: []string{"bug"}}},
	}
	if got := linksOf(in); got[0] != 1 || got[1] != 0 {
		t.Errorf("%v", got)
	}
}

// TestRemovals checks that a graduation is linked to the note about the version that was removed as
// well, and the removal of a kind to the only note that names it.
func TestRemovals(t *testing.T) {
	in := link.Input{
		Old: surface("foo.k8s.io/v1beta1 WidgetBox", "bar.k8s.io/v1alpha1 GadgetBoxContext"), New: surface("foo.k8s.io/v1 WidgetBox"),
		Changes: []rule.Change{
			{Rule: "resource-graduated", Group: "foo.k8s.io", Version: "v1", Resource: "widgetboxes", Kind: "WidgetBox", Old: "v1beta1", New: "v1"},
			{Rule: "resource-removed", Group: "bar.k8s.io", Version: "v1alpha1", Resource: "gadgetboxcontexts", Kind: "GadgetBoxContext"},
		},
		Notes: []changelog.Note{
			{PR: 1, Text: "The WidgetBox API was promoted to `foo.k8s.io/v1`.", Kinds: []string{"api-change", "feature"}},
			{PR: 2, Text: "The `foo.k8s.io/v1beta1` API version of WidgetBox is no longer served.", Kinds: []string{"cleanup", "deprecation"}, Facts: changelog.Facts{Removes: true}},
			{PR: 3, Text: "Removed all support for gadgets.\n\nMake sure that all GadgetBoxContext resources are gone before you upgrade.", Kinds: []string{"api-change", "feature"}, Facts: changelog.Facts{Removes: true}},
		},
	}
	var got [][]int
	for _, matches := range link.Link(in).Links {
		var prs []int
		for _, m := range matches {
			prs = append(prs, in.Notes[m.Note].PR)
		}
		got = append(got, prs)
	}
	if d := cmp.Diff([][]int{{1, 2}, {3}}, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// TestManyRemovals checks that the removals of beta APIs that no note names are linked to the note
// about all of them, and other removals are not.
func TestManyRemovals(t *testing.T) {
	in := link.Input{
		Old: surface("foo.k8s.io/v1beta1 WidgetBox", "bar.k8s.io/v1alpha1 GadgetBox", "baz.k8s.io/v1beta1 Gear"), New: surface(),
		Changes: []rule.Change{
			{Rule: "group-version-removed", Group: "foo.k8s.io", Version: "v1beta1"},
			{Rule: "resource-removed", Group: "foo.k8s.io", Version: "v1beta1", Resource: "widgetboxes", Kind: "WidgetBox"},
			{Rule: "resource-removed", Group: "bar.k8s.io", Version: "v1alpha1", Resource: "gadgetboxes", Kind: "GadgetBox"},
			{Rule: "resource-removed", Group: "baz.k8s.io", Version: "v1beta1", Resource: "gears", Kind: "Gear"},
		},
		Notes: []changelog.Note{
			{PR: 1, Text: "Beta APIs that were deprecated earlier are no longer served. See the deprecation guide.", Kinds: []string{"cleanup", "deprecation"}, Facts: changelog.Facts{Removes: true, RemovesBetaAPIs: true}},
			{PR: 2, Text: "The `baz.k8s.io/v1beta1` API version of Gear is no longer served.", Kinds: []string{"cleanup", "deprecation"}, Facts: changelog.Facts{Removes: true, APIKinds: []string{"Gear"}}},
		},
	}
	if got, want := fmt.Sprint(linksOf(in)), "[1 1 0 2]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	in.Notes[0].Facts.RemovesBetaAPIs = false
	if got, want := fmt.Sprint(linksOf(in)), "[0 0 0 2]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestDescribedType checks that a field is linked to the note with the words of its new type, and
// not if the name of the type is one word.
func TestDescribedType(t *testing.T) {
	for name, want := range map[string]int{"WidgetBoxClaimStatus": 1, "ClaimStatus": 0} {
		schema := func(fields ...discovery.Field) *discovery.Surface {
			return &discovery.Surface{Schemas: map[string]*discovery.Schema{
				"io.k8s.api.foo.v1.WidgetBoxStatus": {Properties: fields},
				"io.k8s.api.foo.v1." + name:         {Description: name + " has the generated name of the widget claim, with a random suffix.", Properties: []discovery.Field{{Name: "name", Schema: &discovery.Schema{Type: "string"}}}},
			}}
		}
		in := link.Input{
			Old: schema(), New: schema(discovery.Field{Name: "made", Schema: &discovery.Schema{Ref: "io.k8s.api.foo.v1." + name, Description: "What the controller has made."}}),
			Changes: []rule.Change{{Rule: "field-added", Group: "foo", Version: "v1", Schema: "io.k8s.api.foo.v1.WidgetBoxStatus", Field: "made", Kind: "WidgetBox"}},
			Notes: []changelog.Note{
				{PR: 1, Text: "The names of the claims of a WidgetBox are generated, with a random suffix.", Kinds: []string{"api-change", "cleanup"}},
				{PR: 2, Text: "Boxes are faster.", Kinds: []string{"feature"}},
			},
		}
		delete(in.Old.Schemas, "io.k8s.api.foo.v1."+name)
		if got := linksOf(in); got[0] != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
