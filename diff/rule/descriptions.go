package rule

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func fieldDeprecated(f Field) []Change {
	if !f.described() {
		return nil
	}
	was, is := f.Old.Facts, f.New.Facts
	// A field named "deprecated" mentions deprecation because deprecation is its subject.
	about := strings.Contains(strings.ToLower(f.Path[strings.LastIndexByte(f.Path, '.')+1:]), "deprecat")
	switch {
	case !was.Deprecated && is.Deprecated && f.onlyByRelease():
		return nil
	case !was.Deprecated && is.Deprecated:
		return []Change{f.change(Deprecation, "is deprecated")}
	case !was.Deprecated && !was.Mentions && is.Mentions && !about:
		c := f.change(Info, "mentions something deprecated, such as one of its values")
		c.Variant = Mentions
		return []Change{c}
	default:
		return nil
	}
}

// described reports whether the description is about the place. It is for a property, and for items
// or values of a map if the schema has no reference, as in custom resources. Otherwise it is that
// of the referenced type, which type-deprecated reports.
func (f Field) described() bool {
	return f.Property != "" || f.Enforced && f.Path != "" && f.Old.Ref == "" && f.New.Ref == ""
}

func fieldBornDeprecated(f Field) []Change {
	if f.Old != nil || !f.New.Facts.Deprecated {
		return nil
	}
	return []Change{f.change(Deprecation, "is new, and already deprecated")}
}

func fieldDeprecationWithdrawn(f Field) []Change {
	if !f.Old.Facts.Deprecated || f.New.Facts.Deprecated {
		return nil
	}
	if f.Path != "" && !f.described() || f.Path == "" && f.undeprecatedByAPI() {
		return nil
	}
	if f.New.Facts.Mentions || !f.Old.Deprecated && f.lostText() || f.onlyByRelease() {
		return nil
	}
	return []Change{f.change(Info, "is no longer deprecated")}
}

// onlyByRelease reports that the descriptions do not differ, and that the release of a side, which may
// deprecate a field without a word in its description, is unknown.
func (f Field) onlyByRelease() bool {
	return f.Old.ProseID() == f.New.ProseID() && f.Old.Deprecated == f.New.Deprecated && discovery.Both(f.Surfaces.Old.Fidelity.Deprecation, f.Surfaces.New.Fidelity.Deprecation) == discovery.None
}

// lostText reports that the new description is missing or truncated, as in projects that reduce the
// size of their definitions. Its content is then not known.
func (f Field) lostText() bool {
	if f.New.ProseID() == "" {
		return f.Old.ProseID() != ""
	}
	text := strings.TrimSpace(f.New.Description)
	return len(text) < len(f.Old.Description) && (strings.HasSuffix(text, "…") || strings.HasSuffix(text, "..."))
}

// undeprecatedByAPI reports that the schema is the body of a resource for which api-undeprecated
// reports the same.
func (f Field) undeprecatedByAPI() bool {
	if f.Resource == "" || discovery.Both(f.Surfaces.Old.Fidelity.Deprecation, f.Surfaces.New.Fidelity.Deprecation) == discovery.None {
		return false
	}
	was, is := f.Surfaces.Old.Resource(f.GroupVersion, f.Resource), f.Surfaces.New.Resource(f.GroupVersion, f.Resource)
	return was != nil && is != nil && isDeprecated(f.Surfaces.Old, was) && !isDeprecated(f.Surfaces.New, is)
}

func typeDeprecated(f Field) []Change {
	if f.Path != "" || f.toldByAPI() || f.Old.Facts.Deprecated || !f.New.Facts.Deprecated {
		return nil
	}
	return []Change{f.change(Deprecation, "is deprecated")}
}

// toldByAPI reports that the schema is the body of a resource whose deprecation api-deprecated
// reports. For a built-in resource, both sides must know which versions are deprecated. The
// definition of a custom resource may deprecate the type only in the description.
func (f Field) toldByAPI() bool {
	if f.Resource == "" {
		return false
	}
	if f.Enforced {
		r := f.Surfaces.New.Resource(f.GroupVersion, f.Resource)
		return r != nil && r.DeprecatedHere
	}
	return discovery.Both(f.Surfaces.Old.Fidelity.Deprecation, f.Surfaces.New.Fidelity.Deprecation) != discovery.None
}

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

func descriptionChanged(f Field) []Change {
	if !f.describes() || f.Old.ProseID() == f.New.ProseID() {
		return nil
	}
	return []Change{f.change(Info, "has a different description").between(f.Old.Description, f.New.Description)}
}

// describes reports that the sources of both sides have descriptions, or hashes of them.
func (f Field) describes() bool {
	return f.Surfaces.Old.Fidelity.Descriptions != discovery.None && f.Surfaces.New.Fidelity.Descriptions != discovery.None
}
