package check

import (
	"cmp"
	"strings"
	"time"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/schedule"
)

// supported is about how many months the Kubernetes project supports a release
// (https://kubernetes.io/releases/patch-releases/#support-period).
const supported = 14

func checkSupport(in preflight.Input) (f found) {
	if in.At.IsZero() {
		f.gap("time", "the time at which the cluster was read is unknown, so it cannot be compared with dates")
		return f
	}
	target := cmp.Or(in.Target, in.To)
	if !target.Known() {
		f.gap("target", "no target release was given")
		return f
	}
	if providerOf(in.Evidence) == schedule.Kubernetes {
		f.lacks(in, evidence.Nodes)
	}
	if s, known := SupportOf(in.Evidence, answering(in)); known && s.End.Before(in.At) && answering(in) != target {
		f.add(ofCluster(rule.Info, "the cluster's release %s reached %s", answering(in), ended(s, in.At)))
	}
	s, known := SupportOf(in.Evidence, target)
	const soon = 90 * 24 * time.Hour
	asOf := schedule.AsOf().Format(time.DateOnly)
	switch {
	case !known && schedule.After(target) && in.At.Before(schedule.AsOf().AddDate(0, supported, 0)):
		f.add(ofCluster(rule.Info, "the end of life of %s was not yet published on %s, the date of the data; Kubernetes supports a release for about fourteen months", target, asOf))
	case !known:
		f.add(ofCluster(rule.Unknown, "the end of life of %s is unknown: the dates are as of %s", target, asOf))
	case s.Extended.After(in.At) && s.End.Before(in.At):
		f.add(ofCluster(rule.Deprecation, "the target %s reached %s", target, ended(s, in.At)))
	case s.End.Before(in.At):
		f.add(ofCluster(rule.Risky, "the target %s reached %s: it gets no security fixes", target, ended(s, in.At)))
	case s.End.Sub(in.At) < soon:
		f.add(ofCluster(rule.Info, "the target %s reaches its end of life%s on %s", target, at(s), s.End.Format(time.DateOnly)))
	}
	return f
}

// ended describes when support ended, and until when extended support is available.
func ended(s schedule.Support, now time.Time) string {
	on, ends := at(s)+" on "+s.End.Format(time.DateOnly), "ends"
	if s.Extended.IsZero() {
		return "its end of life" + on
	}
	if s.Extended.Before(now) {
		ends = "ended"
	}
	return "the end of standard support" + on + "; extended support " + ends + " on " + s.Extended.Format(time.DateOnly)
}

func at(s schedule.Support) string {
	if s.By == schedule.Kubernetes {
		return ""
	}
	return " at " + s.By.Name()
}

// SupportOf returns the support of a release by the provider of the cluster, or by the Kubernetes
// project if the provider has no date for the release.
func SupportOf(e *evidence.Evidence, r discovery.Release) (schedule.Support, bool) {
	if by := providerOf(e); by != schedule.Kubernetes {
		if s, known := schedule.Of(by, r); known && !s.End.IsZero() {
			return s, true
		}
	}
	s, known := schedule.Of(schedule.Kubernetes, r)
	return s, known && !s.End.IsZero()
}

// providerOf returns who runs the control plane. Nodes of AKS have its labels
// (https://learn.microsoft.com/azure/aks/use-labels); its server version has no suffix.
func providerOf(e *evidence.Evidence) schedule.By {
	if by := schedule.OfVersion(e.Server.Version); by != schedule.Kubernetes {
		return by
	}
	for i := range e.Nodes {
		for label := range e.Nodes[i].Labels {
			if strings.HasPrefix(label, "kubernetes.azure.com/") {
				return schedule.AKS
			}
		}
	}
	return schedule.Kubernetes
}

// Latest returns the newest available patch of a release, "v1.36.4"; "" if none is known. At EKS,
// users cannot choose the patch of the API servers.
func Latest(e *evidence.Evidence, r discovery.Release) string {
	by := providerOf(e)
	switch by {
	case schedule.EKS:
		return ""
	case schedule.Kubernetes, schedule.GKE:
	case schedule.AKS:
		by = schedule.Kubernetes // it follows upstream, and its table has no patches
	}
	s, _ := schedule.Of(by, r)
	return phrase.With("v", s.Latest)
}
