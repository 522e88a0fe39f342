package rule

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func fieldStageChanged(f Field) []Change {
	if f.Property == "" || f.Enforced || !SameStages(f.Surfaces.Old, f.Surfaces.New) {
		return nil
	}
	was, is := f.Old.Facts, f.New.Facts
	// A stage that a field inherits is reported for the field from which it is inherited.
	if was.Inherited || is.Inherited || was.Stage == is.Stage && slices.Equal(was.Gates, is.Gates) {
		return nil
	}
	now := cmp.Or(is.Stage, Unmarked)
	if was.Stage != "" && is.Stage == "" && f.Surfaces.New.Release.Known() && f.Track != discovery.Alpha {
		now = discovery.Stable
	}
	return []Change{f.change(Info, stageMessage(was, is, now)).between(Staged{cmp.Or(was.Stage, Unmarked), was.Gates}.String(), Staged{now, is.Gates}.String())}
}

// SameStages reports whether the stages of fields can be compared. For a known release, they are
// those of the feature gates. Descriptions name no gate, or an earlier stage: those of Kubernetes 1.38
// name fewer gates than those of 1.37.
func SameStages(old, new *discovery.Surface) bool { return old.Release.Known() == new.Release.Known() }

// Unmarked is the stage of a field whose description names none. The field is not necessarily
// stable.
const Unmarked discovery.Stability = "unmarked"

// Staged is the stage of a field and the feature gates that it needs, according to the description.
type Staged struct {
	Stage discovery.Stability
	Gates []string
}

// String returns the form of Old and New: "beta GateA,GateB".
func (s Staged) String() string {
	return strings.TrimSpace(string(s.Stage) + " " + strings.Join(s.Gates, ","))
}

// Stages returns the stages in Old and New if the change is about the stage or gates of a field,
// and zero values otherwise.
func (c *Change) Stages() (was, is Staged) {
	if c.Rule == FieldStageChanged {
		was, is = staged(c.Old), staged(c.New)
	}
	return was, is
}

func staged(text string) (s Staged) {
	stage, gates, gated := strings.Cut(text, " ")
	if s.Stage = discovery.Stability(stage); gated {
		s.Gates = strings.Split(gates, ",")
	}
	return s
}

func stageMessage(was, is discovery.Facts, now discovery.Stability) string {
	if was.Stage != is.Stage {
		var text string
		switch {
		case was.Stage == "":
			text = "mentions " + string(is.Stage) + " in its description, and mentioned no stage"
		case now == Unmarked:
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
		parts = append(parts, "no longer mentions the feature gate "+strings.Join(gone, ", "))
	}
	if came := missing(is.Gates, was.Gates); len(came) > 0 {
		parts = append(parts, "mentions the feature gate "+strings.Join(came, ", "))
	}
	return strings.Join(parts, "; ")
}
