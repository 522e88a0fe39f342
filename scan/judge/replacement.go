package judge

import "github.com/kubedelta/kubedelta/discovery"

// renamed are kinds that live on under another name or in another group, where
// no lifecycle tag of k8s.io/api says so.
//
//nolint:gochecknoglobals // a constant
var renamed = map[groupKind]groupKind{
	{"extensions", "HorizontalPodAutoscaler"}: {"autoscaling", "HorizontalPodAutoscaler"}, // Kubernetes 1.2 notes
	{"extensions", "Job"}:                     {"batch", "Job"},                           // Kubernetes 1.2 notes
	{"extensions", "ThirdPartyResource"}:      {"apiextensions.k8s.io", "CustomResourceDefinition"},
	{"batch", "ScheduledJob"}:                 {"batch", "CronJob"},                        // Kubernetes 1.5 notes
	{"apps", "PetSet"}:                        {"apps", "StatefulSet"},                     // Kubernetes 1.5 notes
	{"resource.k8s.io", "PodScheduling"}:      {"resource.k8s.io", "PodSchedulingContext"}, // #116556, 1.27
	{"resource.k8s.io", "ResourceClass"}:      {"resource.k8s.io", "DeviceClass"},          // KEP-4381, 1.31
}

// replacement is what takes the place of a type, and whether the target serves
// it by default: what is recorded, as long as the target serves it and has not
// deprecated it too; else the most stable version of the same kind that it serves.
func (j *Judge) replacement(key gvKind, recorded *discovery.GroupVersionKind) (with *discovery.GroupVersionKind, served bool) {
	gk := groupKind{key.Group, key.kind}
	if recorded != nil {
		r := gvKind{recorded.GroupVersion(), recorded.Kind}
		_, served := j.to.has(r)
		if served && !j.to.deprecated(r, j.lives[r]) {
			return recorded, true
		}
		gk = groupKind{recorded.Group, recorded.Kind}
	} else if to, ok := renamed[gk]; ok {
		gk = to
	}
	if version := j.bestVersion(gk, key); version != "" {
		with = &discovery.GroupVersionKind{Group: gk.group, Version: version, Kind: gk.kind}
		_, served := j.to.has(gvKind{with.GroupVersion(), with.Kind})
		if shown, _ := j.to.has(key); served || recorded == nil && !shown {
			return with, served
		}
	}
	if recorded != nil {
		_, served = j.to.has(gvKind{recorded.GroupVersion(), recorded.Kind})
	}
	return recorded, served
}

// bestVersion is the most stable version that the target serves a kind in, other
// than the one in question: by default before by choice, not deprecated before
// deprecated. What the target still serves is only replaced by something more
// stable. "" for none.
func (j *Judge) bestVersion(gk groupKind, instead gvKind) string {
	shown, _ := j.to.has(instead)
	best, bestRank := "", 0
	for _, version := range j.to.versions[gk] {
		k := gvKind{discovery.GroupVersion{Group: gk.group, Version: version}, gk.kind}
		if k == instead || shown && gk.group == instead.Group && discovery.CompareVersion(version, instead.Version) >= 0 {
			continue
		}
		rank := 1
		if _, served := j.to.has(k); served {
			rank += 2
		}
		if !j.to.deprecated(k, j.lives[k]) {
			rank++
		}
		if rank > bestRank || rank == bestRank && discovery.CompareVersion(version, best) < 0 {
			best, bestRank = version, rank
		}
	}
	return best
}
