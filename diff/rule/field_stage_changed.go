package rule

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func fieldStageChanged() Rule {
	return Rule{
		ID: "field-stage-changed", Title: "The stage or the feature gate of a field changed", Severity: Info, Since: "0.1.0",
		Doc: "The description of a field names its stage and the feature gates that it needs. If the new description names no stage, the field is stable, and a " +
			"server with default settings accepts it; this does not apply to alpha versions, which are off by default. If the old description names no stage, the " +
			"earlier stage is not known, and the words may concern one of the field's values. Not reported for custom resources: there the words are copied from " +
			"Kubernetes' types, or concern the gates of another program. `old` and `new` are stage and gates, `unmarked` if the description names no stage.",
		Example: "1.30: `PodSpec.schedulingGates` is stable (gate PodSchedulingReadiness).",
		Needs:   factKnowledge, Aspect: "deprecation and stage of fields",
		Field: func(f Field) []Change {
			if !f.Both() || f.Property == "" || f.Enforced {
				return nil
			}
			was, is := f.Old.Facts, f.New.Facts
			// What a field inherits is told of the field that it inherits it from.
			if was.Inherited || is.Inherited || was.Stage == is.Stage && slices.Equal(was.Gates, is.Gates) {
				return nil
			}
			now := cmp.Or(is.Stage, unmarked)
			if was.Stage != "" && is.Stage == "" && f.Track != discovery.Alpha {
				now = discovery.Stable
			}
			c := f.change("field-stage-changed", Info, stageMessage(was, is, now))
			c.Old, c.New = stageText(cmp.Or(was.Stage, unmarked), was.Gates), stageText(now, is.Gates)
			return []Change{c}
		},
	}
}

// unmarked is the stage of a field whose description tells none: it need not be
// stable.
const unmarked discovery.Stability = "unmarked"

func stageMessage(was, is discovery.Facts, now discovery.Stability) string {
	if was.Stage != is.Stage {
		var text string
		switch {
		case was.Stage == "":
			text = "mentions " + string(is.Stage) + " in its description, and mentioned no stage"
		case now == unmarked:
			text = "is no longer marked " + string(was.Stage)
		default:
			text = "is " + string(now) + ", was " + string(was.Stage)
		}
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

func stageText(stage discovery.Stability, gates []string) string {
	text := string(stage)
	if len(gates) > 0 {
		text += " " + strings.Join(gates, ",")
	}
	return text
}
