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

// claims has the check that reports the findings of each rule of scan. The findings of other rules
// are assigned by severity, so that none is lost.
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
	checker.ProjectAPIOutdated:   DeprecatedCustomVersions, // that check reads the definitions instead
	checker.ReferenceDeprecated:  DeprecatedAPIInUse,
	checker.FieldRemoved:         RemovedFieldInUse,
	checker.FieldUnknown:         RemovedFieldInUse,
	checker.LabelRemoved:         RemovedFieldInUse,
	checker.AnnotationRemoved:    RemovedFieldInUse,
	checker.VolumeRemoved:        RemovedFieldInUse,
	checker.FieldDeprecated:      DeprecatedFieldInUse,
	checker.ValueDeprecated:      DeprecatedFieldInUse, // RemovedFieldInUse if it was removed
	checker.LabelDeprecated:      DeprecatedFieldInUse,
	checker.AnnotationDeprecated: DeprecatedFieldInUse,
	checker.NumberLimits:         CustomNumberLimits,
	checker.AddressRejected:      RejectedAddresses,
	// They are not looked for in a cluster, which has accepted its expressions and schedules.
	checker.ExpressionUnsupported: RemovedAPIInUse,
	checker.ScheduleRejected:      RemovedAPIInUse,
}

func claimedBy(ruleID string, severity rule.Severity) string {
	switch id := claims[ruleID]; {
	case id != "" && (ruleID != checker.ValueDeprecated || !severity.AtLeast(rule.Risky)):
		return id
	case severity.AtLeast(rule.Risky):
		return RemovedFieldInUse
	default:
		return DeprecatedFieldInUse
	}
}

// checked adds the findings in live objects and in the manifests of Helm releases that a check
// reports.
func (f *found) checked(in preflight.Input, id string) {
	byWriter := ToldByWriter(in.Usage)
	for j := range slice.Each(in.Checked) {
		if claimedBy(j.Rule, j.Severity) != id || otherHop(in, j) {
			continue
		}
		if hasOwnCheck(j) {
			continue
		}
		if byWriter(j) {
			continue
		}
		it := f.add(fromScan(j))
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
	}
	for _, n := range in.Unlisted {
		if n.Rule == "" || n.Count <= 0 {
			continue
		}
		severity, here := likeChecked(in, n)
		if !here || claimedBy(n.Rule, severity) != id {
			continue
		}
		it := f.add(ofCluster(severity, "%d more objects of %s have similar findings of %s", n.Count, n.Resource, n.Rule))
		it.APIVersion, it.Field, it.Value = n.Version.String(), n.Field, n.Rule+" "+n.Resource.String()
		if n.Managed {
			it.Severity = rule.Info
		}
	}
}

// hasOwnCheck reports whether another check reports what a finding in a live object is about:
// service-external-ips or webhook-removed-versions.
func hasOwnCheck(j *finding.Finding) bool {
	switch {
	case j.File != evidence.LiveFile:
		return false
	case j.Kind == "ValidatingWebhookConfiguration", j.Kind == "MutatingWebhookConfiguration":
		return j.Rule == checker.ReferenceRemoved
	default:
		return j.Kind == "Service" && j.Field == "spec.externalIPs"
	}
}

// otherHop reports whether a finding belongs to an earlier or later hop. Findings are made once,
// for the last target.
func otherHop(in preflight.Input, j *finding.Finding) bool {
	at := j.Removed
	if !j.Severity.AtLeast(rule.Risky) {
		at = j.Deprecated
	}
	return in.To.Known() && at.Compare(in.To) > 0 || simulated(in) && at.AtOrBefore(in.From)
}

type checkedObject struct {
	apiVersion, kind, namespace, name string
}

// Told returns whether the findings of scan in the manifests of Helm releases have the version of a
// usage, so that it is not reported twice.
func Told(checked []finding.Finding) func(evidence.Usage) bool {
	told := map[checkedObject]bool{}
	for j := range slice.Each(checked) {
		if j.File != evidence.LiveFile && j.Field == "" {
			told[checkedObject{j.APIVersion, j.Kind, j.Namespace, j.Name}] = true
		}
	}
	return func(u evidence.Usage) bool {
		return u.By == evidence.ByHelm && told[checkedObject{u.Version.String(), u.Object.Kind, u.Object.Namespace, u.Object.Name}]
	}
}

// ofVersion reports whether a finding is about an object's version, not about its content.
func ofVersion(j *finding.Finding) bool {
	return j.Rule == checker.ResourceRemoved || j.Rule == checker.APIDeprecated || j.Rule == checker.NotServedByDefault
}

// ToldByWriter returns whether a finding of scan in a live object is about a version whose writer is
// known: the item about the writer has more information, and the object must not be reported twice.
func ToldByWriter(uses []evidence.Usage) func(*finding.Finding) bool {
	written := make(map[checkedObject]bool, len(uses))
	for _, u := range uses {
		if u.By != evidence.ByHelm {
			written[checkedObject{u.Version.String(), u.Object.Kind, u.Object.Namespace, u.Object.Name}] = true
		}
	}
	return func(j *finding.Finding) bool {
		return j.File == evidence.LiveFile && ofVersion(j) && written[checkedObject{j.APIVersion, j.Kind, j.Namespace, j.Name}]
	}
}

func servesKind(in preflight.Input, j *finding.Finding) bool {
	return resourceOfKind(in, discovery.ParseGroupVersion(j.APIVersion), j.Kind) != nil
}

// lackedNow reports whether the cluster does not serve a kind that a finding calls unknown, such as
// a misspelled kind that an object refers to.
func lackedNow(in preflight.Input, j *finding.Finding) bool {
	version, kind := j.APIVersion, j.Kind
	if j.Rule == checker.ReferenceUnknown {
		version, kind, _ = strings.Cut(j.Value, " ")
	} else if j.Rule != checker.KindUnknown {
		return false
	}
	if in.Surface == nil || len(in.Surface.Groups) == 0 || !j.Severity.AtLeast(rule.Risky) {
		return false
	}
	gv := discovery.ParseGroupVersion(version)
	_, unseen := in.Surface.Unknown(gv, discovery.PartResources)
	return !unseen && resourceOfKind(in, gv, kind) == nil
}

// resourceOfKind returns the resource of a kind that the cluster serves; nil if there is none.
func resourceOfKind(in preflight.Input, gv discovery.GroupVersion, kind string) *discovery.Resource {
	if in.Surface == nil || in.Surface.GroupVersion(gv) == nil {
		return nil
	}
	return slice.Find(in.Surface.GroupVersion(gv).Resources, func(r *discovery.Resource) bool { return r.Kind == kind })
}

// likeChecked returns the severity of the findings that an unlisted one resembles; "" if none of
// them is listed. here is false if those are of another hop, or of another check.
func likeChecked(in preflight.Input, n evidence.Unlisted) (worst rule.Severity, here bool) {
	alike := Alike(in.Checked, n)
	for j := range slice.Each(alike) {
		if otherHop(in, j) || hasOwnCheck(j) {
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
	return worst, here || len(alike) == 0
}

// Alike returns the findings that an unlisted one resembles: those of its rule in the same field of
// live objects, or of manifests of Helm releases.
func Alike(checked []finding.Finding, n evidence.Unlisted) []finding.Finding {
	return slice.Filter(checked, func(j finding.Finding) bool {
		return j.Rule == n.Rule && (j.File == evidence.LiveFile) == (n.Resource != evidence.HelmSecrets) && sameField(j.Field, n.Field)
	})
}

// sameField compares the path of a field with one that has no indices: "spec.containers[2].image"
// and "spec.containers[].image".
func sameField(field, bare string) bool {
	for field != bare {
		before, rest, listed := strings.Cut(field, "[")
		beforeBare, restBare, listedBare := strings.Cut(bare, "[")
		if before != beforeBare || !listed || !listedBare {
			return false
		}
		_, field, _ = strings.Cut(rest, "]")
		_, bare, _ = strings.Cut(restBare, "]")
	}
	return true
}

func fromScan(j *finding.Finding) preflight.Item {
	it := preflight.Item{Finding: *j}
	it.Value = cmp.Or(j.Value, j.Rule)
	// These values are in tables of Kubernetes. The key of an annotation can contain the name of a
	// container.
	it.Word = j.Value == "" || strings.HasPrefix(j.Rule, "label-") || strings.HasPrefix(j.Rule, "value-")
	if j.File != evidence.LiveFile {
		it.Source = j.File
	}
	it.Likely = j.Guess
	if it.Removed.Known() && it.Severity.AtLeast(rule.Risky) {
		it.Before = hop(it.Removed)
	}
	return it
}

// watched adds the gaps of the resources whose objects were to be read. Helm releases are in the
// needs of the checks.
func (f *found) watched(in preflight.Input) {
	if len(in.Watched) == 0 {
		f.gap("objects", "no objects of the cluster were read")
	}
	f.lacks(in, in.Watched...)
	if in.Surface == nil {
		f.gap("discovery", "what the server serves was not read")
		return
	}
	for _, i := range in.Surface.Incomplete {
		f.gap(undiscovered(i, in.Surface.Incomplete), i.Reason)
	}
}

// undiscovered describes what is missing of discovery. If everything is missing, there are two
// entries, which get the same description, so that they are one gap.
func undiscovered(i discovery.Incomplete, all []discovery.Incomplete) string {
	what := "discovery of "
	if i.Part == discovery.PartSchemas {
		what = "schemas of "
	}
	core, others := discovery.EveryCore(), discovery.EveryNamed()
	same := func(gv discovery.GroupVersion) bool {
		return slices.Contains(all, discovery.Incomplete{GroupVersion: gv, Part: i.Part, Reason: i.Reason})
	}
	if gv := i.GroupVersion; (gv == core || gv == others) && same(core) && same(others) {
		return what + "all groups"
	}
	return what + i.GroupVersion.Spoken()
}

// brokeIn returns the release, not after the cluster's, that removed what a finding is about: what
// does not work now does not break in the upgrade. It returns no release if the finding does not
// block, or if the cluster still serves what its release removed.
func brokeIn(in preflight.Input, j *finding.Finding) discovery.Release {
	at, gv := j.Removed, discovery.ParseGroupVersion(j.APIVersion)
	if !at.Known() && j.Rule == checker.ResourceRemoved {
		at = gone(slice.Find(in.Lifecycles, func(l *discovery.ResourceLifecycle) bool { return l.GroupVersion == gv && l.Kind == j.Kind }))
	}
	since := stored(in)
	if j.Rule == checker.VolumeRemoved { // kubelets mount volumes
		in.From = since
		since = kubeletsFrom(in)
	}
	if !j.Severity.AtLeast(rule.Risky) || !at.AtOrBefore(since) || ofVersion(j) && servesKind(in, j) {
		return discovery.Release{}
	}
	return at
}
