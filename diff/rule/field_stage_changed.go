package rule

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func fieldStageChanged() Rule {
	return Rule{
		ID: "field-stage-changed", Title: "A field moved from alpha to beta or to stable, or its feature gate changed", Severity: Info, Since: "0.1.0",
		Doc: "The description of a field tells its stage and the feature gates that it needs. Where the words are gone, the field is stable: a default cluster " +
			"takes it. `old` and `new` hold stage and gates.",
		Example: "1.30: `PodSpec.schedulingGates` is stable (gate PodSchedulingReadiness).",
		Needs:   factKnowledge, Aspect: "deprecation and stage of fields",
		Field: func(f Field) []Change {
			if !f.Both() || !f.Property {
				return nil
			}
			was, is := f.Old.Facts, f.New.Facts
			if was.Stage == is.Stage && slices.Equal(was.Gates, is.Gates) {
				return nil
			}
			c := f.change("field-stage-changed", Info, stageMessage(was, is))
			c.Old, c.New = stageText(was), stageText(is)
			return []Change{c}
		},
	}
}

func stageMessage(was, is discovery.Facts) string {
	if was.Stage != is.Stage {
		text := "is " + stageName(is.Stage) + ", was " + stageName(was.Stage)
		if gates := slices.Compact(slices.Sorted(slices.Values(slices.Concat(was.Gates, is.Gates)))); len(gates) > 0 {
			text += " (" + strings.Join(gates, ", ") + ")"
		}
		return text
	}
	var parts []string
	if gone := missing(was.Gates, is.Gates); len(gone) > 0 {
		parts = append(parts, "no longer names the feature gate "+strings.Join(gone, ", "))
	}
	if came := missing(is.Gates, was.Gates); len(came) > 0 {
		parts = append(parts, "names the feature gate "+strings.Join(came, ", "))
	}
	return strings.Join(parts, "; ")
}

func stageText(f discovery.Facts) string {
	text := stageName(f.Stage)
	if len(f.Gates) > 0 {
		text += " " + strings.Join(f.Gates, ",")
	}
	return text
}

func stageName(s discovery.Stability) string { return string(cmp.Or(s, discovery.Stable)) }
