package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
)

// The ranks of steps of one need and stage: findings, gaps, upgrades of components.
const (
	rankFound = iota
	rankFindOut
	rankMove
)

// finish places the items and gaps at their hops.
func (m *maker) finish() Plan {
	found := foundSteps{byHop: make([][]*Step, len(m.hops)), groups: map[string]*Step{}}
	required := m.required()
	for _, s := range m.order {
		if s.need == CanWait && required[subject(&s.item)] {
			continue
		}
		at, stage := m.place(s.item.Phase, s.item.Component, s.hop)
		hop := &m.hops[at]
		s.item.Before = hop.Name()
		s.result.Items = append(s.result.Items, s.item)
		if !absorb(hop, s) {
			found.add(at, s, stage)
		}
	}
	for at, steps := range found.byHop {
		for _, s := range steps {
			m.hops[at].Steps = append(m.hops[at].Steps, *s)
		}
	}
	for g := range slice.Each(m.gaps) {
		at, stage := m.place(g.phase(), "", g.hop)
		m.hops[at].Steps = append(m.hops[at].Steps, g.step(stage))
	}
	for i := range m.hops {
		if m.done {
			advise(&m.hops[i])
		}
		arrange(&m.hops[i], i+1)
	}
	Settle(m.hops)
	for i := range m.results {
		order.Stably(m.results[i].Items, preflight.CompareItems)
	}
	return Plan{From: m.in.From, To: m.in.To, Phase: m.in.Phase, Hops: m.hops, Results: m.results, Gaps: m.lacks, Accept: m.in.Accept, Accepted: m.accepted, Version: strings.TrimPrefix(m.in.Version, "v")}
}

// advise turns what must be done before a hop into advice, because there is no hop.
func advise(h *Hop) {
	for s := range slice.Each(h.Steps) {
		if s.Need == Must {
			s.Need = Should
		}
	}
}

// required returns the subjects that must be dealt with before some hop. Their deprecation is not
// reported in addition.
func (m *maker) required() map[string]bool {
	set := map[string]bool{}
	for _, s := range m.order {
		if s.need == Must && s.item.Removed.Known() && s.item.Severity.AtLeast(rule.Risky) {
			set[subject(&s.item)] = true
		}
	}
	return set
}

// subject identifies what an item is about, whichever check found it.
func subject(i *preflight.Item) string {
	return strings.Join([]string{i.File, i.APIVersion, i.Kind, i.Namespace, i.Name, i.Field, i.Value}, "\x00")
}

// absorb adds an item to the step that upgrades its object, if there is one.
func absorb(h *Hop, s *occurrence) bool {
	if s.need != Must {
		return false
	}
	for step := range slice.Each(h.Steps) {
		if step.rank != rankMove || step.Check != s.result.Check.ID {
			continue
		}
		at := slices.IndexFunc(step.Objects, func(o Object) bool { return o.Name == s.item.Name && o.Kind == s.item.Kind })
		if at >= 0 {
			step.Objects[at].Fingerprint = s.item.Fingerprint
			step.Fingerprints = append(step.Fingerprints, s.item.Fingerprint)
			return true
		}
	}
	return false
}

// foundSteps are the steps for items. Items with the same text about several objects are one step.
type foundSteps struct {
	byHop  [][]*Step
	groups map[string]*Step
}

// group returns the step of a hop with a key. If there is none, that is the step.
func (f *foundSteps) group(at int, step Step, key []any) *Step {
	id := fmt.Sprintf("%d %q", at, key)
	if f.groups[id] == nil {
		f.groups[id] = &step
		f.byHop[at] = append(f.byHop[at], &step)
	}
	return f.groups[id]
}

func (f *foundSteps) add(at int, s *occurrence, stage Stage) {
	if !s.item.Severity.AtLeast(rule.Unknown) {
		f.read(at, s, stage)
		return
	}
	i := &s.item
	step := Step{
		Need: s.need, Stage: stage, Phase: i.Phase, Check: s.result.Check.ID, Title: i.Message, Migration: i.Migration, Commands: i.Commands, Notes: i.Notes,
		Objects: []Object{}, Likely: i.Likely, Unknown: i.Severity == rule.Unknown, rank: rankFound,
	}
	if len(step.Migration) == 0 && s.result.Check.Migration != "" {
		step.Migration = []string{s.result.Check.Migration}
	}
	if i.Replacement != nil {
		step.Replacement = i.Replacement.String()
	}
	known := f.group(at, step, []any{stage, step.Check, step.Need, step.Phase, step.Title, step.Migration, step.Commands, step.Notes, step.Replacement, step.Likely})
	o := Object{APIVersion: i.APIVersion, Kind: i.Kind, Namespace: i.Namespace, Name: i.Name, Field: i.Field, Source: cmp.Or(i.Source, i.File)}
	if o != (Object{}) {
		o.Fingerprint = i.Fingerprint
		known.Objects = append(known.Objects, o)
	}
	known.Fingerprints = append(known.Fingerprints, i.Fingerprint)
}

// maxRead is the largest number of messages in a step to read. The items of the check have all.
const maxRead = 5

// read adds an item that only needs to be read. There is one such step for each check and hop.
func (f *foundSteps) read(at int, s *occurrence, stage Stage) {
	step := f.group(at, Step{Need: s.need, Stage: stage, Phase: s.item.Phase, Check: s.result.Check.ID, Objects: []Object{}, rank: rankFound}, []any{"read", stage, s.result.Check.ID})
	step.Fingerprints = append(step.Fingerprints, s.item.Fingerprint)
	n := len(step.Fingerprints)
	step.Title = s.result.Check.Title + " (" + rule.Count(n, "item") + ")"
	if n <= maxRead {
		step.Migration = append(step.Migration, s.item.Message)
	} else {
		step.Migration = append(step.Migration[:maxRead], fmt.Sprintf("and %d more; -o json lists all", n-maxRead))
	}
	for _, pr := range s.item.Notes {
		if n <= maxRead && !slices.Contains(step.Notes, pr) {
			step.Notes = append(step.Notes, pr)
		}
	}
}

// phase returns the phase of the checks that have the gap, if it is the same for all.
func (g *gapFound) phase() preflight.Phase {
	phases := slice.Unique(slice.Map(g.checks, func(c *preflight.Check) preflight.Phase { return c.Phase }))
	if len(phases) == 1 {
		return phases[0]
	}
	return preflight.Either
}

func (g *gapFound) step(stage Stage) Step {
	s := Step{Need: Must, Stage: stage, Phase: g.phase(), Unknown: true, Permission: g.Permission, Objects: []Object{}, rank: rankFindOut}
	if len(g.checks) > 0 && !slices.ContainsFunc(g.checks, func(c *preflight.Check) bool { return c.Required }) {
		s.Need = Should
	}
	if len(g.checks) == 1 {
		s.Check = g.checks[0].ID
	}
	asked := forChecks(g.checks)
	switch {
	case g.failed:
		s.Unknown, s.Title = false, "Resolve the failed check: "+g.checks[0].Title
		if g.checks[0].Migration != "" {
			s.Migration = []string{g.checks[0].Migration}
		}
	case g.Permission != "":
		s.Title = "Grant the permission to " + g.Permission + asked
		s.Commands = []string{"kubedelta preflight --print-rbac"}
	case len(g.checks) == 1 && g.What == g.checks[0].ID:
		s.Title = "Check manually: " + g.checks[0].Title
	default:
		s.Title = "Check manually: " + g.What + asked
	}
	if g.Reason != "" {
		s.Migration = []string{g.Reason}
	}
	return s
}

// forChecks returns ", which kubelet-skew and 2 more checks need"; "" for no checks.
func forChecks(checks []*preflight.Check) string {
	switch len(checks) {
	case 0:
		return ""
	case 1:
		return ", which " + checks[0].ID + " needs"
	default:
		return ", which " + checks[0].ID + " and " + rule.Count(len(checks)-1, "more check") + " need"
	}
}

// arrange sorts the steps of a hop and numbers them.
func arrange(h *Hop, number int) {
	stages := []Stage{Before, Upgrade, After}
	order.Stably(h.Steps, func(a, b Step) int {
		return cmp.Or(
			cmp.Compare(slices.Index(stages, a.Stage), slices.Index(stages, b.Stage)),
			cmp.Compare(slices.Index(Needs(), a.Need), slices.Index(Needs(), b.Need)),
			cmp.Compare(a.rank, b.rank),
			compareMoves(&a, &b),
		)
	})
	for i := range h.Steps {
		s := &h.Steps[i]
		s.ID = strconv.Itoa(number) + "." + strconv.Itoa(i+1)
		order.Stably(s.Objects, func(a, b Object) int {
			return cmp.Or(strings.Compare(a.Kind, b.Kind), strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Name, b.Name), strings.Compare(a.Field, b.Field))
		})
		slices.Sort(s.Fingerprints)
	}
}

// compareMoves keeps the order of steps that upgrade components. Other steps are sorted by phase,
// check and text.
func compareMoves(a, b *Step) int {
	if a.rank == rankMove {
		return 0
	}
	phases := []preflight.Phase{preflight.ControlPlane, preflight.Either, preflight.NodeDrain}
	return cmp.Or(
		cmp.Compare(slices.Index(phases, a.Phase), slices.Index(phases, b.Phase)), strings.Compare(a.Check, b.Check),
		strings.Compare(a.Title, b.Title), strings.Compare(strings.Join(a.Commands, "\n"), strings.Join(b.Commands, "\n")),
	)
}
