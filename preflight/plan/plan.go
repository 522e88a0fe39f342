package plan

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Plan is the way from the cluster's release to the target, with the result of every check over all
// hops.
type Plan struct {
	From discovery.Release `json:"from"`
	To   discovery.Release `json:"to"`
	// Phase is the requested part of the upgrade; "" for all.
	Phase preflight.Phase `json:"phase,omitempty"`
	Hops  []Hop           `json:"hops"`
	// Version is the requested patch release, "1.31.9"; "" for any.
	Version string `json:"-"`
	// Done: the cluster runs the target already, so no check is required.
	Done bool `json:"-"`
	// Results are the results of the checks, in the order of the checks.
	Results []Result `json:"-"`
	// Gaps are what no check could see because the facts of a release are missing.
	Gaps []evidence.Gap `json:"-"`
	// Accept are the names that the operator gave, Accepted the gaps that they include.
	Accept   []string   `json:"-"`
	Accepted []Accepted `json:"-"`
}

// Hop is one minor of the way. The API server never skips one.
type Hop struct {
	From discovery.Release `json:"from"`
	To   discovery.Release `json:"to"`
	// FromVersion and ToVersion are set in a hop within a minor: "1.31.6", "1.31.9".
	FromVersion string `json:"fromVersion,omitempty"`
	ToVersion   string `json:"toVersion,omitempty"`
	// Verdict is pass if nothing must be done before the hop except what earlier hops require.
	Verdict preflight.Verdict `json:"verdict"`
	Steps   []Step            `json:"steps"`
}

// Name returns "1.29 → 1.30", "1.31.6 → 1.31.9", or "1.31" if there is nothing to do.
func (h Hop) Name() string {
	switch {
	case h.ToVersion != "":
		return h.FromVersion + " → " + h.ToVersion
	case h.From == h.To:
		return h.To.String()
	default:
		return h.From.String() + " → " + h.To.String()
	}
}

// Settle sets the verdicts of hops from their steps. Waived steps do not count. A step to find
// something out makes its hop unknown, and all hops after it.
func Settle(hops []Hop) {
	before := preflight.Pass
	for h := range slice.Each(hops) {
		h.Verdict = before
		for s := range slice.Each(h.Steps) {
			switch {
			case s.Need != Must || s.Check == "" && !s.Unknown || s.Waived:
			case s.Unknown:
				before = preflight.Unknown
				h.Verdict = preflight.Worse(h.Verdict, preflight.Unknown)
			default:
				h.Verdict = preflight.Fail
			}
		}
	}
}

// Need is how important a step is.
type Need string

// The needs, the strongest first.
const (
	// Must: without it the hop fails, or leaves the version skew policy.
	Must Need = "must"
	// Should: it is good to do it now.
	Should Need = "should"
	// CanWait: the hop does not need it.
	CanWait Need = "can-wait"
)

// Needs returns the needs, the strongest first.
func Needs() []Need { return []Need{Must, Should, CanWait} }

// Stage is when in a hop a step is done.
type Stage string

// The stages, in their order.
const (
	// Before the first API server is upgraded.
	Before Stage = "before"
	// Upgrade is the hop itself.
	Upgrade Stage = "upgrade"
	// After the control plane is at the hop's target.
	After Stage = "after"
)

// Step is one thing to do.
type Step struct {
	// ID numbers the steps of the plan: "2.3" is the third step of the second hop.
	ID    string          `json:"id"`
	Need  Need            `json:"need"`
	Stage Stage           `json:"stage"`
	Phase preflight.Phase `json:"phase"`
	// Check is the ID of the check behind it; "" for the order of the upgrade.
	Check string `json:"check,omitempty"`
	// Title is a sentence without a full stop.
	Title   string   `json:"title"`
	Objects []Object `json:"objects"`
	// Migration is what to do. Commands are shell commands. Replacement is the API to use instead.
	Migration   []string `json:"remedy,omitempty"`
	Commands    []string `json:"commands,omitempty"`
	Replacement string   `json:"replacement,omitempty"`
	// Notes are the pull requests of the release notes behind it.
	Notes []int `json:"notes,omitempty"`
	// Likely: the evidence is weak.
	Likely bool `json:"likely,omitzero"`
	// Unknown marks a step to find something out. Permission is the permission that it requires.
	Unknown    bool   `json:"unknown,omitzero"`
	Permission string `json:"permission,omitempty"`
	// Fingerprints are those of the items that the step resolves.
	Fingerprints []string `json:"fingerprints,omitempty"`
	// Waived: all of these items are waived.
	Waived bool `json:"waived,omitzero"`

	rank int
}

// Object is what a step is about.
type Object struct {
	APIVersion string `json:"apiVersion,omitempty"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace,omitempty"`
	Name       string `json:"name"`
	Field      string `json:"field,omitempty"`
	// Source is where it comes from: a manager, a Helm release, a file.
	Source string `json:"source,omitempty"`
	// Fingerprint is that of its item. Waived: that item is waived.
	Fingerprint string `json:"fingerprint,omitempty"`
	Waived      bool   `json:"waived,omitzero"`
}

// Result is the result of one check over all hops. Each item is in it once, at the hop that it must
// be dealt with before.
type Result struct {
	Check preflight.Check
	preflight.Outcome
}

// Sealed returns an item's fingerprint: 12 hex digits over the check, the object and the target.
// Numbers are not part of it, so a waiver stays valid if a count changes.
func Sealed(check string, target discovery.Release, i *preflight.Item) string {
	f := finding.Finding{
		Rule: check + "\x01" + target.String() + "\x01" + i.Rule, File: i.File, APIVersion: i.APIVersion, Kind: i.Kind, Namespace: i.Namespace, Name: i.Name,
		Field: i.Field, Value: countless(i.Value), Ordinal: i.Ordinal,
	}
	f.Seal()
	return f.Fingerprint
}

// countless removes the words of a text that are numbers: "3 of 5" and "4 of 5" are the same
// finding.
func countless(text string) string {
	isNumber := func(word string) bool { return strings.Trim(word, "0123456789.,%()") == "" }
	return strings.Join(slices.DeleteFunc(strings.Fields(text), isNumber), " ")
}
