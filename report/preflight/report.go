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

// Verdict is the verdict for a cluster.
type Verdict string

// The verdicts of a cluster.
const (
	// Ready means that every required check passes or does not apply, on every hop.
	Ready Verdict = "ready"
	// NotReady means that something must be done before the upgrade.
	NotReady Verdict = "not-ready"
	// Unknown means that no blocker was found, but not everything could be read.
	Unknown Verdict = "unknown"
)

// Report is the result of `kubedelta preflight` for one cluster, as -o json writes it.
type Report struct {
	envelope.Envelope `json:",inline"`
	Cluster           Cluster `json:"cluster"`
	Target            Target  `json:"target"`
	// Scope limits the workloads that were read; nil for all. The verdict covers only these.
	Scope *evidence.Scope `json:"scope,omitempty"`
	// Phase is the requested part of the upgrade; "" for all.
	Phase   preflight.Phase `json:"phase,omitempty"`
	Verdict Verdict         `json:"verdict"`
	// Done is set if the cluster already runs the target, or a later patch release of it. The
	// verdict is ready then, and no check is required.
	Done bool `json:"done,omitzero"`
	// Unreachable is the reason why the cluster could not be checked; "" if it was checked.
	Unreachable string  `json:"unreachable,omitempty"`
	Summary     Summary `json:"summary"`
	Checks      []Check `json:"checks"`
	// Hops are the plan.
	Hops []plan.Hop `json:"hops"`
	// Gaps are what no check could see, because kubedelta has no data about a release.
	Gaps []evidence.Gap `json:"gaps"`
	// Readings are the resources of the cluster, and how each was read.
	Readings []evidence.Reading `json:"readings"`
	// NotCovered are sentences about what preflight does not check.
	NotCovered []string `json:"notCovered"`
	// Waived are items that waivers cover. They do not count.
	Waived []Waived `json:"waived"`
	// Accepted are gaps that the operator accepts. They do not make the verdict unknown.
	Accepted []plan.Accepted `json:"accepted"`
	// Known are the fingerprints of items that the baseline also has. They count for the verdict,
	// but not for the exit code.
	Known    []string           `json:"known"`
	Baseline *findings.Baseline `json:"baseline,omitempty"`
	// Rehearsal is the API server that received dry runs of the objects; nil if there was none.
	Rehearsal *Rehearsal `json:"rehearsal,omitempty"`
	// Redacted is set if names are replaced with placeholders.
	Redacted bool `json:"redacted,omitzero"`

	// head is set if the report is only the head of a report.
	head *head
}

// Cluster is the checked cluster.
type Cluster struct {
	// Name is the context that the user gave, or the scheme and host of the URL.
	Name string `json:"name"`
	// Server is always "", because reports are shared and must not contain the address of the API
	// server. Readers of the first version require the member.
	Server string `json:"server"`
	// UID is the UID of the namespace kube-system, which identifies the cluster; "" if it could not
	// be read.
	UID     string `json:"uid"`
	Version string `json:"version"`
	// EmulatedBy is the version of the API server, if Version and Release are those that it emulates.
	EmulatedBy string            `json:"emulatedBy,omitempty"`
	Release    discovery.Release `json:"release"`
	// EndOfLife is the end of upstream support, "2027-03-31"; "" if unknown.
	EndOfLife string `json:"endOfLife"`
	// Provider is the support by the provider of the cluster, if known.
	Provider *Provider `json:"provider,omitempty"`
}

// Rehearsal is the API server that received dry runs. The checks contain what it refused, and what
// it could not be asked.
type Rehearsal struct {
	// On is the server as the user named it. Version is the version that it reports.
	On      string `json:"on"`
	Version string `json:"version"`
	// Outcomes counts the objects.
	Outcomes map[rehearse.Outcome]int `json:"outcomes"`
	// Left is what could not be created in a server that was started.
	Left []string `json:"left,omitempty"`
}

// Provider is the support of a release by a provider.
type Provider struct {
	Name      string `json:"name"`
	EndOfLife string `json:"endOfLife"`
	// Extended is the end of paid support; "" if there is none.
	Extended string `json:"extended,omitempty"`
}

// Target is the release to upgrade to.
type Target struct {
	Release   discovery.Release `json:"release"`
	EndOfLife string            `json:"endOfLife"`
	Provider  *Provider         `json:"provider,omitempty"`
	// Version is the requested patch release, such as "1.31.9"; absent for any.
	Version string `json:"version,omitempty"`
}

// Data is the data that the report was made with.
type Data = envelope.Data

// Summary contains the counts of a report.
type Summary struct {
	// Blockers counts the blockers; Unknown the required checks that are unknown, completely or in
	// part.
	Blockers int `json:"blockers"`
	Unknown  int `json:"unknown"`
	// Unread counts the resources of the cluster that could not be read.
	Unread     int                       `json:"unread"`
	ByVerdict  map[preflight.Verdict]int `json:"byVerdict"`
	BySeverity map[rule.Severity]int     `json:"bySeverity"`
}

// Check is the result of a check over all hops.
type Check struct {
	ID       string            `json:"id"`
	Title    string            `json:"title"`
	Severity rule.Severity     `json:"severity"`
	Phase    preflight.Phase   `json:"phase"`
	Required bool              `json:"required"`
	Verdict  preflight.Verdict `json:"verdict"`
	// Why is a sentence about a verdict without items.
	Why   string           `json:"why,omitempty"`
	Items []preflight.Item `json:"items"`
	// Gaps are what the check could not see.
	Gaps []evidence.Gap `json:"gaps"`
}

// Waived is an item that a waiver covers.
type Waived struct {
	preflight.Item `json:",inline"`
	Check          string `json:"check"`
	Owner          string `json:"owner"`
	Reason         string `json:"reason"`
	// Expires is the last day of the waiver: "2027-03-31".
	Expires string `json:"expires"`
}
