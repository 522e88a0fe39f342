package link_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
)

// typed adds to a side a type that WidgetBox has as its spec, and types below it. A field is
// written "name", "name!" if required, "name Type" or "name []Type by key,key", with "@Gate stage"
// if it needs a gate, with "=A,B" if it has an enum.
func typed(s *discovery.Surface, types map[string][]string) *discovery.Surface {
	ref := func(name string) string { return "io.k8s.api.foo.v1." + name }
	for name, fields := range types {
		schema := &discovery.Schema{Type: "object"}
		for _, text := range fields {
			text, gate, _ := strings.Cut(text, " @")
			text, values, _ := strings.Cut(text, " =")
			text, keys, _ := strings.Cut(text, " by ")
			name, of, _ := strings.Cut(text, " ")
			f := discovery.Field{Name: strings.TrimSuffix(name, "!"), Required: strings.HasSuffix(name, "!"), Schema: &discovery.Schema{Type: "string"}}
			if of != "" {
				f.Schema = &discovery.Schema{Ref: ref(strings.TrimPrefix(of, "[]"))}
				if strings.HasPrefix(of, "[]") {
					f.Schema = &discovery.Schema{Type: "array", Items: f.Schema, Extensions: []discovery.Keyword{
						{Name: "x-kubernetes-list-map-keys", Value: `["` + strings.ReplaceAll(keys, ",", `","`) + `"]`}, {Name: "x-kubernetes-list-type", Value: `"map"`},
					}}
				}
			}
			if values != "" {
				f.Schema.Enum = strings.Split(`"`+strings.ReplaceAll(values, ",", `","`)+`"`, ",")
			}
			if gate, stage, ok := strings.Cut(gate, " "); ok {
				f.Schema.Facts = discovery.Facts{Gates: strings.Split(gate, ","), Stage: discovery.Stability(stage)}
			}
			schema.Properties = append(schema.Properties, f)
		}
		slices.SortFunc(schema.Properties, func(a, b discovery.Field) int { return strings.Compare(a.Name, b.Name) })
		s.Schemas[ref(name)] = schema
	}
	s.Fidelity.Required, s.Fidelity.Topology, s.Fidelity.FieldFacts, s.Fidelity.Enums = discovery.All, discovery.All, discovery.All, discovery.All
	box := s.Schemas[ref("WidgetBox")]
	box.Properties = []discovery.Field{{Name: "spec", Schema: &discovery.Schema{Ref: ref("WidgetBoxSpec")}}}
	return s
}

// TestRelated checks that a change that no note names is linked with what it belongs to, and with
// nothing else.
func TestRelated(t *testing.T) {
	widget := func(fields []string, more ...map[string][]string) *discovery.Surface {
		types := map[string][]string{"WidgetBoxSpec": fields}
		for _, m := range more {
			for name, f := range m {
				types[name] = f
			}
		}
		return typed(surface("foo.k8s.io/v1 WidgetBox"), types)
	}
	item := func(fields ...string) map[string][]string { return map[string][]string{"WidgetItem": fields} }
	d := fact.Compile(fact.Vocabulary{Kinds: []string{"WidgetBox", "GadgetBox"}, GroupVersions: []string{"foo.k8s.io/v1", "foo.k8s.io/v1beta1"}})
	for name, c := range map[string]struct {
		old, new *discovery.Surface
		notes    []string
		change   string
		want     int
	}{
		"another field can be set instead": {
			widget([]string{"widgetClass!"}), widget([]string{"firstAvailableItem []WidgetItem by name", "widgetClass"}, item("name", "widgetClass")),
			[]string{"Added the `firstAvailableItem` field to `WidgetBox`."}, "field-required-removed widgetClass", 1,
		},
		"a field beside it": {
			widget([]string{"widgetClass!"}), widget([]string{"firstAvailableItem", "widgetClass"}),
			[]string{"Added the `firstAvailableItem` field to `WidgetBox`."}, "field-required-removed widgetClass", 0,
		},
		"a new key of the list": {
			widget([]string{"items []WidgetItem by name"}, item("name")), widget([]string{"items []WidgetItem by name,shareName"}, item("name", "shareName")),
			[]string{"Added the `shareName` field to the items of `WidgetBox`."}, "list-topology-changed items", 1,
		},
		"behind a new gate": {
			widget([]string{"adminAccess"}), widget([]string{"adminAccess @WidgetAdminPower alpha", "powerUser @WidgetAdminPower alpha"}),
			[]string{"Added the `powerUser` field to `WidgetBox`."}, "field-stage-changed adminAccess", 1,
		},
		"a field beside several": {
			widget([]string{"mode!", "size!"}), widget([]string{"mode", "size", "powerUser"}),
			[]string{"Added the `powerUser` field to `WidgetBox`."}, "field-required-removed mode", 1,
		},
		"a name with dashes": {
			widget([]string{"mode"}), widget([]string{"mode", "x-widget-map-type"}),
			[]string{"Introduced the x-widget-map-type annotation as an extension.", "Added maps to the `WidgetBox` API."}, "field-added x-widget-map-type", 1,
		},
		"a flag is no field": {
			widget([]string{"mode"}), widget([]string{"mode", "raw"}),
			[]string{"Added `kubectl replace --raw`."}, "field-added raw", 0,
		},
		"the field and its type": {
			widget([]string{"mode"}), widget([]string{"mode", "overhead @WidgetOverhead alpha"}),
			[]string{"Introduced an admission controller that sets `overhead`. `WidgetOverhead` is an alpha feature of `WidgetBox`.", "Addition of Overhead field to the WidgetBox types as part of the Widget Overhead KEP."}, "field-added overhead", 2,
		},
		"words in another order": {
			widget([]string{"mode"}), widget([]string{"mode", "fsGroupChangePolicy"}),
			[]string{"Supported an fsgroup permission change policy for a widget box."}, "field-added fsGroupChangePolicy", 1,
		},
		"the words of a new gate": {
			widget([]string{"mode"}), widget([]string{"mode", "scheme @WidgetProbeEncryption alpha"}),
			[]string{"Supported the encryption of a widget by its probe.", "Fixed the widget."}, "field-added scheme", 1,
		},
		"the words of a new gate without its preposition": {
			widget([]string{"mode"}), widget([]string{"mode", "scheme @WidgetWithProbeEncryption alpha"}),
			[]string{"Supported the encryption of a widget by its probe.", "Fixed the widget."}, "field-added scheme", 1,
		},
		"only some words": {
			widget([]string{"mode"}), widget([]string{"mode", "scheme @WidgetProbeEncryption alpha"}),
			[]string{"Supported the encryption of secrets.", "Fixed the widget."}, "field-added scheme", 0,
		},
		"an enum that is written down": {
			widget([]string{"mode"}), widget([]string{"mode =Fast,Slow"}),
			[]string{"Added limits to the `WidgetBox` API."}, "enum-introduced mode", 0,
		},
		"an enum that a note speaks of": {
			widget([]string{"widgetMode"}), widget([]string{"widgetMode =Fast,Slow"}),
			[]string{"The `widgetMode` field of `WidgetBox` is an enum in the OpenAPI documents."}, "enum-introduced widgetMode", 1,
		},
		"the only note with the value": {
			widget([]string{"mode =Fast"}), widget([]string{"mode =Fast,VerySlow"}),
			[]string{"Boxes may be `VerySlow`.", "Added limits to the `WidgetBox` API."}, "enum-value-added mode", 1,
		},
		"a value that replaces another": {
			widget([]string{"mode =Fast,VerySlow"}), widget([]string{"mode =Fast,NotFast"}),
			[]string{"Boxes are no longer `VerySlow`. The value is removed."}, "enum-value-added mode", 1,
		},
		"a value of a field that needs an older gate": {
			widget([]string{"mode =Fast @WidgetModes alpha"}), widget([]string{"mode =Fast,None @WidgetModes alpha"}),
			[]string{"The `WidgetModes` feature of `WidgetBox` received a separate feature gate.", "The new `None` mode of a `WidgetBox` can be used for previews."}, "enum-value-added mode", 2,
		},
		"a bug of the field": {
			widget([]string{"mode"}), widget([]string{"mode", "claimStatuses []WidgetClaimStatus by claimName @WidgetClaims alpha"}, map[string][]string{"WidgetClaimStatus": {"claimName"}}),
			[]string{"bug: Fixed preservation of `claimStatuses` in WidgetBox: `WidgetClaims` did not keep `WidgetClaimStatus` and its `claimName`."}, "field-added claimStatuses", 0,
		},
		"the gate that it still needs": {
			widget([]string{"mode @WidgetList,WidgetModes alpha"}), widget([]string{"mode @WidgetModes beta"}),
			[]string{"Promoted `WidgetList` of `WidgetBox` to GA."}, "field-stage-changed mode", 0,
		},
		"the new one of two gates": {
			widget([]string{"mode @WidgetStatus beta"}), widget([]string{"mode @WidgetStatus beta", "severalOwners @WidgetShares alpha", "token @WidgetShares,WidgetStatus alpha"}),
			[]string{"Added the `severalOwners` field to `WidgetBox`.", "Added optional APIs for `WidgetBox`."}, "field-added token", 1,
		},
		"removals bring no version": {
			surface("foo.k8s.io/v1beta1 WidgetBox"), surface("foo.k8s.io/v1beta1 WidgetBox", "foo.k8s.io/v1 WidgetBox"),
			[]string{"The unused field `minReadySeconds` is removed from the `foo.k8s.io/v1beta1` and `v1` WidgetBox types."}, "group-version-added ", 0,
		},
		"a removal and a version": {
			surface("foo.k8s.io/v1beta1 WidgetBox"), surface("foo.k8s.io/v1 WidgetBox"),
			[]string{"Added `foo.k8s.io/v1` WidgetBox. The `foo.k8s.io/v1beta1` API is removed."}, "group-version-added ", 1,
		},
		"another kind of the version": {
			surface("foo.k8s.io/v1beta1 WidgetBox", "foo.k8s.io/v1beta1 GadgetBox"), surface("foo.k8s.io/v1beta1 WidgetBox"),
			[]string{"The `foo.k8s.io/v1beta1` WidgetBox API was promoted, parts of it were removed.", "The GadgetBox API is removed."}, "resource-removed ", 2,
		},
	} {
		in := link.Input{Old: c.old, New: c.new, Changes: diff.Compare(c.old, c.new, diff.Options{IncludeDisabled: true}).Changes}
		for i, text := range c.notes {
			n := changelog.Note{PR: i + 1, Text: text, Kinds: []string{"api-change", "feature"}, Facts: d.Of(discovery.Release{}, text, nil)}
			if strings.HasPrefix(text, "bug: ") {
				n.Kinds = []string{"bug"}
			}
			in.Notes = append(in.Notes, n)
		}
		rule, field, _ := strings.Cut(c.change, " ")
		result, found := link.Link(in), false
		for i := range in.Changes {
			if in.Changes[i].Rule != rule || in.Changes[i].Field != field {
				continue
			}
			found = true
			got := 0
			if links := result.Links[i]; len(links) > 0 {
				got = in.Notes[links[0].Note].PR
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("%s: %v (-want +got)\n%s", name, result.Links[i], d)
			}
		}
		if !found {
			t.Errorf("%s: no change %q in %v", name, c.change, in.Changes)
		}
	}
}
