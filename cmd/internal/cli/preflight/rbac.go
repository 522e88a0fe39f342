package preflight

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/collect"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/report/layout"
)

// leftUnknown returns YAML comments that name the checks that stay unknown, completely or in part,
// with the role of a tier; "" for the full tier.
func leftUnknown(tier collect.Tier) string {
	if tier == collect.Full {
		return ""
	}
	next := collect.Tiers()[slices.Index(collect.Tiers(), tier)+1]
	var required, advice []string
	for _, c := range check.All() {
		switch {
		case !lacks(c, tier):
		case c.Required:
			required = append(required, c.ID)
		default:
			advice = append(advice, c.ID)
		}
	}
	style := layout.Style{Width: 100}
	var b strings.Builder
	comment := func(format string, args ...any) {
		b.WriteString(style.Hang("# ", "# ", fmt.Sprintf(format, args...)))
	}
	comment("The role of the tier %s. Without --print-rbac=%s, these checks stay unknown, completely or in part.", tier, next)
	comment("Required checks: %s.", strings.Join(required, ", "))
	if len(advice) > 0 {
		comment("Advice: %s.", strings.Join(advice, ", "))
	}
	comment("To accept that the data is not read, use --accept.")
	return b.String()
}

// lacks reports whether a check needs a resource that the tier does not grant.
func lacks(c preflight.Check, tier collect.Tier) bool {
	return slices.ContainsFunc(slices.Concat(c.Needs, c.MayNeed), func(need evidence.Resource) bool { return !tier.Grants(need) })
}
