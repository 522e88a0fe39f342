package check

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func definitionNames() definition {
	return definition{ofMinors: true, Check: preflight.Check{
		ID: "crd-name-conflict", Title: "No custom resource has the name of a resource that is built into the target", Severity: rule.Breaking, Phase: preflight.ControlPlane, Required: true, Since: "0.3.0",
		Doc: "A group-version that is built into the API server hides the one of a definition: its objects can no longer be reached. Groups that end in `k8s.io` or " +
			"`kubernetes.io` belong to the Kubernetes community (KEP-1111), so a definition in such a group without the annotation `api-approved.kubernetes.io` " +
			"may be hidden. If a new built-in resource has the same plural, the API is not affected, but kubectl uses the built-in resource for the plural alone.",
		Migration: "Move the resource to a group of your own; write plurals with their group (`kubectl get ipaddresses.ipam.example.com`).",
		Needs:     []evidence.Resource{evidence.Definitions},
	}, check: checkNames}
}

func checkNames(in preflight.Input) found {
	if in.New == nil {
		return unanswered("data of "+in.To.String(), "kubedelta has no data about what Kubernetes "+in.To.String()+" serves")
	}
	taken := newPlurals(in)
	return each(in.CRDs, noDefinitions, func(f *found, c *evidence.CRD) {
		f.add(groupConflicts(in, c)...)
		if gv, is := taken[c.Plural]; is && gv.Group != c.Group {
			f.add(withValue(gv.String(), ofDefinition(c, rule.Info, "kubectl uses the new built-in %[2]s for the name %[1]s from %[3]s on: write %[4]s.%[5]s", quoted(c.Plural), gv, in.To, c.Plural, c.Group)))
		}
	})
}

// groupConflicts returns the items about the group of a definition that is built into the target.
// If the release before has the same built-in version, it hides the custom resource already, so the
// upgrade changes nothing.
func groupConflicts(in preflight.Input, c *evidence.CRD) (items []preflight.Item) {
	if in.New.Group(c.Group) != nil {
		for _, v := range c.Versions {
			if !v.Served || !builtIn(in.New, c.Group, v.Name) {
				continue
			}
			it := ofDefinition(c, rule.Breaking, "%s has a built-in %s/%s: the custom resource %s in it can no longer be reached", in.To, c.Group, v.Name, c.Name)
			it.Before = hop(in.To)
			if builtIn(in.Old, c.Group, v.Name) {
				it = ofDefinition(c, rule.Info, "%s has a built-in %s/%s, and so does %s: the custom resource %s in it cannot be reached, before or after the upgrade", in.To, c.Group, v.Name, in.From, c.Name)
			}
			it.Value = v.Name
			items = append(items, it)
		}
		if len(items) == 0 {
			severity := rule.Info
			if builtIn(in.New, c.Group, "") && !builtIn(in.Old, c.Group, "") {
				severity = rule.Risky
			}
			items = append(items, withValue(c.Group, ofDefinition(c, severity, "the group %[2]s is built into %[1]s, so a built-in version can hide the version of the custom resource", in.To, c.Group)))
		}
		return items
	}
	if community(c.Group) && !approved(c) {
		items = append(items, withValue("api-approved.kubernetes.io", ofDefinition(c, rule.Info, "the group %s belongs to the Kubernetes community, and the definition is not approved: a release can use the name", c.Group)))
	}
	return items
}

// builtIn reports whether a release serves some resource of a version of a group by default.
// Version "" stands for any version.
func builtIn(in *discovery.Surface, group, version string) bool {
	if in == nil || in.Group(group) == nil {
		return false
	}
	return slices.ContainsFunc(in.Group(group).Versions, func(v discovery.Version) bool {
		return (version == "" || v.Name == version) && slices.ContainsFunc(v.Resources, func(r discovery.Resource) bool { return !r.Disabled })
	})
}

// community is IsProtectedCommunityGroup of k8s.io/apiextensions-apiserver.
func community(group string) bool {
	return group == "k8s.io" || strings.HasSuffix(group, ".k8s.io") || group == "kubernetes.io" || strings.HasSuffix(group, ".kubernetes.io")
}

// approved reports whether a definition has a link to its approval. Authors write "unapproved…" if
// there is none.
func approved(c *evidence.CRD) bool {
	value := c.Annotations["api-approved.kubernetes.io"]
	return value != "" && !strings.HasPrefix(value, "unapproved")
}

// newPlurals returns the plurals of resources that the target serves and the cluster's release does
// not.
func newPlurals(in preflight.Input) map[string]discovery.GroupVersion {
	out := map[string]discovery.GroupVersion{}
	if in.Old == nil {
		return out
	}
	before := map[string]bool{}
	eachServed(in.Old, func(_ discovery.GroupVersion, r *discovery.Resource) { before[r.Name] = true })
	eachServed(in.New, func(gv discovery.GroupVersion, r *discovery.Resource) {
		if _, known := out[r.Name]; !known && !before[r.Name] {
			out[r.Name] = gv
		}
	})
	return out
}

// eachServed visits the resources that a surface serves by default.
func eachServed(s *discovery.Surface, visit func(discovery.GroupVersion, *discovery.Resource)) {
	if s == nil {
		return
	}
	for gv, r := range s.EachResource() {
		if !r.Disabled {
			visit(gv, r)
		}
	}
}
