package link_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/growth"
)

// TestOrderOfNotes checks that the order of the notes does not change the links.
func TestOrderOfNotes(t *testing.T) {
	for _, texts := range []bool{true, false} {
		in := input(t, "1.32-1.33", texts)
		want := named(in, link.Link(in))
		for seed := range uint64(3) {
			shuffled := in
			shuffled.Notes = slices.Clone(in.Notes)
			rand.New(rand.NewPCG(seed, 1)).Shuffle(len(shuffled.Notes), func(i, j int) {
				shuffled.Notes[i], shuffled.Notes[j] = shuffled.Notes[j], shuffled.Notes[i]
			})
			if d := cmp.Diff(want, named(shuffled, link.Link(shuffled))); d != "" {
				t.Fatalf("seed %d: links depend on the order of notes (-want +got):\n%s", seed, d)
			}
		}
	}
}

type namedMatch struct {
	PR    int
	Score float64
	Why   []string
}

// named replaces indexes with pull requests.
func named(in link.Input, r link.Result) (out [][]namedMatch) {
	for _, matches := range r.Links {
		var list []namedMatch
		for _, m := range matches {
			list = append(list, namedMatch{in.Notes[m.Note].PR, m.Score, m.Why})
		}
		out = append(out, list)
	}
	return out
}

func TestNothingToLink(t *testing.T) {
	s := surface("apps/v1 Deployment")
	in := link.Input{Old: surface(), New: s, Changes: diff.Compare(surface(), s, diff.Options{}).Changes}
	for name, in := range map[string]link.Input{
		"nothing": {}, "no notes": in, "no surfaces": {Changes: in.Changes, Notes: []changelog.Note{{PR: 1, Text: "Added apps/v1 Deployment"}}},
		"no changes": {Old: s, New: s, Notes: []changelog.Note{{PR: 1, Text: "Added `apps/v1`"}}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := link.Link(in); len(got.Links) != len(in.Changes) {
				t.Errorf("%d lists of links for %d changes", len(got.Links), len(in.Changes))
			}
		})
	}
}

// TestRevertedPair checks that the note that added a field and the note that reverted it are both
// shown.
func TestRevertedPair(t *testing.T) {
	old, new := surface("foo.k8s.io/v1beta1 Widget"), surface("foo.k8s.io/v1beta1 Widget", "foo.k8s.io/v1beta1 Gadget")
	in := link.Input{Old: old, New: new, Changes: diff.Compare(old, new, diff.Options{IncludeDisabled: true}).Changes, Notes: []changelog.Note{
		{PR: 2, Text: "Reverted: added `foo.k8s.io/v1beta1` Gadget", Kinds: []string{"api-change"}, Reverts: 1},
		{PR: 1, Text: "Added `foo.k8s.io/v1beta1` Gadget", Kinds: []string{"api-change", "feature"}, RevertedBy: 2},
		{PR: 3, Text: "Fixed a bug in `Widget`", Kinds: []string{"bug"}},
	}}
	var prs []int
	for i, c := range in.Changes {
		if c.Rule == "resource-added" {
			for _, m := range link.Link(in).Links[i] {
				prs = append(prs, in.Notes[m.Note].PR)
			}
		}
	}
	if d := cmp.Diff([]int{1, 2}, prs); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestClaims(t *testing.T) {
	old := surface("apps/v1 Deployment", "foo.k8s.io/v1alpha1 Widget")
	new := surface("apps/v1 Deployment", "foo.k8s.io/v1alpha1 Widget", "foo.k8s.io/v1beta1 Widget")
	new.GroupVersion(discovery.GroupVersion{Group: "foo.k8s.io", Version: "v1beta1"}).Resources[0].Disabled = true
	for _, tt := range []struct {
		text, claim, why string
		revertedBy       int
	}{
		{text: "Adds Gadget to `foo.k8s.io/v1beta1`.", claim: "adds foo.k8s.io/v1beta1 Gadget", why: "neither side serves it"},
		{text: "Introduced the `bar.k8s.io/v1` API.", claim: "adds bar.k8s.io/v1", why: "neither side serves it"},
		{text: "Introduced the `bar.k8s.io/v1` API.", claim: "adds bar.k8s.io/v1", why: "reverted by #9", revertedBy: 9},
		{text: "Introduce a v1alpha1 foo API for Gizmo", claim: "adds foo.k8s.io/v1alpha1 Gizmo", why: "neither side serves it"},
		{text: "`Widget` graduated to `v1`.", claim: "adds foo.k8s.io/v1 Widget", why: "neither side serves it"},
		{text: "The `Widget` API is promoted to `foo.k8s.io/v1alpha1`.", claim: "adds foo.k8s.io/v1alpha1 Widget", why: "the old side serves it already"},
		{text: "The `foo.k8s.io/v1beta1` Widget API was introduced: `Widget` is now promoted to `v1beta1`.", claim: "adds foo.k8s.io/v1beta1 Widget", why: "it is off by default"},
		{text: "Removed the `bar.k8s.io/v1beta1` API.", claim: "removes bar.k8s.io/v1beta1", why: "the old side did not serve it"},
		{text: "The `apps/v1` API is no longer served.", claim: "removes apps/v1", why: "the new side still serves it"},
		{text: "Added the `fooBarBaz` field to `Deployment`.", claim: "adds the field fooBarBaz of Deployment", why: "neither side has a field of that name"},
		{text: "Removed the `minReadySeconds` field from `Deployment`.", claim: "removes the field minReadySeconds of Deployment", why: "the new side still has it"},
		// Notes that only mention an API, or are about other APIs.
		{text: "Fixed a bug in `bar.k8s.io/v1` handling."},
		{text: "The `apps/v1` API will no longer be served in v1.99."},
		{text: "Added the `minReadySeconds` field to `Deployment`."},
		{text: "Added a `fooBarBaz` field to `KubeletConfiguration`."},
		{text: "Introduced `kubelet.config.k8s.io/v1` API."},
		{text: "kubectl no longer uses the `bar.k8s.io/v1` API."},
		{text: "Use `bar.k8s.io/v1` instead of `foo.k8s.io/v1beta1`."},
		{text: "See `bar.k8s.io/v1`. Added a flag."},
	} {
		t.Run(tt.text, func(t *testing.T) {
			in := link.Input{Old: old, New: new, Notes: []changelog.Note{{PR: 1, Text: tt.text, RevertedBy: tt.revertedBy}}}
			got := link.Link(in).Claims
			var want []link.Claim
			if tt.claim != "" {
				want = []link.Claim{{Text: tt.claim, Why: tt.why}}
			}
			if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestClaimsOfReleases checks the claims that are not met, for all releases with fields in the
// catalog.
func TestClaimsOfReleases(t *testing.T) {
	var got []string
	for _, pair := range []string{"1.23-1.24", "1.24-1.25", "1.26-1.27", "1.28-1.29", "1.30-1.31", "1.32-1.33", "1.34-1.35", "1.35-1.36"} {
		in := input(t, pair, false)
		for _, c := range link.Link(in).Claims {
			got = append(got, pair+": "+c.Text+", "+c.Why)
		}
	}
	want := []string{"1.23-1.24: adds networking.k8s.io/v1alpha1 ClusterCIDRConfig, reverted by #109436"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// surface builds a side of "group/version Kind" with a field or two.
func surface(kinds ...string) *discovery.Surface {
	s := &discovery.Surface{Groups: []discovery.Group{}, Schemas: map[string]*discovery.Schema{}, Fidelity: discovery.Fidelity{Disabled: discovery.All, Fields: discovery.All}}
	for _, k := range kinds {
		name, kind, _ := strings.Cut(k, " ")
		gv := discovery.ParseGroupVersion(name)
		schema := "io.k8s.api." + strings.TrimSuffix(gv.Group, ".k8s.io") + "." + gv.Version + "." + kind
		s.Schemas[schema] = &discovery.Schema{Type: "object", Properties: []discovery.Field{{Name: "minReadySeconds", Schema: &discovery.Schema{Type: "integer"}}}}
		v := s.AddGroupVersion(gv)
		v.Resources = append(v.Resources, discovery.Resource{Name: strings.ToLower(kind) + "s", Kind: kind, Schema: schema})
	}
	s.Sort()
	return s
}

// TestHostileTexts checks that the cost of long texts is linear.
func TestHostileTexts(t *testing.T) {
	old, new := surface("foo.k8s.io/v1beta1 Widget"), surface("foo.k8s.io/v1 Widget")
	in := link.Input{Old: old, New: new, Changes: diff.Compare(old, new, diff.Options{IncludeDisabled: true}).Changes}
	for _, part := range []string{"](", "://", "`a.b/", "foo.k8s.io/v1 ", "Aa", "widget ", "a[].", "v1/", "](x://", "Added Widget to foo.k8s.io/v1 API. "} {
		// At most 32 kB of a text are read.
		for _, size := range []int{32 << 10, 1 << 20} {
			growth.Repeated(t, part, size, func(text string) {
				in := in
				in.Notes = []changelog.Note{{PR: 1, Text: text, Facts: changelog.Facts{Fields: []string{text}}}}
				if got := link.Link(in); len(got.Links) != len(in.Changes) {
					t.Errorf("%d lists of links for %d changes", len(got.Links), len(in.Changes))
				}
			})
		}
	}
}

// FuzzLink checks that no text causes a panic, a hang or a result that differs between runs.
func FuzzLink(f *testing.F) {
	f.Add("Added `foo.k8s.io/v1beta1` Gadget [x](http://y) ``` `` APIs", "spec.fooBar", "Gate")
	f.Add(strings.Repeat("](", 2000)+strings.Repeat("://", 2000), strings.Repeat("A", 3000), "\xff")
	f.Add("", "a.b[].c.*", "")
	old, new := surface("foo.k8s.io/v1beta1 Widget"), surface("foo.k8s.io/v1beta1 Widget", "foo.k8s.io/v1beta1 Gadget", "foo.k8s.io/v1 Widget")
	changes := diff.Compare(old, new, diff.Options{IncludeDisabled: true}).Changes
	f.Fuzz(func(t *testing.T, text, field, gate string) {
		in := link.Input{Old: old, New: new, Changes: slices.Clone(changes), Notes: []changelog.Note{
			{PR: 1, Text: text}, {PR: 2, Facts: changelog.Facts{Fields: []string{field}, Gates: []string{gate}, GroupVersions: []string{text}}},
		}}
		for i := range in.Changes {
			if in.Changes[i].Schema != "" {
				in.Changes[i].Field = field
			}
		}
		if d := cmp.Diff(link.Link(in), link.Link(in)); d != "" {
			t.Errorf("two runs differ:\n%s", d)
		}
	})
}

// BenchmarkLink links a release with all its notes. The limit is 100 ms on one core.
func BenchmarkLink(b *testing.B) {
	for _, mode := range modes[:2] {
		b.Run(mode.name, func(b *testing.B) {
			in := mode.input(b, "1.33-1.34")
			for b.Loop() {
				link.Link(in)
			}
		})
	}
}
