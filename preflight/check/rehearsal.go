package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/rehearse"
)

// RehearsalChecks returns the IDs of the checks that report what an API server answered about the
// objects. They are also the rules of kubedelta rehearse.
func RehearsalChecks() []string { return []string{rehearse.RefusedByServer, rehearse.WarningOfServer} }

// Rehearsal is the prefix of the names of gaps of a rehearsal.
const Rehearsal = "rehearsal"

// eachAnswer runs a check for each answer of the server, if that runs the target of the hop.
func eachAnswer(check func(*found, *rehearse.Result)) func(preflight.Input) found {
	return func(in preflight.Input) (f found) {
		r := in.Rehearsal
		switch {
		case r == nil:
			return doesNotApply("no objects were sent to an API server (--rehearse)")
		case r.Release != in.To:
			return doesNotApply("the API server of the rehearsal runs " + r.Release.String())
		}
		for one := range slice.Each(r.Results) {
			check(&f, one)
		}
		f.unasked(r)
		return f
	}
}

// refused adds items for what the server refuses in an object.
func (f *found) refused(r *rehearse.Result) {
	reasons := map[string]string{}
	for _, c := range r.Causes {
		reasons[c.Field] = cmp.Or(reasons[c.Field], c.Reason)
	}
	for _, it := range f.said(r, rehearse.RefusedByServer) {
		it.Value = cmp.Or(reasons[it.Field], r.Reason)
		switch {
		case r.As == "apply": // the server compared it with an object of another cluster
			it.Severity = rule.Info
		case r.Question.Form == rehearse.Stored:
			it.Severity = rule.Risky
		}
	}
}

// said adds the items for the server's answer about an object, by a rule, and returns them.
func (f *found) said(r *rehearse.Result, id string) (items []*preflight.Item) {
	plain := *r
	plain.Agreement = rehearse.NotCompared // whether scan agrees does not matter to the upgrade
	for _, one := range plain.Findings() {
		if one.Rule == id {
			one.File, one.Line, one.Column, one.Document = "", 0, 0, 0 // the object is in the cluster, not in a file
			items = append(items, f.add(preflight.Item{Finding: one, Source: formOf(r)}))
		}
	}
	return items
}

// formOf returns where the object that was sent comes from.
func formOf(r *rehearse.Result) string {
	switch r.Question.Form {
	case rehearse.Applied:
		return evidence.LastApplied
	case rehearse.Released:
		_, file, _ := strings.Cut(r.Question.File, ": ") // "context:prod: helm:shop/web"
		return file
	default:
		return ""
	}
}

// unasked adds a gap, with the first reason, for each kind with objects that have no answer.
func (f *found) unasked(r *evidence.Rehearsal) {
	f.gaps = append(f.gaps, r.Unread...)
	whys := map[string][]string{}
	for one := range slice.Each(r.Results) {
		if one.Outcome == rehearse.NotAsked {
			kind := one.Question.APIVersion + " " + one.Question.Kind
			whys[kind] = append(whys[kind], one.Why)
		}
	}
	for kind, list := range whys {
		f.gap(strings.TrimSpace(Rehearsal+" of "+kind), fmt.Sprintf("%s had no answer: %s", rule.Count(len(list), "object"), rehearse.FirstLine(slices.Min(list))))
	}
	if r.Answered() == 0 && len(f.gaps) == 0 {
		f.gap(Rehearsal, "the API server returned no answer for any object")
	}
}
