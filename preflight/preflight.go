package preflight

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Verdict is the result of one check, or of all.
type Verdict string

// The verdicts. A cluster is ready only if every required check passes or does not apply.
const (
	Pass          Verdict = "pass"
	Fail          Verdict = "fail"
	Unknown       Verdict = "unknown"
	NotApplicable Verdict = "not-applicable"
)

// Verdicts returns all verdicts, the one with the most weight first.
func Verdicts() []Verdict { return []Verdict{Fail, Unknown, Pass, NotApplicable} }

// Worse returns the verdict with more weight. An invalid verdict counts as unknown.
func Worse(a, b Verdict) Verdict {
	rank := func(v Verdict) int {
		if i := slices.Index(Verdicts(), v); i >= 0 {
			return i
		}
		return slices.Index(Verdicts(), Unknown)
	}
	return Verdicts()[min(rank(a), rank(b))]
}

// Phase is the part of an upgrade that a finding must be dealt with before.
type Phase string

// The phases.
const (
	ControlPlane Phase = "control-plane"
	NodeDrain    Phase = "node-drain"
	Either       Phase = "either"
)

// Check is one check: data, and one function.
type Check struct {
	// ID is in kebab-case and never changes.
	ID       string
	Title    string
	Severity rule.Severity
	Phase    Phase
	// Required: the cluster is not ready unless the check passes or does not apply. Other checks
	// are advice.
	Required bool
	// Doc is the documentation of the check, in Markdown. Migration is what to do.
	Doc       string
	Migration string
	// Since is the release of kubedelta that added the check.
	Since string
	// Needs are the resources that the check looks at. If one of them was not read, that is a gap.
	Needs []evidence.Resource
	// MayNeed are resources that the check looks at only in some cases, or only to weaken a finding.
	// If one of them was not read, that is a gap only where the outcome could be worse with it.
	MayNeed []evidence.Resource
	Run     func(Input) Outcome `json:"-"`
}

// Input is what a check looks at.
type Input struct {
	*evidence.Evidence
	// From is the release at which the hop begins, To its target, Target the last target.
	From, To, Target discovery.Release
	// Patch is the target of a hop within a minor, v1.31.9; otherwise the zero value.
	Patch changelog.Version
	// Old and New are what From and To serve, from the catalog.
	Old, New   *discovery.Surface
	Lifecycles []discovery.ResourceLifecycle
	// Customs are the lifecycles of the custom resources of known projects.
	Customs []discovery.CustomLifecycle
	// Notes are the release notes between From and To, with their facts.
	Notes []changelog.Note
	// Forms are the formats in which texts of the release notes were given, in addition to the
	// built-in facts.
	Forms []changelog.Form
	// Prose and Advisories are the known issues and security fixes of these releases.
	Prose      []changelog.Prose
	Advisories []changelog.Advisory
}

// Item is a finding of a check, with its origin.
type Item struct {
	finding.Finding `json:",inline"`
	Phase           Phase `json:"phase"`
	// Source is where the object comes from: a manager with its time, a Helm release, or a file.
	Source string `json:"source,omitempty"`
	// Likely: the evidence is weak, such as an annotation that may be out of date.
	Likely bool `json:"likely,omitzero"`
	// Commands are shell commands for the migration.
	Commands []string `json:"commands,omitempty"`
	// Notes are the pull requests of the release notes behind it.
	Notes []int `json:"notes,omitempty"`
	// Before is the hop before which it must be done, "1.29 → 1.30".
	Before string `json:"before,omitempty"`
	// Component is the component whose upgrade the item concerns, "kube-proxy"; "" if it concerns no
	// single one.
	Component string `json:"-"`
	// Published: the message and the value are from release notes. They contain nothing about the
	// cluster, so a redacted report keeps them.
	Published bool `json:"-"`
	// Word: the value is a word of kubedelta or of Kubernetes, such as "unreachable", and not a name
	// of the cluster. A redacted report keeps it.
	Word bool `json:"-"`
}

// CompareItems orders the items of a check: by severity, then by object.
func CompareItems(a, b Item) int {
	return cmp.Or(
		cmp.Compare(a.Severity.Rank(), b.Severity.Rank()), strings.Compare(a.APIVersion, b.APIVersion), strings.Compare(a.Kind, b.Kind),
		strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Name, b.Name), strings.Compare(a.File, b.File), strings.Compare(a.Field, b.Field),
		strings.Compare(a.Value, b.Value), cmp.Compare(a.Ordinal, b.Ordinal), strings.Compare(a.Message, b.Message),
	)
}

// Outcome is the result of one check.
type Outcome struct {
	Verdict Verdict `json:"verdict"`
	Items   []Item  `json:"items"`
	// Gaps are what the check could not see. They turn a pass into unknown.
	Gaps []evidence.Gap `json:"gaps"`
	// Why is a sentence for an outcome without items.
	Why string `json:"why,omitempty"`
}

// Conclude returns the outcome for items and gaps. It fails if an item is at least risky. Otherwise
// it is unknown if there is a gap or an item with the severity unknown. Otherwise it passes.
func Conclude(items []Item, gaps []evidence.Gap) Outcome {
	o := Outcome{Verdict: Pass, Items: items, Gaps: gaps}
	switch {
	case slices.ContainsFunc(items, Item.Blocks):
		o.Verdict = Fail
	case len(gaps) > 0 || slices.ContainsFunc(items, Item.Doubts):
		o.Verdict = Unknown
	}
	return o
}

// Blocks reports whether an item makes its check fail.
func (i Item) Blocks() bool { return i.Severity.AtLeast(rule.Risky) }

// Doubts reports whether an item has the severity unknown, which turns a pass into unknown.
func (i Item) Doubts() bool { return i.Severity == rule.Unknown }

// Left returns the outcome with some of its items and gaps: those of a phase, or those that are
// neither waived nor accepted. If the verdict is worse than what all of them say, it stays.
func (o Outcome) Left(items []Item, gaps []evidence.Gap) Outcome {
	all, left := Conclude(o.Items, o.Gaps).Verdict, Conclude(items, gaps).Verdict
	switch {
	case Worse(o.Verdict, all) != all:
		o.Verdict = Worse(o.Verdict, left)
	case o.Verdict != NotApplicable || left != Pass:
		o.Verdict = left
	}
	o.Items, o.Gaps = items, gaps
	return o
}
