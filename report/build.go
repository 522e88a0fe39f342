package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// Filter selects the changes of a report. An empty list selects all.
type Filter struct {
	// Groups are names of API groups; "core" is the core group.
	Groups []string
	// Kinds are kinds, resources or short names, with or without a group and version. Letter case
	// is ignored (package kind).
	Kinds []string
	// Severities are the severities to show.
	Severities []rule.Severity
	// Uses selects the changes that concern given objects; nil selects all.
	Uses *Uses
}

// Uses is the set of objects, from manifests or a cluster, that a report is limited to.
type Uses struct {
	// Name is the path or context that the objects were read from.
	Name    string `json:"name"`
	Objects int    `json:"objects"`
	// LeftOut counts the changes that concern none of the objects.
	LeftOut int `json:"leftOut"`
	// Unread names the kinds that could not be read, with the reason. Changes that concern them are
	// kept.
	Unread []string `json:"unread"`
	// Concerns reports whether a change concerns one of the objects.
	Concerns func(diff.Change) bool `json:"-"`
}

// Build returns the report of a comparison.
func Build(tool envelope.Tool, old, new *discovery.Surface, opts diff.Options, result diff.Result, filter Filter) *Report {
	r := &Report{
		Envelope: envelope.New(Kind, tool),
		Old:      Side(envelope.SideOf(old)), New: Side(envelope.SideOf(new)),
		IncludeDisabled: opts.IncludeDisabled, LeftOut: result.LeftOut, Reworded: result.Reworded, Descriptions: opts.Descriptions,
		Subject: SubjectAPI, Language: "en", NotCompared: result.NotCompared,
	}
	if filter.Uses != nil {
		uses := *filter.Uses
		r.Uses = &uses
	}
	kinds := kindsAsked(filter.Kinds, old, new)
	for _, c := range result.Changes {
		if !filter.admits(c) || !kinds.change(&c) {
			r.Filtered++
			continue
		}
		if filter.Uses != nil && !filter.Uses.Concerns(c) {
			r.Uses.LeftOut++
			continue
		}
		c.Reaches = kinds.reaches(&c)
		r.Changes = append(r.Changes, Change{Change: c})
	}
	r.summarise()
	return r
}

func (r *Report) summarise() {
	r.Summary = Summary{BySeverity: map[rule.Severity]int{}, ByRule: map[string]int{}, BySIG: map[string]int{}}
	for _, s := range rule.Severities() {
		r.Summary.BySeverity[s] = 0
	}
	for _, c := range r.Changes {
		r.Summary.BySeverity[c.Severity]++
		r.Summary.ByRule[c.Rule]++
		for _, sig := range c.SIGs {
			r.Summary.BySIG[sig]++
		}
	}
}

func (f Filter) admits(c diff.Change) bool {
	if len(f.Severities) > 0 && !slices.Contains(f.Severities, c.Severity) {
		return false
	}
	return len(f.Groups) == 0 || admits(f.Groups, groupName(c.Group)) && !unattributed(c) ||
		slices.ContainsFunc(c.Reaches, func(r rule.Reach) bool { return admits(f.Groups, groupName(r.Group)) })
}

// unattributed reports whether the change belongs to no API, such as a change of a shared schema.
func unattributed(c diff.Change) bool { return c.Group == "" && c.Version == "" }

func groupName(group string) string { return cmp.Or(group, "core") }

func admits(list []string, name string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, name) })
}
