package preflight

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/rehearse"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// All formats share these texts, which are not escaped. Each format escapes them for its context.

func (v Verdict) word() string {
	if v != Ready && v != NotReady {
		v = Unknown
	}
	return strings.ReplaceAll(string(v), "-", " ")
}

// word says for a cluster that runs the target that there is nothing to do, and names a limited scope.
func (r *Report) word() string {
	switch {
	case r.Done && r.Verdict == Ready:
		return "nothing to do"
	case r.Scope != nil && r.Verdict == Ready:
		return "ready in " + r.Scope.String()
	default:
		return r.Verdict.word()
	}
}

func (r *Report) name() string { return cmp.Or(r.Cluster.Name, "cluster") }

func (r *Report) target() string { return cmp.Or(r.Target.Version, r.Target.Release.String()) }

// ofHop is the verdict of checks or hops in the terms of clusters.
func ofHop(v preflight.Verdict) Verdict {
	return cmp.Or(map[preflight.Verdict]Verdict{preflight.Pass: Ready, preflight.Fail: NotReady}[v], Unknown)
}

// Title is the title of the report: "prod-1: Kubernetes 1.29 → 1.33".
func (r *Report) Title() string {
	if r.head != nil {
		return r.head.title
	}
	from := cmp.Or(r.Cluster.Release.String(), "?")
	if r.Target.Version != "" && len(r.Hops) > 0 && r.Hops[0].FromVersion != "" {
		from = r.Hops[0].FromVersion
	}
	title := r.name() + ": Kubernetes " + from + " → " + r.target()
	if r.Done {
		title = r.name() + ": Kubernetes " + r.target()
	}
	if r.Scope != nil {
		title += " (" + r.Scope.String() + " only)"
	}
	return title + phrase.With(" (", string(r.Phase), " only)")
}

func (r *Report) answer() string {
	if r.head != nil {
		return r.head.answer
	}
	if r.Unreachable != "" {
		return "the cluster could not be checked: " + r.Unreachable
	}
	if r.Done {
		return r.nothing()
	}
	var parts phrase.Parts
	parts.Add(r.Summary.Blockers > 0, rule.Count(r.Summary.Blockers, "blocker"))
	parts.Add(r.Verdict == NotReady && len(parts) == 0, "the plan has steps to complete between hops")
	parts.Add(r.Summary.Unknown > 0, fmt.Sprintf("%s unknown", rule.Count(r.Summary.Unknown, "required check")))
	parts.Add(r.Summary.Unread > 0, rule.Count(r.Summary.Unread, "resource")+" not read")
	parts.Add(len(r.Gaps) > 0, "no data about a release")
	parts.Add(len(r.Checks) == 0, "nothing was checked")
	parts.Add(len(parts) == 0, "no check found a blocker")
	parts.Add(r.Scope != nil, "other workloads were not checked")
	parts.Add(len(r.Waived) > 0, fmt.Sprintf("%d waived", len(r.Waived)))
	parts.Add(len(r.Accepted) > 0, rule.Count(len(r.Accepted), "gap")+" accepted")
	return strings.Join(parts, ", ")
}

// nothing says that there is nothing to do, and what to look at nevertheless.
func (r *Report) nothing() string {
	text := "the cluster runs " + strings.TrimPrefix(cmp.Or(r.Cluster.Version, r.Cluster.Release.String()), "v") + " already"
	n := 0
	for severity, items := range r.Summary.BySeverity {
		if severity.AtLeast(rule.Deprecation) {
			n += items
		}
	}
	if n > 0 {
		text += "; " + rule.Count(n, "finding") + " to resolve before the next upgrade"
	}
	if len(r.unseen()) > 0 {
		text += "; some data could not be read"
	}
	return text
}

func (r *Report) counts() string {
	v := r.Summary.ByVerdict
	return fmt.Sprintf("%d passed, %d failed, %d unknown, %d not applicable",
		v[preflight.Pass], v[preflight.Fail], v[preflight.Unknown], v[preflight.NotApplicable])
}

func (r *Report) about() [][2]string {
	noUID := "UID unknown: the namespace kube-system could not be read"
	if r.Unreachable != "" {
		noUID = "UID not read"
	}
	lines := [][2]string{{"Server", cmp.Or(r.Cluster.Version, "version unknown") + phrase.With(", emulated by ", r.Cluster.EmulatedBy)}, {"Cluster", cmp.Or(r.Cluster.UID, noUID)}}
	supported := support(r.Target.Release.String(), r.Target.EndOfLife, r.Target.Provider)
	if r.Cluster.Release.Known() && r.Cluster.Release != r.Target.Release {
		supported = support(r.Cluster.Release.String(), r.Cluster.EndOfLife, r.Cluster.Provider) + "; " + supported
	}
	lines = append(lines, [2]string{"Support", supported})
	if r.Data.Newest.Known() {
		lines = append(lines, [2]string{"Data", "Kubernetes up to " + r.Data.Newest.String() + phrase.With(", patch releases and end-of-life dates as of ", r.Data.Date)})
	}
	if len(r.Checks) > 0 {
		lines = append(lines, [2]string{"Checks", r.counts()})
	}
	if on := r.Rehearsal; on != nil {
		lines = append(lines, [2]string{"Dry run", on.On + ", " + on.Version + ": " + rehearse.Outcomes(on.Outcomes)})
	}
	return lines
}

func support(release, end string, p *Provider) string {
	text := release + ": end of life " + cmp.Or(end, "not published yet")
	if p == nil {
		return text
	}
	return text + " (" + p.Name + ": " + p.EndOfLife + phrase.With(", extended support until ", p.Extended) + ")"
}

// blocker is a finding in the list of blockers.
type blocker struct {
	check *Check
	item  *preflight.Item
	known bool
}

func (r *Report) blockers() (list []blocker) {
	known := slice.Set(r.Known)
	for c := range slice.Each(r.Checks) {
		for _, item := range c.Blockers() {
			list = append(list, blocker{c, item, known[item.Fingerprint]})
		}
	}
	hops := map[string]int{}
	for i := range r.Hops {
		hops[r.Hops[i].Name()] = i
	}
	order.Stably(list, func(a, b blocker) int { return cmp.Compare(hops[a.item.Before], hops[b.item.Before]) })
	return list
}

// instead is the replacement of a step, unless its migration already contains it.
func instead(s *plan.Step) string {
	if slices.ContainsFunc(s.Migration, func(migration string) bool { return strings.Contains(migration, s.Replacement) }) {
		return ""
	}
	return s.Replacement
}

func object(i *preflight.Item) string {
	return strings.TrimSpace(strings.TrimSpace(i.Kind+" "+finding.ObjectName(i.Namespace, i.Name)) + " " + i.Field)
}

func stepObject(o plan.Object) string {
	name := strings.TrimSpace(o.Kind+" "+finding.ObjectName(o.Namespace, o.Name)) + phrase.With(" ", o.Field) + phrase.With(" (", o.Source, ")")
	if o.Waived {
		name += " (waived)"
	}
	return name
}

// sentence is the message, with the object before it unless the message names it. A name alone can be any word:
// the API server refuses a Deployment that is called server.
func sentence(i *preflight.Item) string {
	name := finding.ObjectName(i.Namespace, i.Name)
	named := strings.Contains(i.Message, i.Kind+" "+name) || strings.ContainsAny(name, "./") && strings.Contains(i.Message, name)
	if i.Name != "" && !named {
		return object(i) + ": " + i.Message
	}
	return i.Message
}

// unseen is something that could not be read, with the checks that need it.
type unseen struct {
	evidence.Gap
	checks   []string
	required bool
	// acceptable is set for a gap or a reading, but not for an item of a check.
	acceptable bool
}

// unseen returns the gaps of all checks, each once.
func (r *Report) unseen() (list []unseen) {
	index := map[[2]string]int{}
	add := func(g evidence.Gap, check string, required bool) *unseen {
		key := [2]string{g.What, g.Permission}
		i, known := index[key]
		if !known {
			i = len(list)
			index[key] = i
			list = append(list, unseen{Gap: g})
		}
		if check != "" {
			list[i].checks = append(list[i].checks, check)
		}
		list[i].required = list[i].required || required
		return &list[i]
	}
	if r.Unreachable != "" {
		add(evidence.Gap{What: "the cluster", Reason: r.Unreachable}, "", true)
	}
	for _, g := range r.Gaps {
		add(g, "", true)
	}
	for c := range slice.Each(r.Checks) {
		for _, g := range c.Gaps {
			add(g, c.ID, c.Required || r.ofServer(g)).acceptable = true
		}
		for j := range c.Items {
			if item := &c.Items[j]; item.Doubts() {
				add(evidence.Gap{What: cmp.Or(object(item), c.ID), Reason: item.Message}, c.ID, c.Required)
			}
		}
		if c.Verdict == preflight.Unknown && len(c.Gaps) == 0 && !slices.ContainsFunc(c.Items, preflight.Item.Doubts) {
			add(evidence.Gap{What: c.ID, Reason: cmp.Or(c.Why, "it returned no result")}, c.ID, c.Required)
		}
	}
	for _, reading := range r.unread() {
		g := reading.Gap()
		g.Reason = cmp.Or(g.Reason, "it could not be read ("+string(reading.State)+")")
		add(g, "", !r.Done).acceptable = true
	}
	return list
}

// why is the reason of a gap, with the checks that need it.
func why(g evidence.Gap, checks []string) string {
	var parts phrase.Parts
	parts.Add(g.Reason != "", g.Reason)
	parts.Add(g.Permission != "", "it needs the permission to "+g.Permission)
	return strings.Join(parts, "; ") + phrase.With(" (", rule.First(checks, 3), ")")
}

func (r *Report) ids(of func(Check) bool) []string {
	return slice.Map(slice.Filter(r.Checks, of), func(c Check) string { return c.ID })
}

func heading(s *plan.Step) string {
	switch {
	case s.Stage == plan.Upgrade:
		return "upgrade"
	case s.Need == plan.CanWait:
		return "can wait"
	case s.Stage == plan.After && s.Need == plan.Must:
		return "required before nodes are drained"
	case s.Stage == plan.After:
		return "upgrade of the nodes"
	case s.Need == plan.Must:
		return "required before this hop"
	default:
		return "recommended before this hop"
	}
}

func noteURL(pr int) string {
	return fmt.Sprintf("https://github.com/kubernetes/kubernetes/pull/%d", pr)
}
