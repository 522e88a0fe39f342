package collect

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/unjson"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/secret"
)

// Limits of what is listed. Further objects of the same class are only counted, because a hundred
// thousand lines help nobody and use memory.
const (
	maxAlike   = 500
	maxUsage   = 20_000
	maxClasses = 2_000
	maxWord    = 128
)

type usages struct {
	versions *versions
	counted[evidence.Usage]
}

func (u *usages) add(one evidence.Usage) {
	u.counted.add(one, evidence.Unlisted{Resource: evidence.Resource{Group: one.Object.Group, Name: one.Object.Resource}, Version: one.Version, By: one.By, Order: one.Order, Managed: one.Managed})
}

// counted lists things up to a number for each class, and counts the others.
type counted[T any] struct {
	list   []T
	counts map[evidence.Unlisted]int
}

// add lists a thing, or counts it if there are enough of its class. If there are too many classes,
// those of a resource are one.
func (c *counted[T]) add(one T, class evidence.Unlisted) {
	if _, known := c.counts[class]; !known && len(c.counts) >= maxClasses && class.Rule != "" {
		class.Field = "others"
	} else if !known && len(c.counts) >= maxClasses {
		class.By = "others"
	}
	c.more(class)
	if c.counts[class] <= maxAlike && len(c.list) < maxUsage {
		c.list = append(c.list, one)
	} else {
		c.count(class)
	}
}

// count counts a thing that is not listed.
func (c *counted[T]) count(class evidence.Unlisted) {
	class.Count = 1
	c.more(class)
}

func (c *counted[T]) more(class evidence.Unlisted) {
	if c.counts == nil {
		c.counts = map[evidence.Unlisted]int{}
	}
	c.counts[class]++
}

// left returns the counts of what is not listed.
func (c *counted[T]) left() (out []evidence.Unlisted) {
	for class, n := range c.counts {
		if class.Count == 1 {
			class.Count = n
			out = append(out, class)
		}
	}
	return out
}

// object finds the old versions at which an object was written. An entry of managedFields keeps its
// version until that manager writes again, so the time of the entry is when that was last done. The
// latest of several entries of a manager counts. The annotation of kubectl is weak evidence,
// because it does not change when others write the object.
func (u *usages) object(from served, h *head) {
	kind := from.resource.Kind
	name := evidence.ObjectName{Group: from.gv.Group, Resource: from.resource.Name, Kind: kind, Namespace: h.Metadata.Namespace, Name: h.Metadata.Name}
	if _, ending := u.versions.ending[discovery.GroupKind{Group: from.gv.Group, Kind: kind}]; ending {
		u.add(evidence.Usage{Object: name, Version: from.gv, By: evidence.Listed})
		return
	}
	found := u.written(name, h)
	if text, has := h.Metadata.Annotations[secret.LastApplied]; has {
		gv := discovery.ParseGroupVersion(clip(unjson.Texts(strings.NewReader(text), "apiVersion")[0]))
		told := slices.ContainsFunc(found, func(o evidence.Usage) bool { return o.Version == gv })
		if !told && u.versions.live[gv.WithKind(kind)] {
			found = append(found, evidence.Usage{Object: name, Version: gv, By: evidence.LastApplied, Order: h.appliedSince(), Managed: managed(name.Group, h)})
		}
	}
	u.addAll(found)
}

// written returns the entries of managedFields at old versions.
func (u *usages) written(name evidence.ObjectName, h *head) (found []evidence.Usage) {
	for f := range slice.Each(h.Metadata.ManagedFields) {
		gv := discovery.ParseGroupVersion(f.APIVersion)
		if !u.versions.live[gv.WithKind(name.Kind)] {
			continue
		}
		one := evidence.Usage{
			Object: name, Version: gv, By: clip(f.Name), Time: clip(f.Time), Order: h.order(f),
			Managed: slices.Contains(ownManagers, f.Name) || managed(name.Group, h),
		}
		same := slices.IndexFunc(found, func(o evidence.Usage) bool { return o.By == one.By && o.Version == gv })
		switch {
		case same < 0:
			found = append(found, one)
		case found[same].Time < one.Time: // RFC 3339 in UTC, as servers write it
			found[same].Time, found[same].Order = one.Time, one.Order
		}
		if len(found) > 100 {
			break // no object has so many managers
		}
	}
	return found
}

// addAll adds what was found in one object. What Kubernetes itself writes is only counted, once for
// each version.
func (u *usages) addAll(found []evidence.Usage) {
	for i, one := range found {
		if !one.Managed {
			u.add(one)
			continue
		}
		known := slices.ContainsFunc(found[:i], func(o evidence.Usage) bool { return o.Managed && o.Version == one.Version })
		if !known {
			u.count(evidence.Unlisted{Resource: evidence.Resource{Group: one.Object.Group, Name: one.Object.Resource}, Version: one.Version, Managed: true})
		}
	}
}

func clip(s string) string {
	if len(s) > maxWord {
		s = s[:maxWord]
	}
	return strings.ToValidUTF8(s, "?")
}

// order reports whether an entry of managedFields is that of the last writer: others wrote at
// another version later, earlier, or at a time that cannot be compared (times are in seconds, and
// may be missing).
func (h *head) order(entry *evidence.Manager) evidence.Order {
	last := entry.Time // when the version was written last
	for f := range slice.Each(h.Metadata.ManagedFields) {
		if f.APIVersion == entry.APIVersion && writes(f, entry.Subresource) {
			last = max(last, f.Time) // RFC 3339 in UTC, as servers write it
		}
	}
	out := evidence.Last
	for f := range slice.Each(h.Metadata.ManagedFields) {
		switch {
		case f.APIVersion == entry.APIVersion || !writes(f, entry.Subresource):
		case f.Time == "" || last == "" || f.Time == last:
			out = evidence.Unordered
		case f.Time > last:
			return evidence.Overtaken
		}
	}
	return out
}

// writes reports whether an entry is of a writer of the object, or of the subresource. A writer of
// another subresource does not change the rest of the object. Neither do the controllers of
// Kubernetes, whose entries before 1.22 do not name the subresource.
func writes(f *evidence.Manager, subresource string) bool {
	return !slices.Contains(ownManagers, f.Name) && (f.Subresource == "" || f.Subresource == subresource)
}

// appliedSince returns the order of the annotation of kubectl apply if no entry is at its version.
// The annotation has no time, and all later writers used another version.
func (h *head) appliedSince() evidence.Order {
	if slices.ContainsFunc(h.Metadata.ManagedFields, func(f evidence.Manager) bool { return writes(&f, "") }) {
		return evidence.Overtaken
	}
	return evidence.Last
}

// ownManagers are the names under which processes of Kubernetes itself write. What they write at an
// old version, their next release writes at another.
//
//nolint:gochecknoglobals // a constant
var ownManagers = []string{
	"kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet", "kube-proxy", "cloud-controller-manager",
	// The controllers for priority and fairness in the API server (pkg/registry/flowcontrol,
	// KEP-1040).
	"api-priority-and-fairness-config-producer-v1", "api-priority-and-fairness-config-consumer-v1",
	// Controllers that apply under their own names (pkg/controlplane/controller and pkg/controller,
	// from the FieldManager of their ApplyOptions, 1.24 to 1.37).
	"kubernetes-service-cidr-controller", "service-cidr-controller", "ResourceClaimController", "clusterrole-aggregation-controller",
	"validatingadmissionpolicy-status", "device-taint-eviction-controller", "storage-version-migrator-controller", "migration-runner-controller",
}

// managed reports whether a controller of Kubernetes manages the object, so that nobody has to move
// it to another version.
func managed(g string, h *head) bool {
	m := &h.Metadata
	switch g {
	case "":
		// The endpoints controller marks its objects (pkg/controller/endpoint).
		if m.Labels["endpoints.kubernetes.io/managed-by"] == "endpoint-controller" || m.Annotations["endpoints.kubernetes.io/last-change-trigger-time"] != "" {
			return true
		}
	case "flowcontrol.apiserver.k8s.io":
		// Without the value true, the API server does not change the object (KEP-1040).
		return m.Annotations["apf.kubernetes.io/autoupdate-spec"] == "true" ||
			slices.ContainsFunc(m.ManagedFields, func(f evidence.Manager) bool { return f.Name == "eks-internal" })
	case "discovery.k8s.io":
		by := h.controller()
		return by != nil && by.APIVersion == "v1" && (by.Kind == "Service" || by.Kind == "Endpoints") &&
			strings.HasSuffix(m.Labels["endpointslice.kubernetes.io/managed-by"], ".k8s.io")
	case "apiregistration.k8s.io":
		// An API server registers its own versions (k8s.io/kube-aggregator/pkg/controllers/autoregister).
		return m.Labels["kube-aggregator.kubernetes.io/automanaged"] != ""
	case "rbac.authorization.k8s.io":
		return m.Labels["kubernetes.io/bootstrapping"] == "rbac-defaults"
	}
	// A controller that wrote only the status did not create the object, and controllers of
	// Kubernetes do not use kubectl apply.
	made := func(f evidence.Manager) bool { return f.Subresource == "" && slices.Contains(ownManagers, f.Name) }
	others := func(f evidence.Manager) bool { return !slices.Contains(ownManagers, f.Name) }
	_, applied := m.Annotations[secret.LastApplied]
	return !applied && slices.ContainsFunc(m.ManagedFields, made) && !slices.ContainsFunc(m.ManagedFields, others)
}
