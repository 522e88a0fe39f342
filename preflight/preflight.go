package preflight

import (
	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Verdict is the answer of a check, or of all.
type Verdict string

// The verdicts. A cluster is ready only if every required check passes or does
// not apply.
const (
	Pass          Verdict = "pass"
	Fail          Verdict = "fail"
	Unknown       Verdict = "unknown"
	NotApplicable Verdict = "not-applicable"
)

// Verdicts are all, the one that counts most first.
func Verdicts() []Verdict { return []Verdict{Fail, Unknown, Pass, NotApplicable} }

// Phase is the part of an upgrade that a finding stands before.
type Phase string

// The phases.
const (
	ControlPlane Phase = "control-plane"
	NodeDrain    Phase = "node-drain"
	Either       Phase = "either"
)

// Check is one thing that is looked at: data, and one function in the file that
// bears its name.
type Check struct {
	// ID is kebab-case and stable for ever.
	ID       string
	Title    string
	Severity rule.Severity
	Phase    Phase
	// Required: the cluster is not ready without its pass. Others advise.
	Required bool
	// Doc is the check's page, Migration what to do, in words.
	Doc       string
	Migration string
	// Since is the release of kubedelta that brought the check.
	Since string
	// Needs are what the check looks at: it is unknown, item by item, where they
	// were not read.
	Needs []evidence.Resource
	Run   func(Input) Outcome `json:"-"`
}

// Input is what a check looks at.
type Input struct {
	*evidence.Evidence
	// From is the release of the cluster, To the target of the hop that is checked,
	// Target the last one.
	From, To, Target discovery.Release
	// Patch is the target of a hop within a minor, v1.31.9; the zero value elsewhere.
	Patch changelog.Version
	// Old and New are what the releases serve, from the catalog.
	Old, New   *discovery.Surface
	Lifecycles []discovery.ResourceLifecycle
	// Customs are the lifecycles of the custom resources of well-known projects.
	Customs []discovery.CustomLifecycle
	// Notes are those of the releases between, with their facts.
	Notes []changelog.Note
	// Forms are those in which the texts of the hop's target were given, beside the
	// built-in facts.
	Forms []changelog.Form
	// Prose and Advisories are known issues and security fixes of these releases.
	Prose      []changelog.Prose
	Advisories []changelog.Advisory
}

// Item is something that a check found, with where it comes from.
type Item struct {
	finding.Finding `json:",inline"`
	Phase           Phase `json:"phase"`
	// Source is where the object comes from: a manager with its time, a Helm
	// release, a file.
	Source string `json:"source,omitempty"`
	// Likely: the evidence is weak, such as an annotation that may be stale.
	Likely bool `json:"likely,omitzero"`
	// Commands are migrations that can be typed.
	Commands []string `json:"commands,omitempty"`
	// Notes are the pull requests behind it.
	Notes []int `json:"notes,omitempty"`
	// Before is the hop that it must be done before, "1.29" → "1.30".
	Before string `json:"before,omitempty"`
	// Published: its message and its value are words of release notes. They tell nothing of
	// the cluster, so that a redacted report keeps them.
	Published bool `json:"-"`
}

// Outcome is the answer of one check.
type Outcome struct {
	Verdict Verdict `json:"verdict"`
	Items   []Item  `json:"items"`
	// Gaps are what it could not see; they make a pass unknown.
	Gaps []evidence.Gap `json:"gaps"`
	// Why is a sentence for a verdict without items.
	Why string `json:"why,omitempty"`
}

// Conclude makes the verdict of what was found and what was not seen: findings
// that block fail, gaps and items that nobody could check are unknown, else it
// passes.
func Conclude(items []Item, gaps []evidence.Gap) Outcome {
	o := Outcome{Verdict: Pass, Items: items, Gaps: gaps}
	if len(gaps) > 0 {
		o.Verdict = Unknown
	}
	for _, i := range items {
		switch {
		case i.Severity.AtLeast(rule.Risky):
			o.Verdict = Fail
		case i.Severity == rule.Unknown && o.Verdict == Pass:
			o.Verdict = Unknown
		}
	}
	return o
}
