package rule

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// custom returns the definitions of a custom resource on both sides; not ok if a side does not show
// its definition.
func (r Resource) custom() (was, is *discovery.CustomResource, ok bool) {
	if !r.Stays() || r.OldResource.Custom == nil || r.NewResource.Custom == nil {
		return nil, nil, false
	}
	return r.OldResource.Custom, r.NewResource.Custom, true
}

// definitions pairs the definitions that both sides show. The versions that they serve do not
// matter: a definition that no longer serves any old version must not be missed.
func definitions(s Surfaces) (pairs []Resource) {
	add := func(group string, was *discovery.Resource) {
		if was.Custom == nil || was != definition(s.Old, group, was.Name) {
			return // not a custom resource, or another version of one
		}
		if is := definition(s.New, group, was.Name); is != nil {
			pairs = append(pairs, Resource{Surfaces: s, GroupVersion: discovery.GroupVersion{Group: group}, OldResource: was, NewResource: is})
		}
	}
	for gv, was := range s.Old.EachResource() {
		add(gv.Group, was)
	}
	for u := range slice.Each(s.Old.Unserved) {
		add(u.Group, &u.Resource)
	}
	return pairs
}

// definition returns a custom resource in the first version that has it, served versions first; nil
// if there is none.
func definition(s *discovery.Surface, group, name string) *discovery.Resource {
	if g := s.Group(group); g != nil {
		for v := range slice.Each(g.Versions) {
			if r := v.Resource(name); r != nil && r.Custom != nil {
				return r
			}
		}
	}
	if u := slice.Find(s.Unserved, func(u *discovery.Unserved) bool { return u.Group == group && u.Name == name }); u != nil {
		return &u.Resource
	}
	return nil
}

// ofDefinitions makes a check of one definition a rule about both surfaces.
func ofDefinitions(check func(r Resource, was, is *discovery.CustomResource) []Change) func(Surfaces) []Change {
	return func(s Surfaces) []Change {
		return slice.Flat(definitions(s), func(r Resource) []Change { return check(r, r.OldResource.Custom, r.NewResource.Custom) })
	}
}

// definitionChange starts a change about the definition. It has no version, so that the same change
// of all versions is one.
func (r Resource) definitionChange(severity Severity, old, new, text string) Change {
	c := r.change(severity)
	c.Version, c.Stability = "", discovery.StabilityUnknown
	c.Introduced, c.Deprecated, c.Removed = discovery.Release{}, discovery.Release{}, discovery.Release{}
	c.About = r.NewResource.Name + "." + r.GroupVersion.Group
	return c.between(old, new).says(text)
}

func storageVersionChanged(r Resource, was, is *discovery.CustomResource) []Change {
	if was.StorageVersion == is.StorageVersion {
		return nil
	}
	return []Change{r.definitionChange(Risky, was.StorageVersion, is.StorageVersion,
		"is stored as "+is.StorageVersion+", was stored as "+was.StorageVersion)}
}

func storedVersionDropped(r Resource, was, is *discovery.CustomResource) []Change {
	dropped := slices.Sorted(slices.Values(missing(storedVersions(was), is.Versions)))
	if len(dropped) == 0 {
		return nil
	}
	return []Change{r.definitionChange(Breaking, strings.Join(dropped, ","), "",
		"no longer has "+strings.Join(dropped, ", ")+", which objects may be stored in")}
}

// storedVersions returns the versions in which objects may be stored. A manifest shows only the
// storage version.
func storedVersions(c *discovery.CustomResource) []string {
	if c.StoredVersions == nil {
		return []string{c.StorageVersion}
	}
	return c.StoredVersions
}

func versionDropped(r Resource, was, is *discovery.CustomResource) []Change {
	dropped := missing(missing(was.Versions, is.Versions), storedVersions(was))
	if len(dropped) == 0 {
		return nil
	}
	slices.Sort(dropped)
	versions := strings.Join(dropped, ", ")
	severity, message := Info, "no longer has "+versions+"; no object is stored in it"
	if was.StoredVersions == nil {
		name := r.OldResource.Name + "." + r.GroupVersion.Group
		severity, message = Risky, "no longer has "+versions+": the API server rejects that while status.storedVersions lists it"
		if !strings.ContainsFunc(name, strange) {
			message += "; see kubectl get crd " + name + " -o jsonpath='{.status.storedVersions}'"
		}
	}
	return []Change{r.definitionChange(severity, strings.Join(dropped, ","), "", message)}
}

// strange reports a character that is not valid in the name of a definition. A shell could
// interpret it.
func strange(r rune) bool {
	return r != '-' && r != '.' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
}

func conversionChanged(r Resource, was, is *discovery.CustomResource) (changes []Change) {
	// A definition always has a strategy. Where a source has none, it does not show the conversion.
	if was.Conversion != is.Conversion && was.Conversion != "" && is.Conversion != "" {
		changes = append(changes, r.definitionChange(Risky, was.Conversion, is.Conversion,
			"is converted by "+is.Conversion+", was by "+was.Conversion))
	}
	if was.Webhook == nil || is.Webhook == nil {
		return changes
	}
	return append(changes, r.webhookChanges(was.Webhook, is.Webhook)...)
}

// webhookChanges compares the address of the webhook, the versions that it supports, and its
// certificates.
func (r Resource) webhookChanges(was, is *discovery.ConversionWebhook) (changes []Change) {
	add := func(detail string, severity Severity, old, new, message string) {
		changes = append(changes, r.definitionChange(severity, old, new, message).detailed(detail))
	}
	if was.Address != is.Address {
		add("clientConfig", Risky, was.Address, is.Address, "is converted by the webhook at "+is.Address+", was at "+was.Address)
	}
	if !slices.Equal(was.ReviewVersions, is.ReviewVersions) {
		old, new := strings.Join(was.ReviewVersions, ","), strings.Join(is.ReviewVersions, ",")
		severity := Risky
		if n := len(was.ReviewVersions); n <= len(is.ReviewVersions) && slices.Equal(was.ReviewVersions, is.ReviewVersions[:n]) {
			severity = Info // the API server uses the first version that it supports
		}
		add("conversionReviewVersions", severity, old, new, "has the conversionReviewVersions "+cmp.Or(new, "none")+", had "+cmp.Or(old, "none"))
	}
	// The record of a server does not contain the bundle.
	manifests := r.OldResource.Custom.StoredVersions == nil && r.NewResource.Custom.StoredVersions == nil
	switch {
	case was.CABundle == is.CABundle || (was.CABundle == "" || is.CABundle == "") && !manifests:
	case is.CABundle == "":
		add("caBundle", Risky, "a caBundle", "no caBundle", "no longer has a caBundle: the API server verifies the webhook's certificate with the system's certificates")
	case was.CABundle == "":
		add("caBundle", Info, "no caBundle", "a caBundle", "has a caBundle, which verifies the webhook's certificate")
	default:
		add("caBundle", Info, "a caBundle", "another caBundle", "has a different caBundle, which verifies the webhook's certificate")
	}
	return changes
}

func printerColumnsChanged(r Resource) []Change {
	was, is, ok := r.custom()
	if !ok || len(was.PrinterColumns) == 0 || len(is.PrinterColumns) == 0 {
		return nil // the source does not show columns: a definition always has some
	}
	gone, came := missing(was.PrinterColumns, is.PrinterColumns), missing(is.PrinterColumns, was.PrinterColumns)
	if slices.Equal(was.PrinterColumns, is.PrinterColumns) {
		return nil
	}
	c := r.change(Info)
	if len(gone) == 0 && len(came) == 0 {
		columns := strings.Join(is.PrinterColumns, "; ")
		return []Change{c.between(strings.Join(was.PrinterColumns, "; "), columns).says("prints its columns in a different order: " + columns)}
	}
	return []Change{c.between(strings.Join(gone, "; "), strings.Join(came, "; ")).says("prints new columns: " + orNone(came) + "; gone: " + orNone(gone))}
}
