package checker

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

func (c *Checker) checkMissing(k *kind, lifecycle *discovery.ResourceLifecycle) {
	key, gv := k.gvk, k.gvk.GroupVersion()
	resource, plan := c.resourceOf(key, lifecycle), discovery.Lifecycle{}
	if lifecycle != nil {
		plan = lifecycle.Lifecycle
	}
	// If the resources of From could not be read, the kind may have been among them.
	was := c.from.shows(key) || c.from != nil && c.from.unread(gv)
	switch reason, unread := c.to.Unknown(gv, discovery.PartResources); {
	case unread:
		c.add(k, TargetIncomplete, rule.Unknown, "could not be looked up: the target did not return what "+gv.String()+" has ("+reason+")", plan)
	case notAResource(key), c.notKubernetes(key), !c.to.speaksOf(gv, resource) && !c.wrongCase(key):
		k.unchecked = true
	case lifecycle != nil:
		c.checkGone(k, lifecycle, was)
	case was:
		c.add(k, ResourceRemoved, c.refused(key), "is no longer served", plan)
	case c.droppedByDefinition(key):
		if c.from == nil || !c.from.speaksOf(gv, resource) {
			c.add(k, ResourceRemoved, c.refused(key), "is not served: its definition disables the version", plan)
		}
	case !c.own[key.Group] && c.to.Group(key.Group) == nil && (c.to.Only == nil || len(c.customs[key]) == 0):
		// A group of neither Kubernetes nor the target: a custom resource, whose definition may be
		// among the manifests.
		k.unchecked = true
	case c.from != nil && c.from.speaksOf(gv, resource):
		// It does not work before the upgrade either.
	case len(c.customs[key]) > 0:
		c.checkGoneCustom(k)
	default:
		k.verdicts, k.bare = append(k.verdicts, c.unknownKind(key)), c.bareKind(k)
	}
	if k.unchecked {
		c.checkOutdated(k)
	}
}

// bareKind is [kind.bare] of a kind that is not known: nil if the kind may be one of Kubernetes.
func (c *Checker) bareKind(k *kind) *kind {
	if k.gvk.Group != "" || c.anywhere(k.gvk.Kind) {
		return nil
	}
	if core := c.to.Group(""); core != nil && c.meant(core, k.gvk) != "" {
		return nil
	}
	return &kind{gvk: k.gvk, meta: k.meta, unchecked: true}
}

// resourceOf is the resource of a type; "" if it is not known.
func (c *Checker) resourceOf(key discovery.GroupVersionKind, lifecycle *discovery.ResourceLifecycle) string {
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

// refused is the severity of a removed version. Alpha versions of custom resources are served by
// default, and are often the only version.
func (c *Checker) refused(key discovery.GroupVersionKind) rule.Severity {
	if !c.own[key.Group] {
		return rule.Breaking
	}
	return breakingUnlessAlpha(key.Version)
}

// checkGone checks a type of Kubernetes' own that the target does not show.
func (c *Checker) checkGone(k *kind, lifecycle *discovery.ResourceLifecycle, was bool) {
	if c.from != nil && !was {
		return // it does not work before the upgrade either
	}
	to, plan := c.to.Release, lifecycle.Lifecycle
	has := to.Known() && lifecycle.In(to) && !lifecycle.Removed.AtOrBefore(to)
	switch {
	case to.Known() && !lifecycle.Introduced.AtOrBefore(to):
		c.add(k, KindUnknown, rule.Breaking, "is not known to "+c.to.name()+": it was added in "+lifecycle.Introduced.String(), plan)
	case has && !lifecycle.Enabled:
		c.add(k, NotServedByDefault, breakingUnlessAlpha(k.gvk.Version), "is not served by "+c.to.name()+": Kubernetes "+to.String()+" has it, but disabled by default", plan)
	case has:
		c.add(k, ResourceRemoved, rule.Breaking, "is not served by "+c.to.name()+", though Kubernetes "+to.String()+" has it", plan)
	default:
		c.add(k, ResourceRemoved, breakingUnlessAlpha(k.gvk.Version), "is no longer served", plan)
	}
}

// wrongCase reports whether the target has the kind in another letter case. That is known even if
// the target has no data about the kind.
func (c *Checker) wrongCase(key discovery.GroupVersionKind) bool {
	group := c.to.Group(key.Group)
	return group != nil && strings.EqualFold(c.meant(group, key), key.Kind)
}

// anyVersion finds the kind in any version of its group at the target.
func (c *Checker) anyVersion(key discovery.GroupVersionKind) *discovery.Resource {
	for _, version := range c.to.versions[discovery.GroupKind{Group: key.Group, Kind: key.Kind}] {
		return c.to.kinds[discovery.GroupVersionKind{Group: key.Group, Version: version, Kind: key.Kind}]
	}
	return nil
}

// droppedByDefinition reports whether the definition has the version and does not serve it.
func (c *Checker) droppedByDefinition(key discovery.GroupVersionKind) bool {
	r := c.anyVersion(key)
	return r != nil && r.Custom != nil && slices.Contains(r.Custom.Versions, key.Version)
}

// unknownKind says what is not known of the type, and what may be meant.
func (c *Checker) unknownKind(key discovery.GroupVersionKind) verdict {
	v := c.verdict(KindUnknown, rule.Breaking, "", key, discovery.Lifecycle{})
	group := c.to.Group(key.Group)
	versions := c.to.versions[discovery.GroupKind{Group: key.Group, Kind: key.Kind}]
	switch {
	case group == nil:
		v.what = "is not known: " + c.to.name() + " has no group " + visible(key.Group)
	case len(versions) > 0:
		v.what = "is not known: " + c.to.name() + " has it in " + strings.Join(versions, ", ")
	default:
		v.kind = group.Version(key.Version) != nil
		v.what = "is not known: " + c.unknownName(group, key)
		if meant := c.meant(group, key); meant != "" && !strings.HasSuffix(key.Kind, "List") { // a kind of a list has no similar name
			if meant != strings.TrimSpace(key.Kind) {
				v.what += "; did you mean " + meant + "?"
			}
			with := discovery.GroupVersionKind{Group: key.Group, Version: c.bestVersion(discovery.GroupKind{Group: key.Group, Kind: meant}, discovery.GroupVersionKind{}), Kind: meant}
			if v.kind {
				if c.to.shows(key.GroupVersion().WithKind(meant)) {
					with.Version = key.Version
				}
			}
			v.replacement, v.served = &with, true
		} else if elsewhere := c.elsewhere(key.Kind); elsewhere != nil {
			v.what += "; " + elsewhere.Kind + " is in " + elsewhere.GroupVersion().String()
			v.replacement, v.served = elsewhere, true
		}
	}
	return v
}

func (c *Checker) unknownName(group *discovery.Group, key discovery.GroupVersionKind) string {
	if group.Version(key.Version) == nil {
		return c.to.name() + " has no " + visible(key.GroupVersion().String())
	}
	return visible(key.GroupVersion().String()) + " has no kind " + visible(key.Kind)
}

// visible quotes a name with white space or characters that cannot be seen, such as the line break
// at the end of a block of text. Without quotes it looks like the name that is meant.
func visible(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// visibleType is the text of a type with visible names.
func visibleType(k discovery.GroupVersionKind) string {
	if k.Group == "" && k.Version == "" {
		return visible(k.Kind)
	}
	return visible(k.GroupVersion().String()) + " " + visible(k.Kind)
}

// meant is the kind of the group with the most similar name.
func (c *Checker) meant(group *discovery.Group, key discovery.GroupVersionKind) string {
	if len(key.Kind) > 100 {
		return ""
	}
	var kinds []string
	for _, v := range group.Versions {
		for r := range slice.Each(v.Resources) {
			if r.Kind != "" && r.Kind != key.Kind {
				kinds = append(kinds, r.Kind)
			}
		}
	}
	return nearest.Word(key.Kind, slice.Unique(kinds))
}

// elsewhere finds the only kind with the same name in another group: "v1 Deployment".
func (c *Checker) elsewhere(kind string) *discovery.GroupVersionKind {
	var found []discovery.GroupKind
	for gk := range c.to.versions {
		if gk.Kind == kind {
			found = append(found, gk)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return &discovery.GroupVersionKind{Group: found[0].Group, Version: c.bestVersion(found[0], discovery.GroupVersionKind{}), Kind: kind}
}

// notKubernetes reports whether a file is one of another program, such as "apiVersion: 0.3.0, kind:
// ksonnet.io/app". Every version of a Kubernetes API begins with a "v". A kind that Kubernetes has
// is a manifest with a wrong version.
func (c *Checker) notKubernetes(key discovery.GroupVersionKind) bool {
	return key.Group == "" && !strings.HasPrefix(strings.ToLower(key.Version), "v") && !c.anywhere(key.Kind)
}

// anywhere reports whether the target has, or Kubernetes had, a kind, in any letter case.
func (c *Checker) anywhere(kind string) bool {
	for gk := range c.to.versions {
		if strings.EqualFold(gk.Kind, kind) {
			return true
		}
	}
	for known := range c.lifecycles {
		if strings.EqualFold(known.Kind, kind) {
			return true
		}
	}
	return false
}

// notAResource reports whether a kind of Kubernetes' own groups is not a resource, or only the body
// of a subresource. Such are the kinds that k8s.io/api registers and no server has a resource for,
// and the files of kubectl and the API server that use the core group's name. They are no mistakes,
// and cannot be checked against what is served.
func notAResource(k discovery.GroupVersionKind) bool {
	if k.Group == "" && k.Version == "builtin" {
		return true // the configuration of a transformer of Kustomize
	}
	group, listed := "*", false
	for _, of := range facts().NotResources {
		if of.Group == k.Group {
			group = k.Group
		}
		listed = listed || of.Group == group && slices.Contains(of.Kinds, k.Kind)
	}
	return listed
}
