package rule

import (
	"cmp"
	"slices"
	"strings"
)

func conversionChanged() Rule {
	return Rule{
		ID: "conversion-changed", Title: "The conversion of a custom resource changed", Severity: Risky,
		Varies: "info if only certificates changed, or if a webhook supports more versions of ConversionReview", Since: "0.1.0",
		Doc: "Objects are now converted between versions by a webhook, no longer by a webhook, or by another webhook. Without a webhook only the apiVersion " +
			"changes, and fields that one version lacks are lost. The API server cannot read objects stored in another version if it cannot reach the webhook, " +
			"cannot verify its certificate, or supports none of its `conversionReviewVersions`. `old` and `new` are the strategies, the addresses, or the " +
			"versions; a `caBundle` is never shown.",
		Example: "A CRD's release sets `conversion.strategy: Webhook`.",
		Surface: func(s Surfaces) (changes []Change) {
			for _, r := range definitions(s) {
				changes = append(changes, checkConversionChanged(r)...)
				changes = append(changes, checkWebhookChanged(r)...)
			}
			return changes
		},
	}
}

func checkConversionChanged(r Resource) []Change {
	was, is := r.OldResource.Custom, r.NewResource.Custom
	if was.Conversion == is.Conversion || was.Conversion == "" || is.Conversion == "" {
		return nil // the same, or a source that does not tell: a definition always has one
	}
	return []Change{r.definitionChange("conversion-changed", Risky, was.Conversion, is.Conversion,
		"is converted by "+is.Conversion+", was by "+was.Conversion)}
}

// checkWebhookChanged compares where the webhook is and what it takes.
func checkWebhookChanged(r Resource) (changes []Change) {
	was, is := r.OldResource.Custom.Webhook, r.NewResource.Custom.Webhook
	if was == nil || is == nil {
		return nil
	}
	add := func(detail string, severity Severity, old, new, message string) {
		changes = append(changes, r.definitionChange("conversion-changed", severity, old, new, message).detailed(detail))
	}
	if was.Address != is.Address {
		add("clientConfig", Risky, was.Address, is.Address, "is converted by the webhook at "+is.Address+", was at "+was.Address)
	}
	if !slices.Equal(was.ReviewVersions, is.ReviewVersions) {
		old, new := strings.Join(was.ReviewVersions, ","), strings.Join(is.ReviewVersions, ",")
		severity := Risky
		if n := len(was.ReviewVersions); n <= len(is.ReviewVersions) && slices.Equal(was.ReviewVersions, is.ReviewVersions[:n]) {
			severity = Info // the server sends the first that it knows
		}
		add("conversionReviewVersions", severity, old, new, "has the conversionReviewVersions "+cmp.Or(new, "none")+", had "+cmp.Or(old, "none"))
	}
	// A record of a server does not tell whether there is a bundle.
	manifests := r.OldResource.Custom.StoredVersions == nil && r.NewResource.Custom.StoredVersions == nil
	switch {
	case was.CABundle == is.CABundle || (was.CABundle == "" || is.CABundle == "") && !manifests:
	case is.CABundle == "":
		add("caBundle", Risky, "a caBundle", "no caBundle", "no longer has a caBundle: the API server verifies the webhook's certificate with the system's certificates")
	case was.CABundle == "":
		add("caBundle", Info, "no caBundle", "a caBundle", "has a caBundle, which verifies the webhook's certificate")
	default:
		add("caBundle", Info, "a caBundle", "another caBundle", "has another caBundle, which verifies the webhook's certificate")
	}
	return changes
}
