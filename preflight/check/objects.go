package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// claims tells which check reports the findings of each rule of scan. What is not
// in it goes by its severity, so that nothing is dropped.
//
//nolint:gochecknoglobals // a constant
var claims = map[string]string{
	checker.ResourceRemoved:      RemovedAPIInUse,
	checker.NotServedByDefault:   RemovedAPIInUse,
	checker.ReferenceRemoved:     RemovedAPIInUse,
	checker.KindUnknown:          RemovedAPIInUse,
	checker.ReferenceUnknown:     RemovedAPIInUse,
	checker.TargetIncomplete:     RemovedAPIInUse,
	checker.APIDeprecated:        DeprecatedAPIInUse,
	checker.ProjectAPIOutdated:   DeprecatedCustomVersions, // which asks the definitions themselves
	checker.ReferenceDeprecated:  DeprecatedAPIInUse,
	checker.FieldRemoved:         RemovedFieldInUse,
	checker.FieldUnknown:         RemovedFieldInUse,
	checker.LabelRemoved:         RemovedFieldInUse,
	checker.AnnotationRemoved:    RemovedFieldInUse,
	checker.VolumeRemoved:        RemovedFieldInUse,
	checker.FieldDeprecated:      DeprecatedFieldInUse,
	checker.ValueDeprecated:      DeprecatedFieldInUse,
	checker.LabelDeprecated:      DeprecatedFieldInUse,
	checker.AnnotationDeprecated: DeprecatedFieldInUse,
}

// liveFile is what findings in live objects have for a file (package collect).
const liveFile = "cluster"

// claimedBy is the check that reports a finding.
func claimedBy(ruleID string, severity rule.Severity) string {
	switch id := claims[ruleID]; {
	case id != "":
		return id
	case severity.AtLeast(rule.Risky):
		return RemovedFieldInUse
	default:
		return DeprecatedFieldInUse
	}
}

// checked are the findings that a check reports: those in live objects and in the
// manifests of Helm releases.
func (f *found) checked(in preflight.Input, id string) {
	written := writtenObjects(in)
	for j := range slice.Each(in.Checked) {
		if claimedBy(j.Rule, j.Severity) != id || otherHop(in, j) {
			continue
		}
		if j.File == liveFile && ofVersion(j) && written[checkedObject{j.APIVersion, j.Kind, j.Namespace, j.Name}] {
			continue // who wrote it says more
		}
		it := fromScan(j)
		switch r := brokeIn(in, j); {
		case r.Known():
			it.Severity, it.Before = rule.Info, ""
			it.Message += "; this is the case since " + r.String() + ", and this upgrade changes nothing"
		case lackedNow(in, j):
			it.Severity = rule.Info
			it.Message += "; the cluster does not have it either, so this upgrade changes nothing"
		case j.Rule == checker.NotServedByDefault && servesKind(in, j):
			it.Severity = rule.Info
			it.Message += "; it is enabled in this cluster, and must remain enabled"
		}
		f.add(it)
	}
	for _, n := range in.Unlisted {
		if n.Rule == "" || n.Count <= 0 {
			continue
		}
		severity, here := likeChecked(in, n)
		if !here || claimedBy(n.Rule, severity) != id {
			continue
		}
		it := ofCluster(severity, "%d more objects of %s have similar findings of %s", n.Count, n.Resource, n.Rule)
		it.APIVersion, it.Field, it.Value = n.Version.String(), n.Field, n.Rule+" "+n.Resource.String()
		if n.Managed {
			it.Severity = rule.Info
		}
		f.add(it)
	}
}

// otherHop: the finding belongs to an earlier or later hop than the one that is
// checked; findings are made once, for the last target.
func otherHop(in preflight.Input, j *finding.Finding) bool {
	at := j.Removed
	if !j.Severity.AtLeast(rule.Risky) {
		at = j.Deprecated
	}
	if !at.Known() {
		return false
	}
	return in.To.Known() && at.Compare(in.To) > 0 || simulated(in) && at.AtOrBefore(in.From)
}

// checkedObject names an object and version that was checked as a manifest.
type checkedObject struct {
	apiVersion, kind, namespace, name string
}

// checkedVersions are the objects of Helm releases whose version the rules of scan
// have found already: what a release wrote need not be told twice.
func checkedVersions(in preflight.Input) map[checkedObject]bool {
	out := map[checkedObject]bool{}
	for j := range slice.Each(in.Checked) {
		if j.File != liveFile && ofVersion(j) {
			out[checkedObject{j.APIVersion, j.Kind, j.Namespace, j.Name}] = true
		}
	}
	return out
}

// ofVersion: the finding is about an object's version, not about what is in it.
func ofVersion(j *finding.Finding) bool {
	return j.Rule == checker.ResourceRemoved || j.Rule == checker.APIDeprecated || j.Rule == checker.NotServedByDefault
}

// writtenObjects are the objects of which it is known who wrote them at which
// version.
func writtenObjects(in preflight.Input) map[checkedObject]bool {
	out := make(map[checkedObject]bool, len(in.Usage))
	for _, u := range in.Usage {
		if u.By != byHelm {
			out[checkedObject{u.Version.String(), u.Object.Kind, u.Object.Namespace, u.Object.Name}] = true
		}
	}
	return out
}

// servesKind: the cluster itself serves the finding's version of its kind.
func servesKind(in preflight.Input, j *finding.Finding) bool {
	return resourceOfKind(in, discovery.ParseGroupVersion(j.APIVersion), j.Kind) != nil
}

// lackedNow: the cluster itself does not serve the kind that a finding calls unknown, such as a
// misspelled one that an object refers to.
func lackedNow(in preflight.Input, j *finding.Finding) bool {
	gv, kind := discovery.ParseGroupVersion(j.APIVersion), j.Kind
	switch j.Rule {
	case checker.KindUnknown:
	case checker.ReferenceUnknown:
		named, of, _ := strings.Cut(j.Value, " ")
		gv, kind = discovery.ParseGroupVersion(named), of
	default:
		return false
	}
	if in.Surface == nil || len(in.Surface.Groups) == 0 || !j.Severity.AtLeast(rule.Risky) {
		return false
	}
	_, unseen := in.Surface.Unknown(gv, discovery.PartResources)
	return !unseen && resourceOfKind(in, gv, kind) == nil
}

// resourceOfKind is the resource of a kind as the cluster shows it.
func resourceOfKind(in preflight.Input, gv discovery.GroupVersion, kind string) *discovery.Resource {
	if in.Surface == nil || in.Surface.GroupVersion(gv) == nil {
		return nil
	}
	return slice.Find(in.Surface.GroupVersion(gv).Resources, func(r *discovery.Resource) bool { return r.Kind == kind })
}

// likeChecked is the severity of the findings that an unlisted one is like; that of
// the check where none is listed. It is not of this hop where those are not.
func likeChecked(in preflight.Input, n evidence.Unlisted) (worst rule.Severity, here bool) {
	alike := 0
	for j := range slice.Each(in.Checked) {
		if j.Rule != n.Rule || !sameField(j.Field, n.Field) {
			continue
		}
		alike++
		if otherHop(in, j) {
			continue
		}
		severity := j.Severity
		if brokeIn(in, j).Known() {
			severity = rule.Info
		}
		if here = true; worst == "" || severity.AtLeast(worst) {
			worst = severity
		}
	}
	return worst, here || alike == 0
}

// sameField compares the path of a finding with one whose indices are left out:
// "spec.containers[2].image" and "spec.containers[].image".
func sameField(field, bare string) bool {
	for field != "" && bare != "" {
		if field[0] != bare[0] {
			return false
		}
		if field[0] == '[' {
			end, bareEnd := strings.IndexByte(field, ']'), strings.IndexByte(bare, ']')
			if end < 0 || bareEnd < 0 {
				return field == bare
			}
			field, bare = field[end:], bare[bareEnd:]
		}
		field, bare = field[1:], bare[1:]
	}
	return field == bare
}

// fromScan makes an item of a finding of scan.
func fromScan(j *finding.Finding) preflight.Item {
	it := preflight.Item{Finding: *j}
	it.Value = cmp.Or(j.Value, j.Rule)
	if j.File != liveFile {
		it.Source = j.File
	}
	it.Likely = j.Guess
	if it.Removed.Known() && it.Severity.AtLeast(rule.Risky) {
		it.Before = hop(it.Removed)
	}
	return it
}

// watched are the gaps of the resources whose objects were to be read. Helm
// releases are among the checks' own needs.
func (f *found) watched(in preflight.Input) {
	if len(in.Watched) == 0 {
		f.gap("objects", "no objects of the cluster were read")
	}
	for _, r := range in.Watched {
		if gap, unseen := gapOf(in.Reading(r), r); unseen {
			f.gaps = append(f.gaps, gap)
		}
	}
	if in.Surface == nil {
		f.gap("discovery", "what the server serves was not read")
		return
	}
	for _, i := range in.Surface.Incomplete {
		f.gap(undiscovered(i, in.Surface.Incomplete), i.Reason)
	}
}

// undiscovered names what of discovery is missing, for a person. The loss of
// everything stands in two entries, and is one gap.
func undiscovered(i discovery.Incomplete, all []discovery.Incomplete) string {
	what := "discovery of "
	if i.Part == discovery.PartSchemas {
		what = "schemas of "
	}
	core, others := discovery.GroupVersion{Version: discovery.Wildcard}, discovery.GroupVersion{Group: discovery.Wildcard, Version: discovery.Wildcard}
	same := func(gv discovery.GroupVersion) bool {
		return slices.Contains(all, discovery.Incomplete{GroupVersion: gv, Part: i.Part, Reason: i.Reason})
	}
	switch gv := i.GroupVersion; {
	case (gv == core || gv == others) && same(core) && same(others):
		return what + "all groups"
	case gv == core:
		return what + "the core group"
	case gv.Group == discovery.Wildcard:
		return what + "all groups but the core group"
	case gv.Version == discovery.Wildcard:
		return what + gv.Group + " (all versions)"
	default:
		return what + gv.String()
	}
}

// brokeIn is the release, not after the cluster's, that took away what a finding is
// about: what does not work now does not stop to work in the upgrade. It is no
// release where the finding would not block, or where the cluster has what its
// release took away.
func brokeIn(in preflight.Input, j *finding.Finding) discovery.Release {
	at := j.Removed
	if !at.Known() {
		at = endOfKind(in, j)
	}
	if !j.Severity.AtLeast(rule.Risky) || !at.AtOrBefore(stored(in)) || ofVersion(j) && servesKind(in, j) {
		return discovery.Release{}
	}
	return at
}

// endOfKind is the release that took the version of the object away, where the
// finding is about that and does not tell the release.
func endOfKind(in preflight.Input, j *finding.Finding) discovery.Release {
	if j.Rule != checker.ResourceRemoved {
		return discovery.Release{}
	}
	gv := discovery.ParseGroupVersion(j.APIVersion)
	if lifecycle := slice.Find(in.Lifecycles, func(l *discovery.ResourceLifecycle) bool { return l.GroupVersion == gv && l.Kind == j.Kind }); lifecycle != nil {
		return gone(lifecycle)
	}
	return discovery.Release{}
}
