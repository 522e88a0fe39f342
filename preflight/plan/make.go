package plan

import (
	"fmt"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// In is what a plan is made of.
type In struct {
	Evidence *evidence.Evidence
	// From is the release of the cluster; where it is not known, that of the
	// evidence.
	From, To discovery.Release
	Checks   []preflight.Check
	// Version is the patch release to upgrade to, "v1.31.9"; "" for any of To.
	Version string
	// Facts gives what is known of a hop: what both releases serve, lifecycles, notes.
	// It need not fill Evidence and the releases. An error makes the hop unknown:
	// "this kubedelta knows the releases up to 1.37". With surfaces beside the
	// error, those of the newest release that is known, the checks run all the same.
	Facts func(from, to discovery.Release) (preflight.Input, error)
	// Latest is the newest patch release of a minor that is known, "v1.29.15"; ""
	// where none is. It may be nil.
	Latest func(discovery.Release) string
	// Phase leaves out what the other phase is about; "" for all.
	Phase preflight.Phase
	// Accept are the names of gaps that the operator accepts; see [Acceptable].
	Accept []string
}

// maxHops bounds a plan: a target farther away than this is no release.
const maxHops = 50

// Make makes the plan. It refuses a target that is no upgrade.
func Make(in In) (Plan, error) {
	if in.Evidence == nil {
		return Plan{}, fmt.Errorf("no plan is possible: the cluster was not read")
	}
	if !in.From.Known() {
		in.From = in.Evidence.Server.Release
	}
	if err := refuse(in.From, in.To); err != nil {
		return Plan{}, err
	}
	m := newMaker(in)
	if in.To == in.From {
		return m.within(in.From), nil
	}
	for from := in.From; from.Compare(in.To) < 0; from.Minor++ {
		m.hop(from, discovery.Release{Major: from.Major, Minor: from.Minor + 1})
	}
	return m.finish(), nil
}

// refuse says why there is no way from one release to another, if there is none.
func refuse(from, to discovery.Release) error {
	switch {
	case !from.Known():
		return fmt.Errorf("the release of the cluster is unknown: its API server did not report its version")
	case !to.Known():
		return fmt.Errorf("the target is missing: give the release to upgrade to, such as 1.33")
	case from.Major != to.Major:
		return fmt.Errorf("kubedelta cannot plan an upgrade from Kubernetes %s to %s: it has another major version", from, to)
	case to.Compare(from) < 0:
		return fmt.Errorf("%s is older than the cluster, which runs %s: Kubernetes cannot be downgraded by a minor version", to, from)
	case to.Minor-from.Minor > maxHops:
		return fmt.Errorf("the target %s is not plausible: it is %d minor versions after the %s of the cluster", to, to.Minor-from.Minor, from)
	}
	return nil
}

// maker gathers a plan hop by hop.
type maker struct {
	in   In
	ev   *evidence.Evidence // as the hops so far have made the cluster
	hops []Hop
	// moves are the hops before which nodes must move.
	moves   map[int]bool
	results []Result
	seen    map[string]*occurrence
	order   []*occurrence // in the order in which they were first seen
	gaps    gapList
	done    bool // the cluster runs the target
	lacks   []evidence.Gap

	accepted []Accepted
}

func newMaker(in In) *maker {
	m := &maker{in: in, ev: carried(in.Evidence), moves: map[int]bool{}, seen: map[string]*occurrence{}, gaps: gapList{index: map[gapKey]int{}}}
	for i := range in.Checks {
		if within(in.Checks[i].Phase, in.Phase) {
			m.results = append(m.results, Result{Check: in.Checks[i], Outcome: preflight.Outcome{Items: []preflight.Item{}, Gaps: []evidence.Gap{}}})
		}
	}
	return m
}

// within reports whether something of a phase belongs to the phase that was asked
// for.
func within(phase, asked preflight.Phase) bool {
	return asked == "" || asked == preflight.Either || phase == "" || phase == preflight.Either || phase == asked
}

// hop checks one hop and carries the cluster over it.
func (m *maker) hop(from, to discovery.Release) {
	index := len(m.hops)
	h := m.named(from, to)
	input, err := m.facts(from, to)
	if err != nil {
		gap := evidence.Gap{What: "the release " + to.String(), Reason: err.Error()}
		m.lacks = append(m.lacks, gap)
		for i := range m.results {
			m.results[i].merge(preflight.Outcome{Verdict: preflight.Unknown, Gaps: []evidence.Gap{gap}})
		}
		m.gaps.add(index, gap, nil)
	}
	// What is wrong with the cluster as it is, is wrong on the way to a release
	// that nothing is known of, too.
	if err == nil || input.Old != nil && input.New != nil {
		m.check(index, input)
	}
	h.Steps = append(h.Steps, m.skewSteps(index, from, to)...)
	m.hops = append(m.hops, h)
	m.carry(to)
}

func (m *maker) facts(from, to discovery.Release) (input preflight.Input, err error) {
	if m.in.Facts != nil {
		input, err = m.in.Facts(from, to)
	}
	input.Evidence, input.From, input.To, input.Target = m.ev, from, to, m.in.To
	return input, err
}

// check runs the checks for a hop.
func (m *maker) check(index int, input preflight.Input) {
	for r := range slice.Each(m.results) {
		o := m.outcome(&r.Check, input)
		m.see(index, &r.Check, o.Items)
		for _, g := range o.Gaps {
			m.gaps.add(index, g, &r.Check)
		}
		switch bare := (evidence.Gap{What: r.Check.ID, Reason: o.Why}); {
		case o.Verdict == preflight.Unknown && len(o.Gaps) == 0 && !AnyDoubts(o.Items):
			m.gaps.add(index, bare, &r.Check)
		case o.Verdict == preflight.Fail && !AnyBlocks(o.Items):
			m.gaps.add(index, bare, &r.Check).failed = true
		}
		r.merge(o)
	}
}

// outcome runs a check. An answer that its own items or gaps contradict is taken
// for the worse: what was not seen is never fine.
func (m *maker) outcome(c *preflight.Check, input preflight.Input) preflight.Outcome {
	if c.Run == nil {
		return preflight.Outcome{Verdict: preflight.Unknown, Why: "the check cannot be run"}
	}
	o := m.accept(c, c.Run(input))
	all := len(o.Items)
	items := make([]preflight.Item, 0, all)
	for _, i := range o.Items {
		if i.Phase == "" {
			i.Phase = c.Phase
		}
		if within(i.Phase, m.in.Phase) {
			items = append(items, i)
		}
	}
	o.Items = items
	switch {
	case AnyBlocks(items):
		o.Verdict = preflight.Fail
	case o.Verdict == preflight.Fail && len(items) == all:
	case o.Verdict == preflight.Fail, o.Verdict == preflight.Pass, o.Verdict == preflight.NotApplicable:
		// A failure whose items are all of the other phase is none of this one.
		if len(o.Gaps) > 0 || AnyDoubts(items) {
			o.Verdict = preflight.Unknown
		} else if o.Verdict == preflight.Fail {
			o.Verdict = preflight.Pass
		}
	default:
		if o.Verdict != preflight.Unknown {
			o.Why = "the check returned an unknown result"
		}
		o.Verdict = preflight.Unknown
	}
	return o
}
