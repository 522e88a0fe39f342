package preflight

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/rehearse"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
)

// The kinds of reports.
const (
	Kind      = "Preflight"
	KindFleet = "PreflightFleet"
)

// Verdict is the answer for a cluster.
type Verdict string

// The verdicts of a cluster.
const (
	// Ready: every required check passes, or does not apply, on every hop.
	Ready Verdict = "ready"
	// NotReady: something must be done first.
	NotReady Verdict = "not-ready"
	// Unknown: nothing that was seen stands in the way, and not all was seen.
	Unknown Verdict = "unknown"
)

// Report is what `kubedelta preflight` found of one cluster, as -o json writes it.
type Report struct {
	envelope.Envelope `json:",inline"`
	Cluster           Cluster `json:"cluster"`
	Target            Target  `json:"target"`
	// Scope is what the reading of workloads was narrowed to; nil for all. The verdict
	// is for that alone.
	Scope *evidence.Scope `json:"scope,omitempty"`
	// Phase is the part of the upgrade that was asked for; "" for all.
	Phase   preflight.Phase `json:"phase,omitempty"`
	Verdict Verdict         `json:"verdict"`
	// Done: the cluster runs the target already, or a later patch of it. The verdict is
	// ready then, and no check is required.
	Done bool `json:"done,omitzero"`
	// Unreachable is why the cluster could not be checked at all; "" where it was.
	Unreachable string  `json:"unreachable,omitempty"`
	Summary     Summary `json:"summary"`
	Checks      []Check `json:"checks"`
	// Hops are the plan.
	Hops []plan.Hop `json:"hops"`
	// Gaps are what no check could see, because kubedelta lacks the facts.
	Gaps []evidence.Gap `json:"gaps"`
	// Readings tell what of the cluster was read.
	Readings []evidence.Reading `json:"readings"`
	// NotCovered is what preflight does not look at, a sentence each.
	NotCovered []string `json:"notCovered"`
	// Waived are items that somebody decided to let pass. They do not count.
	Waived []Waived `json:"waived"`
	// Accepted is what could not be seen, and the operator accepts not to be seen. It
	// does not make the verdict unknown.
	Accepted []plan.Accepted `json:"accepted"`
	// Known are the fingerprints of items that the baseline has too. They count for
	// the verdict, but not for the exit code.
	Known    []string           `json:"known"`
	Baseline *findings.Baseline `json:"baseline,omitempty"`
	// Rehearsal is which API server was asked about the objects; nil where none was.
	Rehearsal *Rehearsal `json:"rehearsal,omitempty"`
	// Redacted: names are redacted.
	Redacted bool `json:"redacted,omitzero"`

	// head is what the line of a fleet tells, of a report that was let go of.
	head *head
}

// Cluster is the cluster that was read.
type Cluster struct {
	// Name is the context as the user gave it, or the scheme and host of the URL.
	Name string `json:"name"`
	// Server is always "": a report is shown to others, and does not tell where the
	// API server is. Readers of the first version expect the member.
	Server string `json:"server"`
	// UID stands for the cluster: that of the namespace kube-system; "" where it
	// could not be read.
	UID     string            `json:"uid"`
	Version string            `json:"version"`
	Release discovery.Release `json:"release"`
	// EndOfLife is the day on which upstream ends the release; "" where not known.
	EndOfLife string `json:"endOfLife"`
	// Provider is the support of whoever runs the cluster, where that is known.
	Provider *Provider `json:"provider,omitempty"`
}

// Rehearsal is the API server that was asked about the objects with dry runs. What it
// refuses, and what it could not be asked about, the checks tell.
type Rehearsal struct {
	// On is the server as the user named it, Version what it says that it is.
	On      string `json:"on"`
	Version string `json:"version"`
	// Outcomes counts the objects.
	Outcomes map[rehearse.Outcome]int `json:"outcomes"`
	// Left is what could not be made in a server that was started.
	Left []string `json:"left,omitempty"`
}

// Provider is the support of a release by a provider.
type Provider struct {
	Name      string `json:"name"`
	EndOfLife string `json:"endOfLife"`
	// Extended is the end of support that is paid for; "" where there is none.
	Extended string `json:"extended,omitempty"`
}

// Target is the release to upgrade to.
type Target struct {
	Release   discovery.Release `json:"release"`
	EndOfLife string            `json:"endOfLife"`
	Provider  *Provider         `json:"provider,omitempty"`
	// Version is the patch release that was asked for: "1.31.9"; absent for any.
	Version string `json:"version,omitempty"`
}

// Data is what the report was checked against.
type Data = envelope.Data

// Summary counts.
type Summary struct {
	// Blockers are the items that stand in the way; Unknown the required checks
	// that could not be answered, whole or in part.
	Blockers int `json:"blockers"`
	Unknown  int `json:"unknown"`
	// Unread counts what of the cluster should have been read and could not be.
	Unread     int                       `json:"unread"`
	ByVerdict  map[preflight.Verdict]int `json:"byVerdict"`
	BySeverity map[rule.Severity]int     `json:"bySeverity"`
}

// Check is the answer of one check over all hops.
type Check struct {
	ID       string            `json:"id"`
	Title    string            `json:"title"`
	Severity rule.Severity     `json:"severity"`
	Phase    preflight.Phase   `json:"phase"`
	Required bool              `json:"required"`
	Verdict  preflight.Verdict `json:"verdict"`
	// Why is a sentence for a verdict without items.
	Why   string           `json:"why,omitempty"`
	Items []preflight.Item `json:"items"`
	// Gaps are what it could not see.
	Gaps []evidence.Gap `json:"gaps"`
}

// Waived is an item that a waiver covers.
type Waived struct {
	preflight.Item `json:",inline"`
	Check          string `json:"check"`
	Owner          string `json:"owner"`
	Reason         string `json:"reason"`
	// Expires is the last day on which it holds: "2027-03-31".
	Expires string `json:"expires"`
}
