package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// In is the input of Make.
type In struct {
	Evidence *evidence.Evidence
	// From is the release of the cluster; if unknown, that of the evidence.
	From, To discovery.Release
	Checks   []preflight.Check
	// Version is the patch release to upgrade to, "v1.31.9"; "" for any patch of To.
	Version string
	// Facts returns what is known about a hop: what both releases serve, lifecycles, notes. It need
	// not fill Evidence and the releases. An error makes the hop unknown: "this kubedelta knows the
	// releases up to 1.37". If it returns surfaces with the error, those of the newest known
	// release, the checks run as well.
	Facts func(from, to discovery.Release) (preflight.Input, error)
	// Latest returns the newest known patch release of a minor, "v1.29.15"; "" if there is none. It
	// may be nil.
	Latest func(discovery.Release) string
	// Phase restricts the plan to a phase; "" for all.
	Phase preflight.Phase
	// Accept are the names of gaps that the operator accepts; see [Acceptable].
	Accept []string
}

// maxHops is the largest number of hops of a plan. A target that is farther away is no release.
const maxHops = 50

// Make returns the plan. It returns an error for a target that is no upgrade.
func Make(in In) (Plan, error) {
	if in.Evidence == nil {
		return Plan{}, fmt.Errorf("no plan is possible: the cluster was not read")
	}
	answered := cmp.Or(in.From, in.Evidence.Server.Release)
	if s := in.Evidence.Surface; !answered.Known() && s != nil && s.Contradiction != "" {
		return Plan{}, fmt.Errorf("the release of the cluster is unknown: %s", s.Contradiction)
	}
	if err := refuse(answered, in.To); err != nil {
		return Plan{}, err
	}
	if in.Latest == nil {
		in.Latest = func(discovery.Release) string { return "" }
	}
	ev := *in.Evidence // its versions change with the steps of the plan; the rest is shared
	ev.Server, ev.Nodes, ev.Components = OldestServer(in.Evidence), slices.Clone(ev.Nodes), slices.Clone(ev.Components)
	mixed := ev.Server != in.Evidence.Server
	in.Evidence = &ev
	in.From = cmp.Or(in.From, in.Evidence.Server.Release)
	m := newMaker(in)
	m.mixed = mixed
	if in.To == in.From {
		return m.within(in.From), nil
	}
	for from := in.From; from.Compare(in.To) < 0; from.Minor++ {
		m.hop(from, discovery.Release{Major: from.Major, Minor: from.Minor + 1})
	}
	return m.finish(), nil
}

// OldestServer returns the server with the version of the oldest visible API server. In a cluster
// with several, which one answers is chance, and an upgrade is done only when all are upgraded.
func OldestServer(e *evidence.Evidence) evidence.Server {
	oldest := e.Server
	least, err := changelog.ParseVersion(e.Server.Version)
	if err != nil {
		return oldest
	}
	for c := range slice.Each(e.Components) {
		v, err := changelog.ParseVersion(c.Version)
		_, exact := patch(c.Version)
		if c.Name == "kube-apiserver" && err == nil && exact && v.Major == least.Major && v.Compare(least) < 0 {
			least, oldest.Version, oldest.Release = v, c.Version, v.Release
		}
	}
	return oldest
}

// refuse returns an error if there is no way from one release to another.
func refuse(from, to discovery.Release) error {
	switch {
	case !from.Known():
		return fmt.Errorf("the release of the cluster is unknown: its API server did not report its version")
	case !to.Known():
		return fmt.Errorf("the target is missing: specify the release to upgrade to, such as 1.33")
	case from.Major != to.Major:
		return fmt.Errorf("kubedelta cannot plan an upgrade from Kubernetes %s to %s: the major versions differ", from, to)
	case to.Compare(from) < 0:
		return fmt.Errorf("%s is older than the cluster, which runs %s: Kubernetes cannot be downgraded by a minor version", to, from)
	case to.Minor-from.Minor > maxHops:
		return fmt.Errorf("the target %s is not plausible: it is %d minor versions after the %s of the cluster", to, to.Minor-from.Minor, from)
	}
	return nil
}

// maker builds a plan hop by hop.
type maker struct {
	in   In
	ev   *evidence.Evidence // the cluster after the hops so far
	hops []Hop
	// moves are the hops before which kubelets must be upgraded, proxyMoves those before which
	// kube-proxy must be.
	moves, proxyMoves map[int]bool

	results []Result
	seen    map[string]*occurrence
	order   []*occurrence // in the order in which they were found first
	gaps    []gapFound
	done    bool // the cluster runs the target
	mixed   bool // some API servers are newer than others
	lacks   []evidence.Gap

	accepted []Accepted
}

func newMaker(in In) *maker {
	m := &maker{in: in, ev: in.Evidence, moves: map[int]bool{}, proxyMoves: map[int]bool{}, seen: map[string]*occurrence{}}
	for i := range in.Checks {
		if within(in.Checks[i].Phase, in.Phase) {
			m.results = append(m.results, Result{Check: in.Checks[i], Outcome: preflight.Outcome{Items: []preflight.Item{}, Gaps: []evidence.Gap{}}})
		}
	}
	return m
}

// within reports whether something of a phase belongs to the requested phase.
func within(phase, asked preflight.Phase) bool {
	return asked == "" || asked == preflight.Either || phase == "" || phase == preflight.Either || phase == asked
}

// hop checks one hop, and updates the cluster to the state after it.
func (m *maker) hop(from, to discovery.Release) {
	index := len(m.hops)
	h := Hop{From: from, To: to}
	if m.patches(to) {
		h.FromVersion, h.ToVersion = bare(m.in.Evidence.Server.Version), bare(m.in.Version)
	}
	input, err := m.facts(from, to)
	if err != nil {
		gap := evidence.Gap{What: "the release " + to.String(), Reason: err.Error()}
		m.lacks = append(m.lacks, gap)
		for i := range m.results {
			m.results[i].merge(preflight.Outcome{Verdict: preflight.Unknown, Gaps: []evidence.Gap{gap}})
		}
		m.gap(index, gap, nil)
	}
	// A problem of the cluster as it is also exists on the way to an unknown release.
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
		m.see(index, r, o.Items)
		for _, g := range o.Gaps {
			m.gap(index, g, &r.Check)
		}
		switch bare := (evidence.Gap{What: r.Check.ID, Reason: o.Why}); {
		case o.Verdict == preflight.Unknown && len(o.Gaps) == 0 && !slices.ContainsFunc(o.Items, preflight.Item.Doubts):
			m.gap(index, bare, &r.Check)
		case o.Verdict == preflight.Fail && !slices.ContainsFunc(o.Items, preflight.Item.Blocks):
			m.gap(index, bare, &r.Check).failed = true
		}
		r.merge(o)
	}
}

// outcome runs a check. If its verdict contradicts its items or gaps, the worse one counts, because
// what was not seen is never good.
func (m *maker) outcome(c *preflight.Check, input preflight.Input) preflight.Outcome {
	if c.Run == nil {
		return preflight.Outcome{Verdict: preflight.Unknown, Why: "the check cannot be run"}
	}
	o := c.Run(input)
	if !slices.Contains(preflight.Verdicts(), o.Verdict) {
		o.Verdict, o.Why = preflight.Unknown, "the check returned an unknown result"
	}
	o = m.accept(c, o)
	items := make([]preflight.Item, 0, len(o.Items))
	for _, i := range o.Items {
		i.Phase = cmp.Or(i.Phase, c.Phase)
		if within(i.Phase, m.in.Phase) {
			items = append(items, i)
		}
	}
	return o.Left(items, o.Gaps)
}

// carry updates the evidence to the cluster after a hop: the control plane is at the hop's target,
// and nodes are unchanged until a step upgrades them. The server is what was read; Input.From is
// where the plan is.
func (m *maker) carry(to discovery.Release) {
	for c := range slice.Each(m.ev.Components) {
		switch c.Name {
		case "kube-apiserver", "kube-controller-manager", "kube-scheduler", "cloud-controller-manager":
			if r, known := release(c.Version); known && r.Major == to.Major && r.Compare(to) < 0 {
				c.Version = version(to)
			}
		}
	}
}

// version returns the version that a component of a future release would report.
func version(r discovery.Release) string { return "v" + r.String() + ".0" }

func release(version string) (discovery.Release, bool) {
	r, err := discovery.ParseRelease(strings.TrimSpace(version))
	return r, err == nil
}
