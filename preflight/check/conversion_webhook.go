package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkConversions(in preflight.Input) found {
	b := backendsOf(in)
	return each(converted(in), "no custom resource is converted by a webhook", func(f *found, c *evidence.CRD) { f.conversion(b, c) })
}

// converted returns the definitions whose objects a webhook converts.
func converted(in preflight.Input) []evidence.CRD {
	return slice.Filter(in.CRDs, func(c evidence.CRD) bool { return c.Conversion == "Webhook" })
}

func (f *found) conversion(b *backends, c *evidence.CRD) {
	worst, none := rule.Breaking, ""
	switch objects := b.in.Reading(evidence.Resource{Group: c.Group, Name: c.Plural}); {
	case len(c.Versions) < 2 && len(c.StoredVersions) < 2:
		worst = rule.Info
	case objects.OK() && objects.Count == 0 && b.in.Scope.Whole():
		worst, none = rule.Risky, "; there is no object to convert now"
	}
	add := func(severity rule.Severity, value, text string) {
		if severity.AtLeast(worst) {
			severity = worst
		}
		it := f.add(ofDefinition(c, severity, "the conversion webhook of %s: %s%s", c.Name, text, none))
		it.Field, it.Value, it.Word = "spec.conversion", value, true
		it.Commands = inspect(c.Client)
	}
	switch state, why := b.state(c.Client); state {
	case unreachable:
		add(rule.Breaking, "unreachable", why)
	case doubtful:
		add(rule.Risky, "doubtful", why)
	case outside, unproven:
		add(rule.Unknown, "outside", why)
	case reachable, unseen:
	}
	if len(c.Client.CABundle) == 0 && c.Client.Service != "" {
		add(rule.Risky, "no-ca-bundle", "it has no CA bundle, so only certificates of public certificate authorities are accepted")
	}
	for _, fault := range bundleFaults(c.Client, b.in.At) {
		add(fault.severity, fault.word, fault.text)
	}
	switch {
	case slices.Contains(c.ReviewVersions, "v1"):
	case slices.Contains(c.ReviewVersions, "v1beta1"):
		add(rule.Deprecation, "review-versions", "it accepts only ConversionReview v1beta1, not v1")
	default:
		add(rule.Breaking, "review-versions", "its conversionReviewVersions contain neither v1 nor v1beta1, the versions that API servers send")
	}
}
