package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Who wrote an object, where that is no manager of managedFields.
const (
	lastApplied = "last-applied"
	byHelm      = "helm"
)

// effect is what becomes of a version between the cluster's release and the target.
type effect int

const (
	// kept: the target serves it, and does not call it deprecated.
	kept effect = iota
	// deprecated is what the target serves, for now.
	deprecated
	// removed: the cluster's release serves it, the target does not.
	removed
	// past: the cluster's release does not serve it any more; what still names it
	// was written before.
	past
	// unstated: the data does not know the version.
	unstated
)

// used is a version that somebody uses, and what becomes of it.
type used struct {
	gv        discovery.GroupVersion
	lifecycle *discovery.ResourceLifecycle
	effect    effect
}

// check tells what becomes of a version. removedHint is what the server itself
// says, for versions that the data does not know.
func (l lifecycles) check(in preflight.Input, gv discovery.GroupVersion, resource, kind string, removedHint discovery.Release) used {
	u := used{gv: gv, lifecycle: l.find(gv, resource, kind), effect: unstated}
	lifecycle := u.lifecycle
	if lifecycle == nil {
		if !l.groups[gv.Group] {
			u.effect = kept // of custom resources crd-deprecated-versions tells
			return u
		}
		lifecycle = &discovery.ResourceLifecycle{Lifecycle: discovery.Lifecycle{Removed: removedHint}}
		if !removedHint.Known() {
			return u
		}
		lifecycle.Deprecated = answering(in)
	}
	if !gone(lifecycle).Known() && removedHint.Known() {
		told := *lifecycle
		told.Removed, lifecycle = removedHint, &told
	}
	switch end := gone(lifecycle); {
	case end.AtOrBefore(answering(in)) && simulated(in):
		u.effect = kept // an earlier hop told of it
	case end.AtOrBefore(answering(in)) && !serves(in, gv, resource):
		u.effect = past
	case end.AtOrBefore(in.To):
		u.effect = removed
	case lifecycle.DeprecatedIn(in.To) || removedHint.Known():
		u.effect = deprecated
	default:
		u.effect = kept
	}
	u.lifecycle = lifecycle
	return u
}

// serves: the cluster itself shows the version. Some servers have turned on what
// is off by default.
func serves(in preflight.Input, gv discovery.GroupVersion, resource string) bool {
	return in.Surface != nil && in.Surface.Resource(gv, resource) != nil
}

// fill sets what the lifecycle tells.
func (u used) fill(it *preflight.Item) {
	it.APIVersion = u.gv.String()
	if u.lifecycle == nil {
		return
	}
	it.Kind = cmp.Or(it.Kind, u.lifecycle.Kind)
	it.Introduced, it.Deprecated, it.Removed = u.lifecycle.Introduced, u.lifecycle.Deprecated, gone(u.lifecycle)
	it.Replacement = u.lifecycle.Replacement
	if u.effect == removed {
		it.Before = hop(gone(u.lifecycle))
	}
}

// becomes says what the releases do with the version.
func (u used) becomes() string {
	var b strings.Builder
	switch u.effect {
	case removed:
		b.WriteString(", which " + gone(u.lifecycle).String() + " no longer serves")
	case deprecated:
		b.WriteString(", which is deprecated")
		if end := gone(u.lifecycle); end.Known() {
			b.WriteString(" and removed in " + end.String())
		}
	case past:
		b.WriteString(", which the cluster has not served since " + gone(u.lifecycle).String())
	case kept, unstated:
	}
	if u.lifecycle != nil && u.lifecycle.Replacement != nil && u.effect != kept {
		b.WriteString("; use " + u.lifecycle.Replacement.String())
	}
	return b.String()
}

// inUse are the items of the versions of one effect (and, with removed, of those
// past and untold), from four kinds of evidence: what the API server was asked
// for, who asked according to audit logs, who wrote objects, and what was checked as
// manifests are.
func inUse(in preflight.Input, want effect) (f found) {
	if len(in.Lifecycles) == 0 || in.New == nil {
		return unanswered("data of "+in.To.String(), "kubedelta has no data about what Kubernetes "+in.To.String()+" serves")
	}
	if !answering(in).Known() {
		return unanswered("/version", "the release of the cluster is unknown")
	}
	l := lifecyclesOf(in)
	f.requested(in, l, want)
	f.called(in, l, want)
	f.written(in, l, want)
	f.unlisted(in, l, want)
	f.managedObjects(in, l, want)
	if want == removed {
		f.unreadable(in, l)
	}
	return f
}

// requested looks at apiserver_requested_deprecated_apis (KEP-1693). The series
// tells neither who asked nor when.
func (f *found) requested(in preflight.Input, l lifecycles, want effect) {
	for _, r := range in.Requested {
		if !(r.Value > 0) {
			continue
		}
		u := l.check(in, discovery.GroupVersion{Group: r.Group, Version: r.Version}, r.Resource, "", r.Removed)
		severity, tell := u.severity(want)
		own := l.ownRequest(in, r)
		if !tell || own && u.effect != removed || namedCaller(in, r) {
			continue
		}
		what := r.Resource + phrase.With("/", r.Subresource)
		it := ofCluster(severity, "a client requested %s of %s%s", what, u.gv, u.becomes())
		u.fill(&it)
		it.Field, it.Value = what, "requested"
		if own {
			it.Severity = rule.Info
			it.Message += "; kube-controller-manager and kubedelta also request it, so the metric does not show whether another client does"
		}
		it.Source = "apiserver_requested_deprecated_apis" + since(in)
		f.add(it)
	}
}

func since(in preflight.Input) string {
	if in.Started.IsZero() {
		return ""
	}
	return " of the process started " + in.Started.UTC().Format("2006-01-02T15:04:05Z")
}

// severity is what the use of a version is for the check that wants an effect; false
// where the other check tells of it.
func (u used) severity(want effect) (rule.Severity, bool) {
	switch {
	case u.effect == unstated:
		return rule.Unknown, want == removed
	case u.effect == past:
		return rule.Info, want == removed
	case u.effect != want:
		return "", false
	case u.effect == removed && discovery.StabilityOf(u.gv.Version) == discovery.Alpha:
		return rule.Risky, true // alpha versions may go in any release, and their users know
	case u.effect == removed:
		return rule.Breaking, true
	default:
		return rule.Deprecation, true
	}
}

// useOf names what writers of one object at one version have in common.
type useOf struct {
	evidence.ObjectName
	discovery.GroupVersion
}

// written looks at who wrote objects. An object and version is one item, whoever
// wrote it.
func (f *found) written(in preflight.Input, l lifecycles, want effect) {
	told := checkedVersions(in)
	uses := slices.DeleteFunc(slices.Clone(in.Usage), func(use evidence.Usage) bool {
		o := use.Object
		return use.Managed || use.By == evidence.Listed || use.By == byHelm && told[checkedObject{use.Version.String(), o.Kind, o.Namespace, o.Name}]
	})
	for _, w := range Writings(uses) {
		u := l.check(in, w.Version, w.Object.Resource, w.Object.Kind, discovery.Release{})
		if severity, tell := u.severity(want); tell {
			f.add(u.writtenItem(w, severity))
		}
	}
}

// Writing is what is known of who wrote one object at one version.
type Writing struct {
	Object  evidence.ObjectName
	Version discovery.GroupVersion
	// Order is that of those who are nearest to the last writer, and Sources and Writers
	// name them. Sure: more than an annotation tells of it.
	Order            evidence.Order
	Sure             bool
	Sources, Writers []string
}

// Writings sums up usages by object and version, in their order.
func Writings(usages []evidence.Usage) []Writing {
	byObject := map[useOf][]evidence.Usage{}
	var order []useOf
	for _, use := range usages {
		key := useOf{use.Object, use.Version}
		if byObject[key] == nil {
			order = append(order, key)
		}
		byObject[key] = append(byObject[key], use)
	}
	return slice.Map(order, func(key useOf) Writing { return writingOf(key, byObject[key]) })
}

func writingOf(key useOf, uses []evidence.Usage) Writing {
	w := Writing{Object: key.ObjectName, Version: key.GroupVersion, Order: evidence.Overtaken}
	for _, use := range uses {
		w.Order = nearest(w.Order, use.Order)
	}
	for _, use := range uses {
		if use.Order == w.Order {
			w.Sure = w.Sure || use.By != lastApplied
			w.Sources, w.Writers = append(w.Sources, source(use)), append(w.Writers, writer(use))
		}
	}
	slices.Sort(w.Sources)
	slices.Sort(w.Writers)
	w.Sources, w.Writers = slices.Compact(w.Sources), slices.Compact(w.Writers)
	return w
}

// How says in which way the object was written: "was last written as".
func (w Writing) How() string {
	switch {
	case !w.Sure:
		return "was last applied, according to its annotation, as"
	case w.Order != evidence.Last:
		return "was written as"
	default:
		return "was last written as"
	}
}

// By names who wrote it, and when, shortened.
func (w Writing) By() string { return rule.First(w.Sources, 3) }

// writtenItem is the item of an object that was written at a version.
func (u used) writtenItem(w Writing, severity rule.Severity) preflight.Item {
	key := w.Object
	it := named("", key.Kind, key.Namespace, key.Name, severity, "%s %s %s %s%s (written by %s)", cmp.Or(key.Kind, key.Resource), finding.ObjectName(key.Namespace, key.Name), w.How(), u.gv, u.becomes(), w.By())
	u.fill(&it)
	it.Kind = cmp.Or(key.Kind, it.Kind)
	it.Value, it.Source = u.gv.String(), rule.First(w.Sources, 10)
	Weigh(&it, w.Order, w.Sure)
	if it.Severity.AtLeast(rule.Deprecation) && u.lifecycle != nil && u.lifecycle.Replacement != nil {
		it.Migration = []string{fmt.Sprintf("change %s to write it as %s", rule.First(w.Writers, 3), u.lifecycle.Replacement)}
	}
	return it
}

// writer names who wrote.
func writer(use evidence.Usage) string {
	switch use.By {
	case lastApplied:
		return "kubectl apply"
	case "":
		return "an unnamed manager"
	default:
		return use.By
	}
}

// source writes who wrote, and when.
func source(use evidence.Usage) string {
	return writer(use) + phrase.With(" at ", use.Time)
}

// unlisted tells of the objects that are left out because they are like others.
func (f *found) unlisted(in preflight.Input, l lifecycles, want effect) {
	for _, n := range in.Unlisted {
		if n.Rule != "" || n.Count <= 0 || n.Managed || n.By == evidence.Listed {
			continue
		}
		u := l.check(in, n.Version, n.Resource.Name, "", discovery.Release{})
		severity, tell := u.severity(want)
		if !tell {
			continue
		}
		how := "were last written as"
		if n.Order != evidence.Last {
			how = "were written as"
		}
		it := ofCluster(severity, "%d more objects of %s %s %s by %s%s", n.Count, n.Resource, how, u.gv, cmp.Or(n.By, "an unnamed manager"), u.becomes())
		u.fill(&it)
		it.Field, it.Value, it.Source = n.Resource.String(), n.By, n.By
		Weigh(&it, n.Order, n.By != lastApplied)
		f.add(it)
	}
}

// nearest is the one of two orders that is nearer to the last writer.
func nearest(a, b evidence.Order) evidence.Order {
	orders := []evidence.Order{evidence.Last, evidence.Unordered, evidence.Overtaken}
	return orders[max(0, min(slices.Index(orders, a), slices.Index(orders, b)))]
}

// Weigh makes an item as strong as its evidence: the last writer of an object
// counts, earlier ones are information. What is not sure is likely: kubectl leaves
// its annotation where the object was changed by other means.
func Weigh(it *preflight.Item, order evidence.Order, sure bool) {
	switch {
	case order == evidence.Overtaken:
		it.Severity = rule.Info
		it.Message += "; it was later written at another version"
	case order == evidence.Unordered, !sure:
		it.Likely = true
		if it.Severity == rule.Breaking {
			it.Severity = rule.Risky
		}
	}
	if order == evidence.Unordered {
		it.Message += "; it was also written at another version, and which write was the last is unknown"
	}
}
