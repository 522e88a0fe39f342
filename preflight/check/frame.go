package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// definition is a check with the function that runs it. Its texts are on a page of pages.md. The
// frame around the function looks at the readings of what the check needs, so that no check can
// forget to.
type definition struct {
	id string
	preflight.Check
	check func(preflight.Input) found
	// idle returns the reason why the check does not apply to a hop, "" if it applies. nil: it
	// applies to every hop.
	idle func(preflight.Input) string
	// ofMinors: it looks for changes that only a new minor makes, not a patch release.
	ofMinors bool
	// ofReleases: it looks at the releases on the way, including patch releases.
	ofReleases bool
	// begins returns the release at which the upgrade of what it looks at on nodes begins; nil if it
	// looks at the control plane only. partly: it looks at both.
	begins func(preflight.Input) discovery.Release
	partly bool
	// perWorkload: it looks at each workload separately, so its outcome is right for a narrowed
	// scope.
	perWorkload bool
	// spared returns needs that do not matter to a hop; nil if all of them always matter.
	spared func(preflight.Input) []evidence.Resource
}

// needs returns the resources that must have been read for a hop.
func (d definition) needs(in preflight.Input) []evidence.Resource {
	if d.spared == nil {
		return d.Needs
	}
	spared := d.spared(in)
	return slices.DeleteFunc(slices.Clone(d.Needs), func(r evidence.Resource) bool { return slices.Contains(spared, r) })
}

// skips returns why the check does not apply to a hop, "" if it applies.
func (d definition) skips(in preflight.Input) string {
	if d.begins != nil && !d.partly {
		in.From = d.begins(in)
	}
	why := d.keptByPatch(in)
	if why == "" && d.idle != nil {
		why = d.idle(in)
	}
	return cmp.Or(why, d.notScoped(d.needs(in), in))
}

// hiddenNodes returns the gaps of the nodes if the check would apply with a kubelet as old as the
// API server supports.
func (d definition) hiddenNodes(in preflight.Input) []evidence.Gap {
	gaps := unread(in.Evidence, evidence.Nodes)
	if d.begins == nil || len(gaps) == 0 || !answering(in).Known() {
		return nil
	}
	e := *in.Evidence
	e.Nodes = append(slices.Clip(e.Nodes), evidence.Node{KubeletVersion: "v" + OldestKubelet(answering(in)).String() + ".0"})
	in.Evidence = &e
	if d.skips(in) != "" {
		return nil
	}
	return gaps
}

// found is what a check returns, before the frame adds what was not read.
type found struct {
	items []*preflight.Item
	// gaps are gaps in addition to those of the check's needs.
	gaps []evidence.Gap
	// why is a sentence for an outcome without items.
	why string
	// notApplicable: there is nothing to check. It counts only if everything was read and there are
	// no items.
	notApplicable bool
}

// add adds an item, and returns it for what else is to be set, such as the value that distinguishes
// it from others about the same object.
func (f *found) add(it preflight.Item) *preflight.Item {
	f.items = append(f.items, &it)
	return &it
}

// lacks adds the gaps of resources that matter only in the case at hand.
func (f *found) lacks(in preflight.Input, resources ...evidence.Resource) {
	f.gaps = append(f.gaps, unread(in.Evidence, resources...)...)
}

func (f *found) gap(what, reason string) {
	f.gaps = append(f.gaps, evidence.Gap{What: what, Reason: reason})
}

// doesNotApply is returned by a check that has nothing to look at.
func doesNotApply(why string) found { return found{notApplicable: true, why: why} }

// unanswered is returned by a check that lacks data without which it cannot start.
func unanswered(what, reason string) found {
	return found{gaps: []evidence.Gap{{What: what, Reason: reason}}, why: reason}
}

// each runs a check for each of some things. Without any, the check does not apply.
func each[T any](list []T, none string, check func(*found, *T)) (f found) {
	if len(list) == 0 {
		return doesNotApply(none)
	}
	for one := range slice.Each(list) {
		check(&f, one)
	}
	return f
}

func (d definition) framed() preflight.Check {
	d.Check = pages()[d.id]
	c := d.Check
	c.Run = func(in preflight.Input) preflight.Outcome {
		if in.Evidence == nil {
			in.Evidence = &evidence.Evidence{}
		}
		if why := d.skips(in); why != "" {
			return conclude(c, doesNotApply(why), d.hiddenNodes(in))
		}
		if d.begins != nil && !d.partly {
			in.From = d.begins(in)
		}
		needs := d.needs(in)
		if len(needs) > 0 && !slices.ContainsFunc(needs, func(r evidence.Resource) bool { return in.Reading(r).State != evidence.NotServed }) {
			return conclude(c, doesNotApply("the server does not serve "+strings.Join(slice.Map(needs, evidence.Resource.String), ", ")), nil)
		}
		f := d.check(in)
		return conclude(c, f, append(unread(in.Evidence, needs...), f.gaps...))
	}
	return c
}

// unread returns the gaps of the needs that were not read completely. A state that is not known is
// a gap.
func unread(e *evidence.Evidence, needs ...evidence.Resource) (gaps []evidence.Gap) {
	for _, need := range needs {
		if r := e.Reading(need); r.State != evidence.NotServed && !r.OK() {
			gap := r.Gap()
			gap.What = cmp.Or(gap.What, need.String())
			gap.Reason = cmp.Or(gap.Reason, "it was not read ("+cmp.Or(string(r.State), "no state")+")")
			gaps = append(gaps, gap)
		}
	}
	return gaps
}

func conclude(c preflight.Check, f found, gaps []evidence.Gap) preflight.Outcome {
	o := preflight.Conclude(seal(c, f.items), distinct(gaps))
	o.Why = f.why
	switch {
	case !f.notApplicable:
	case len(o.Items) == 0 && len(o.Gaps) == 0:
		o.Verdict = preflight.NotApplicable
	default:
		o.Why = "" // what was not read may contradict it
	}
	return o
}

// seal fills in what the items of a check have in common, sorts them, and removes duplicates.
func seal(c preflight.Check, all []*preflight.Item) []preflight.Item {
	items := make([]preflight.Item, 0, len(all))
	for _, it := range all {
		it.Rule, it.Offset = c.ID, -1
		it.Severity = cmp.Or(it.Severity, c.Severity)
		it.Phase = cmp.Or(it.Phase, c.Phase)
		it.Seal()
		items = append(items, *it)
	}
	order.Stably(items, preflight.CompareItems)
	return slices.CompactFunc(items, func(a, b preflight.Item) bool { return a.Fingerprint == b.Fingerprint && a.Message == b.Message })
}

// distinct sorts gaps and removes duplicates.
func distinct(gaps []evidence.Gap) []evidence.Gap {
	order.By(gaps, func(a, b evidence.Gap) int {
		return cmp.Or(strings.Compare(a.What, b.What), strings.Compare(a.Permission, b.Permission), strings.Compare(a.Reason, b.Reason))
	})
	return append([]evidence.Gap{}, slices.Compact(gaps)...)
}

// sameMinor reports whether the target is a patch release of the minor that the cluster runs. A
// patch release removes no API, field, gate or flag
// (https://kubernetes.io/releases/version-skew-policy/#supported-versions).
func sameMinor(in preflight.Input) bool { return in.To.Known() && in.To == answering(in) }

// keptByPatch returns why a check does not apply to a hop within a minor, "" if it applies.
func (d definition) keptByPatch(in preflight.Input) string {
	switch {
	case !sameMinor(in), d.partly && d.begins(in).Compare(in.To) < 0:
	case d.ofMinors:
		return "the target has the minor version " + in.To.String() + ", which the cluster already runs: a patch release removes nothing"
	case d.ofReleases && in.Patch.Release != in.To:
		return "the cluster runs " + in.To.String() + " already"
	}
	return ""
}

// notScoped returns why a check does not apply to a narrowed scope: it needs workloads that were
// not read. It returns "" if the check applies.
func (d definition) notScoped(needs []evidence.Resource, in preflight.Input) string {
	if in.Scope.Whole() || d.perWorkload || !slices.ContainsFunc(needs, in.Scope.Narrows) {
		return ""
	}
	return "the check needs all workloads, but only those of " + in.Scope.String() + " were read"
}

// Narrow removes the budgets that select none of the pods in scope. A label selector cannot do
// that, because a budget does not have the labels of its pods.
func Narrow(e *evidence.Evidence) {
	if e.Scope.Selector == "" {
		return
	}
	e.Budgets = slices.DeleteFunc(e.Budgets, func(b evidence.Budget) bool {
		return !slices.ContainsFunc(e.Pods, func(p evidence.Pod) bool { return p.Namespace == b.Namespace && matches(b.Selector, p.Labels) })
	})
}
