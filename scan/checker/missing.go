package checker

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/nearest"
)

// checkMissing checks a type that the target does not show.
func (c *Checker) checkMissing(k *kind, key gvKind, lifecycle *discovery.ResourceLifecycle) {
	resource := c.resourceOf(key, lifecycle)
	was, _ := c.fromHas(key)
	if c.from != nil {
		// What could not be read of where one comes from may have been there.
		_, unread := c.from.Unknown(key.GroupVersion, discovery.PartResources)
		was = was || unread
	}
	switch reason, unread := c.to.Unknown(key.GroupVersion, discovery.PartResources); {
	case unread:
		v := c.verdict(TargetIncomplete, rule.Unknown, "could not be looked up: the target did not return what "+key.GroupVersion.String()+" has ("+reason+")", key, c.plan(nil, lifecycle))
		k.verdicts = append(k.verdicts, v)
	case notAResource(key), c.notKubernetes(key):
		k.unchecked = true
	case !c.to.speaksOf(key.GroupVersion, resource) && !c.wrongCase(key):
		k.unchecked = true
	case lifecycle != nil:
		c.checkGone(k, key, lifecycle, was)
	case was:
		k.verdicts = append(k.verdicts, c.verdict(ResourceRemoved, c.refused(key), "is no longer served", key, discovery.Lifecycle{}))
	case c.droppedByDefinition(key):
		if c.from == nil {
			k.verdicts = append(k.verdicts, c.verdict(ResourceRemoved, c.refused(key), "is not served: its definition disables the version", key, discovery.Lifecycle{}))
		}
	case !c.own[key.Group] && c.to.Group(key.Group) == nil && (c.to.Only == nil || len(c.customs[key]) == 0):
		// A group that is neither Kubernetes' own nor the target's: a custom
		// resource, whose definition may come with the manifests.
		k.unchecked = true
	case c.from != nil && c.from.speaksOf(key.GroupVersion, resource):
		// It does not work before either.
	case len(c.customs[key]) > 0:
		c.checkGoneCustom(k, key)
	default:
		k.verdicts = append(k.verdicts, c.unknownKind(key))
	}
	if k.unchecked {
		c.checkOutdated(k, key)
	}
}

// resourceOf is the resource of a type, as far as anyone knows it.
func (c *Checker) resourceOf(key gvKind, lifecycle *discovery.ResourceLifecycle) string {
	if lifecycle != nil {
		return lifecycle.Resource
	}
	if r := c.anyVersion(key); r != nil {
		return r.Name
	}
	if all := c.customs[key]; len(all) > 0 {
		return all[0].Resource
	}
	return ""
}

// refused is the severity of a version that is gone: those of custom resources are served
// by default whatever they are called, and often there is no other.
func (c *Checker) refused(key gvKind) rule.Severity {
	if !c.own[key.Group] {
		return rule.Breaking
	}
	return breakingUnlessAlpha(key.Version)
}

// checkGone checks a type of Kubernetes' own that the target does not show.
func (c *Checker) checkGone(k *kind, key gvKind, lifecycle *discovery.ResourceLifecycle, was bool) {
	to := c.to.Release
	if c.from != nil && !was {
		// It does not work before either.
		return
	}
	plan := lifecycle.Lifecycle
	switch {
	case to.Known() && !lifecycle.Introduced.AtOrBefore(to):
		v := c.verdict(KindUnknown, rule.Breaking, "is not known to "+c.to.name()+": it was added in "+lifecycle.Introduced.String(), key, plan)
		k.verdicts = append(k.verdicts, v)
	case to.Known() && lifecycle.In(to) && !lifecycle.Removed.AtOrBefore(to) && !lifecycle.Enabled:
		k.verdicts = append(k.verdicts, c.verdict(NotServedByDefault, breakingUnlessAlpha(key.Version),
			"is not served by "+c.to.name()+": Kubernetes "+to.String()+" has it, but disabled by default", key, plan))
	case to.Known() && lifecycle.In(to) && !lifecycle.Removed.AtOrBefore(to):
		k.verdicts = append(k.verdicts, c.verdict(ResourceRemoved, rule.Breaking,
			"is not served by "+c.to.name()+", though Kubernetes "+to.String()+" has it", key, plan))
	default:
		k.verdicts = append(k.verdicts, c.verdict(ResourceRemoved, breakingUnlessAlpha(key.Version), "is no longer served", key, plan))
	}
}

// wrongCase: the target has the kind, in other letters' case. So much can be told
// of a kind that the target does not speak of.
func (c *Checker) wrongCase(key gvKind) bool {
	group := c.to.Group(key.Group)
	return group != nil && strings.EqualFold(c.meant(group, key), key.kind)
}

// anyVersion finds the kind in another version of its group at the target.
func (c *Checker) anyVersion(key gvKind) *discovery.Resource {
	for _, version := range c.to.versions[groupKind{key.Group, key.kind}] {
		return c.to.kinds[gvKind{discovery.GroupVersion{Group: key.Group, Version: version}, key.kind}]
	}
	return nil
}

// droppedByDefinition: the CustomResourceDefinition has the version and does not
// serve it.
func (c *Checker) droppedByDefinition(key gvKind) bool {
	r := c.anyVersion(key)
	return r != nil && r.Custom != nil && slices.Contains(r.Custom.Versions, key.Version)
}

// unknownKind says what of the type is not known, and what it could have meant.
func (c *Checker) unknownKind(key gvKind) verdict {
	v := c.verdict(KindUnknown, rule.Breaking, "", key, discovery.Lifecycle{})
	group := c.to.Group(key.Group)
	versions := c.to.versions[groupKind{key.Group, key.kind}]
	switch {
	case group == nil:
		v.what = "is not known: " + c.to.name() + " has no group " + key.Group
	case len(versions) > 0:
		v.what = "is not known: " + c.to.name() + " has it in " + strings.Join(versions, ", ")
	default:
		v.kind = group.Version(key.Version) != nil
		v.what = "is not known: " + c.unknownName(group, key)
		if meant := c.meant(group, key); meant != "" {
			v.what += "; did you mean " + meant + "?"
			with := discovery.GroupVersionKind{Group: key.Group, Version: c.bestVersion(groupKind{key.Group, meant}, gvKind{}), Kind: meant}
			if v.kind {
				if shown, _ := c.to.has(gvKind{key.GroupVersion, meant}); shown {
					with.Version = key.Version
				}
			}
			v.replacement, v.served = &with, true
		} else if elsewhere := c.elsewhere(key.kind); elsewhere != nil {
			v.what += "; " + elsewhere.Kind + " is in " + elsewhere.GroupVersion().String()
			v.replacement, v.served = elsewhere, true
		}
	}
	return v
}

func (c *Checker) unknownName(group *discovery.Group, key gvKind) string {
	if group.Version(key.Version) == nil {
		return c.to.name() + " has no " + key.GroupVersion.String()
	}
	return key.GroupVersion.String() + " has no kind " + key.kind
}

// meant is the nearest kind of the group.
func (c *Checker) meant(group *discovery.Group, key gvKind) string {
	if len(key.kind) > 100 {
		return ""
	}
	var kinds []string
	for _, v := range group.Versions {
		for i := range v.Resources {
			if k := v.Resources[i].Kind; k != "" && k != key.kind && !slices.Contains(kinds, k) {
				kinds = append(kinds, k)
			}
		}
	}
	slices.Sort(kinds)
	return nearest.Word(key.kind, kinds)
}

// elsewhere finds a kind of the same name in another group of the target, where
// there is but one: "v1 Deployment".
func (c *Checker) elsewhere(kind string) *discovery.GroupVersionKind {
	var found []string
	for _, gk := range slices.SortedFunc(maps.Keys(c.to.versions), func(a, b groupKind) int { return strings.Compare(a.group, b.group) }) {
		if gk.kind == kind {
			found = append(found, gk.group)
		}
	}
	if len(found) != 1 {
		return nil
	}
	gk := groupKind{found[0], kind}
	return &discovery.GroupVersionKind{Group: gk.group, Version: c.bestVersion(gk, gvKind{}), Kind: kind}
}

// notKubernetes: "apiVersion: 0.3.0, kind: ksonnet.io/app" and the like are files of other
// programs. Every version of a Kubernetes API begins with a "v"; a kind that Kubernetes
// has is a manifest whose version is wrong.
func (c *Checker) notKubernetes(key gvKind) bool {
	if key.Group != "" || strings.HasPrefix(strings.ToLower(key.Version), "v") {
		return false
	}
	for gk := range c.to.versions {
		if strings.EqualFold(gk.kind, key.kind) {
			return false
		}
	}
	for known := range c.lifecycles {
		if strings.EqualFold(known.kind, key.kind) {
			return false // it was removed
		}
	}
	return true
}

// notAResource: kinds of Kubernetes' own groups that are written down and posted
// nowhere, or to subresources only: those that k8s.io/api registers and no server
// has a resource for, and the files of kubectl and the API server that share the
// core group's name. They are no mistakes and cannot be checked against what is served.
func notAResource(k gvKind) bool {
	switch k.Group {
	case "":
		if k.Version == "builtin" {
			return true // the configuration of a transformer of kustomize
		}
		switch k.kind {
		case "List", "Status", "Config", "DeleteOptions", "CreateOptions", "UpdateOptions", "PatchOptions", "ListOptions", "WatchEvent",
			"APIVersions", "APIGroup", "APIGroupList", "APIResourceList", "RangeAllocation", "SerializedReference", "PodStatusResult",
			"PodExecOptions", "PodAttachOptions", "PodPortForwardOptions", "PodLogOptions", "PodProxyOptions", "NodeProxyOptions",
			"ServiceProxyOptions", "ObjectReference", "Table", "Preferences", "EphemeralContainers", "ExportOptions", "GetOptions", "EncryptionConfig":
			return true
		case "BuildConfig", "Build", "DeploymentConfig", "Image", "ImageStream", "ImageStreamTag", "Route", "Template", "Project", "ProjectRequest",
			"SecurityContextConstraints", "OAuthClient", "NetNamespace", "HostSubnet", "ClusterNetwork":
			return true // OpenShift's, before they had groups; oc still accepts them
		}
	case "apiextensions.k8s.io":
		return k.kind == "ConversionReview"
	case "apps", "extensions":
		return k.kind == "DeploymentRollback" || k.kind == "ReplicationControllerDummy" || k.kind == "Scale"
	case "batch":
		return k.kind == "JobTemplate"
	case "policy":
		return k.kind == "Eviction"
	case "authentication.k8s.io":
		return k.kind == "TokenRequest"
	}
	return k.kind == "Scale" || k.kind == "Status"
}
