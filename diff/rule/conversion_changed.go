package rule

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

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
