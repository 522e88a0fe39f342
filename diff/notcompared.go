package diff

import (
	"cmp"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// NotCompared is one aspect, or one part of the API, that could not be compared.
type NotCompared struct {
	// What could not be compared, such as "verbs" or "apps/v1 (old)".
	What string `json:"what"`
	// Why is the reason as a clause, such as "the old side does not have this data".
	Why string `json:"why"`
}

// notCompared lists what could not be compared: aspects that a side does not know and, with
// disabled, resources off by default that a live server does not show.
func notCompared(old, new *discovery.Surface, disabled bool) (out []NotCompared) {
	for _, a := range aspects() {
		if a.within && discovery.Both(old.Fidelity.Fields, new.Fidelity.Fields) == discovery.None {
			continue // the aspect "fields" already covers it
		}
		if why := notKnown(a.needs(old.Fidelity), a.needs(new.Fidelity)); why != "" {
			out = append(out, NotCompared{What: a.name, Why: why})
		}
	}
	if !rule.SameFeatures(old, new) && discovery.Both(old.Fidelity.MediaTypes, new.Fidelity.MediaTypes) != discovery.None {
		out = append(out, NotCompared{What: "media types", Why: "one side lists what a server supports; the documents of the other side were generated with all features enabled"})
	}
	if !rule.SameStages(old, new) && old.Source != discovery.SourceCRD && new.Source != discovery.SourceCRD && discovery.Both(old.Fidelity.FieldFacts, new.Fidelity.FieldFacts) != discovery.None {
		out = append(out, NotCompared{What: "stages and feature gates of fields", Why: "the release of one side is unknown"})
	}
	out = append(out, shapeless(old, new)...)
	out = append(out, unshown(old, new)...)
	for _, s := range []*discovery.Surface{old, new} {
		for _, u := range s.Unstated {
			out = append(out, NotCompared{What: u.What, Why: s.Name + ": " + u.Why})
		}
	}
	out = append(out, beyond(old, new)...)
	out = append(out, beyond(new, old)...)
	for _, side := range []struct {
		has, other *discovery.Surface
		name       string
	}{{old, new, "old"}, {new, old, "new"}} {
		if n := onlyDisabled(side.has, side.other); disabled && n > 0 {
			out = append(out, NotCompared{
				What: rule.Count(n, "resource") + " off by default on the " + side.name + " side",
				Why:  "the other side lists only what is served",
			})
		}
	}
	return out
}

// shapeless lists the group-versions that both sides serve, but for which only one side publishes
// an OpenAPI document. Documents that could not be read are reported as incomplete instead.
func shapeless(old, new *discovery.Surface) (out []NotCompared) {
	if discovery.Both(old.Fidelity.Fields, new.Fidelity.Fields) == discovery.None {
		return nil
	}
	for _, side := range []struct {
		has, other *discovery.Surface
		name       string
	}{{new, old, "old"}, {old, new, "new"}} {
		for gv, v := range side.has.EachVersion() {
			served := side.other.GroupVersion(gv)
			if served != nil && !unreadable(side.other, gv) && hasShapes(v) && !hasShapes(served) {
				out = append(out, NotCompared{What: "fields of " + gv.String(), Why: "the " + side.name + " side publishes no OpenAPI document of it"})
			}
		}
	}
	return out
}

func hasShapes(v *discovery.Version) bool {
	return slices.ContainsFunc(v.Resources, func(r discovery.Resource) bool { return r.Schema != "" })
}

// beyond lists what other has outside the extent of narrow.
func beyond(narrow, other *discovery.Surface) []NotCompared {
	if narrow.Only == nil || narrow.Source == discovery.SourceCRD && other.Source == discovery.SourceCRD {
		return nil
	}
	resources, groups := 0, []string{}
	for gv, r := range other.EachResource() {
		if narrow.Speaks(gv, r.Name) {
			continue
		}
		resources++
		groups = slice.Add(groups, cmp.Or(gv.Group, "the core group"))
	}
	if resources == 0 {
		return nil
	}
	why := narrow.Name + " contains only " + rule.First(slice.Map(narrow.Only, discovery.Extent.String), 5)
	if narrow.Source == discovery.SourceCatalog || narrow.Source == discovery.SourceGitHub {
		why = narrow.Name + " contains only Kubernetes' own APIs"
	}
	return []NotCompared{{What: rule.Count(resources, "resource") + " of " + rule.First(groups, 5), Why: why}}
}

type aspect struct {
	name  string
	needs func(discovery.Fidelity) discovery.Knowledge
	// within: the aspect is about attributes of fields.
	within bool
}

// aspects returns the aspects that rules need, each once, in the order of the registry.
func aspects() (out []aspect) {
	fields := false // set by the first rule about fields, which needs the fields themselves
	for _, r := range rule.Registry() {
		if r.Needs != nil && !slices.ContainsFunc(out, func(a aspect) bool { return a.name == r.Aspect }) {
			out = append(out, aspect{r.Aspect, r.Needs, r.Field != nil && fields})
			fields = fields || r.Field != nil
		}
	}
	return out
}

func notKnown(old, new discovery.Knowledge) string {
	switch {
	case old == discovery.None && new == discovery.None:
		return "neither side has this data"
	case old == discovery.None:
		return "the old side does not have this data"
	case new == discovery.None:
		return "the new side does not have this data"
	case old == discovery.Some && new == discovery.Some:
		return "both sides have only a part of this data, so nothing is reported as added or removed"
	case old == discovery.Some:
		return "the old side has only a part of this data, so nothing is reported as added"
	case new == discovery.Some:
		return "the new side has only a part of this data, so nothing is reported as removed"
	default:
		return ""
	}
}

// onlyDisabled counts the resources that has does not serve by default and that other, a server,
// does not show.
func onlyDisabled(has, other *discovery.Surface) (n int) {
	if other.Fidelity.Disabled != discovery.None || other.Everything {
		return 0
	}
	shown := resources(other)
	for k, r := range resources(has) {
		if r.Disabled && shown[k] == nil && !unknown(other, k.GroupVersion) {
			n++
		}
	}
	return n
}
