package check

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// effect is what happens to a version between the cluster's release and the target.
type effect int

const (
	// kept: the target serves it, and it is not deprecated.
	kept effect = iota
	// deprecated is for versions that the target serves, and that are deprecated.
	deprecated
	// removed: the cluster's release serves it, and the target does not.
	removed
	// past: the cluster's release does not serve it any more. What still names it was written
	// earlier.
	past
	// unstated: the data does not have the version.
	unstated
)

// used is a version that somebody uses, and its effect.
type used struct {
	gv discovery.GroupVersion
	// lifecycle is empty if the data does not have the version.
	lifecycle discovery.ResourceLifecycle
	effect    effect
	severity  rule.Severity
}

// check returns the effect of a version. removedHint is the release of removal that the server
// itself reports, for versions that the data does not have.
func (l lifecycles) check(in preflight.Input, gv discovery.GroupVersion, resource, kind string, removedHint discovery.Release) used {
	u := used{gv: gv, effect: unstated}
	switch known := l.find(gv, resource, kind); {
	case known != nil:
		u.lifecycle = *known
	case !l.groups[gv.Group]:
		u.effect = kept // custom resources are reported by crd-deprecated-versions
		return u
	case !removedHint.Known():
		return u
	default:
		u.lifecycle.Deprecated = answering(in)
	}
	if !gone(&u.lifecycle).Known() {
		u.lifecycle.Removed = removedHint
	}
	switch end := gone(&u.lifecycle); {
	case end.AtOrBefore(answering(in)) && simulated(in):
		u.effect = kept // an earlier hop reports it
	case end.AtOrBefore(answering(in)) && !serves(in, gv, resource):
		u.effect = past
	case end.AtOrBefore(in.To):
		u.effect = removed
	case u.lifecycle.DeprecatedIn(in.To) || removedHint.Known():
		u.effect = deprecated
	default:
		u.effect = kept
	}
	return u
}

// serves reports whether the cluster serves a version. Some servers serve versions that are off by
// default.
func serves(in preflight.Input, gv discovery.GroupVersion, resource string) bool {
	return in.Surface != nil && in.Surface.Resource(gv, resource) != nil
}

// fill sets the fields that are known from the lifecycle.
func (u used) fill(it *preflight.Item) {
	it.APIVersion, it.Kind = u.gv.String(), cmp.Or(it.Kind, u.lifecycle.Kind)
	it.Introduced, it.Deprecated, it.Removed = u.lifecycle.Introduced, u.lifecycle.Deprecated, gone(&u.lifecycle)
	it.Replacement = u.lifecycle.Replacement
	if u.effect == removed {
		it.Before = hop(it.Removed)
	}
}

// becomes describes what the releases do with the version.
func (u used) becomes() (text string) {
	switch end := gone(&u.lifecycle).String(); u.effect {
	case removed:
		text = ", which " + end + " no longer serves"
	case deprecated:
		text = ", which is deprecated" + phrase.With(" and removed in ", end)
	case past:
		text = ", which the cluster has not served since " + end
	case kept, unstated:
	}
	if u.lifecycle.Replacement != nil && u.effect != kept {
		text += "; use " + u.lifecycle.Replacement.String()
	}
	return text
}

// inUse returns the items of the versions with an effect (with removed also those that are past and
// unstated), from four sources: the requests that the API server counted, the callers in audit
// logs, the writers of objects, and the findings of scan.
func inUse(in preflight.Input, want effect) (f found) {
	if len(in.Lifecycles) == 0 || in.New == nil {
		return unanswered("data of "+in.To.String(), "kubedelta has no data about what Kubernetes "+in.To.String()+" serves")
	}
	if !answering(in).Known() {
		return unanswered("/version", "the release of the cluster is unknown")
	}
	q := inquiry{in, lifecyclesOf(in), want}
	f.requested(q)
	f.called(q)
	f.written(q)
	f.unlisted(q)
	f.managedObjects(q)
	if want == removed {
		f.unreadable(in, q.lifecycles)
	}
	return f
}

// inquiry is the search of a check for the users of versions with an effect.
type inquiry struct {
	preflight.Input
	lifecycles
	want effect
}

// use returns a version that is used, with the severity of that. It is false if another check
// reports the version.
func (q inquiry) use(gv discovery.GroupVersion, resource, kind string, removedHint discovery.Release) (used, bool) {
	u := q.check(q.Input, gv, resource, kind, removedHint)
	switch {
	case u.effect == unstated:
		u.severity = rule.Unknown
	case u.effect == past:
		u.severity = rule.Info
	case u.effect == removed && discovery.StabilityOf(gv.Version) == discovery.Alpha:
		u.severity = rule.Risky // alpha versions may be removed in any release
	case u.effect == removed:
		u.severity = rule.Breaking
	default:
		u.severity = rule.Deprecation
	}
	return u, u.effect == q.want || q.want == removed && (u.effect == past || u.effect == unstated)
}

// requested adds items for apiserver_requested_deprecated_apis (KEP-1693). The series does not show
// who made a request, nor when.
func (f *found) requested(q inquiry) {
	for _, r := range q.Requested {
		u, tell := q.use(discovery.GroupVersion{Group: r.Group, Version: r.Version}, r.Resource, "", r.Removed)
		own := q.ownRequest(q.Input, r)
		if !(r.Value > 0) || !tell || own && u.effect != removed || namedCaller(q.Input, r) {
			continue
		}
		what := r.Resource + phrase.With("/", r.Subresource)
		it := f.add(ofCluster(u.severity, "a client requested %s of %s%s", what, u.gv, u.becomes()))
		u.fill(it)
		it.Field, it.Value, it.Word = what, "requested", true
		if own {
			it.Severity = rule.Info
			it.Message += "; kube-controller-manager and kubedelta also request it, so the metric does not show whether another client does"
		}
		it.Source = "apiserver_requested_deprecated_apis" + since(q.Input)
	}
}

func since(in preflight.Input) string {
	if in.Started.IsZero() {
		return ""
	}
	return " of the process started " + in.Started.UTC().Format("2006-01-02T15:04:05Z")
}

// useOf identifies an object at a version.
type useOf struct {
	evidence.ObjectName
	discovery.GroupVersion
}

// written adds one item for each object and version that was written, whoever wrote it.
func (f *found) written(q inquiry) {
	told := Told(q.Checked)
	uses := slices.DeleteFunc(slices.Clone(q.Usage), func(use evidence.Usage) bool { return use.Managed || use.By == evidence.Listed || told(use) })
	for _, w := range Writings(uses) {
		if u, tell := q.use(w.Version, w.Object.Resource, w.Object.Kind, discovery.Release{}); tell {
			f.writing(u, w)
		}
	}
}

// Writing is what is known about who wrote one object at one version.
type Writing struct {
	Object  evidence.ObjectName
	Version discovery.GroupVersion
	// Order is that of the writers that are nearest to the last write, and Sources and Writers name
	// these. Sure: there is more evidence than an annotation.
	Order            evidence.Order
	Sure             bool
	Sources, Writers []string
}

// Writings groups usages by object and version, in their order.
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
			w.Sure = w.Sure || use.By != evidence.LastApplied
			w.Sources, w.Writers = append(w.Sources, source(use)), append(w.Writers, writer(use))
		}
	}
	slices.Sort(w.Sources)
	slices.Sort(w.Writers)
	w.Sources, w.Writers = slices.Compact(w.Sources), slices.Compact(w.Writers)
	return w
}

// How returns how the object was written: "was last written as".
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

// By returns who wrote it, and when, shortened.
func (w Writing) By() string { return rule.First(w.Sources, 3) }

// writing adds the item of an object that was written at a version.
func (f *found) writing(u used, w Writing) {
	key := w.Object
	it := f.add(named("", key.Kind, key.Namespace, key.Name, u.severity, "%s %s %s %s%s (written by %s)", cmp.Or(key.Kind, key.Resource), finding.ObjectName(key.Namespace, key.Name), w.How(), u.gv, u.becomes(), w.By()))
	u.fill(it)
	it.Kind = cmp.Or(key.Kind, it.Kind)
	it.Value, it.Source = u.gv.String(), rule.First(w.Sources, 10)
	Weigh(it, w.Order, w.Sure)
	if it.Severity.AtLeast(rule.Deprecation) && u.lifecycle.Replacement != nil {
		it.Migration = []string{fmt.Sprintf("change %s to write it as %s", rule.First(w.Writers, 3), u.lifecycle.Replacement)}
	}
}

// writer returns who wrote an object.
func writer(use evidence.Usage) string {
	return cmp.Or(map[string]string{evidence.LastApplied: "kubectl apply", "": "an unnamed manager"}[use.By], use.By)
}

// source returns who wrote an object, and when.
func source(use evidence.Usage) string {
	return writer(use) + phrase.With(" at ", use.Time)
}

// unlisted adds items for the objects that are only counted because they are like others.
func (f *found) unlisted(q inquiry) {
	for _, n := range q.Unlisted {
		u, tell := q.use(n.Version, n.Resource.Name, "", discovery.Release{})
		if !tell || n.Rule != "" || n.Count <= 0 || n.Managed || n.By == evidence.Listed {
			continue
		}
		how := "were last written as"
		if n.Order != evidence.Last {
			how = "were written as"
		}
		it := f.add(ofCluster(u.severity, "%d more objects of %s %s %s by %s%s", n.Count, n.Resource, how, u.gv, cmp.Or(n.By, "an unnamed manager"), u.becomes()))
		u.fill(it)
		it.Field, it.Value, it.Source = n.Resource.String(), n.By, n.By
		Weigh(it, n.Order, n.By != evidence.LastApplied)
	}
}

// nearest returns the one of two orders that is nearer to the last write.
func nearest(a, b evidence.Order) evidence.Order {
	orders := []evidence.Order{evidence.Last, evidence.Unordered, evidence.Overtaken}
	return orders[max(0, min(slices.Index(orders, a), slices.Index(orders, b)))]
}

// Weigh adjusts an item to the strength of its evidence. Only the last writer of an object counts;
// earlier ones are information. An item that is not sure becomes likely, because kubectl keeps its
// annotation when the object is changed by other means.
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
