package check

import (
	"iter"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkNames(in preflight.Input) found {
	if in.New == nil {
		return unanswered("data of "+in.To.String(), "kubedelta has no data about what Kubernetes "+in.To.String()+" serves")
	}
	taken := newPlurals(in)
	return each(in.CRDs, noDefinitions, func(f *found, c *evidence.CRD) {
		f.groupConflicts(in, c)
		if gv, is := taken[c.Plural]; is && gv.Group != c.Group {
			f.add(ofDefinition(c, rule.Info, "kubectl uses the new built-in %[2]s for the name %[1]s from %[3]s on: write %[4]s.%[5]s", quoted(c.Plural), gv, in.To, c.Plural, c.Group)).Value = gv.String()
		}
	})
}

// groupConflicts adds the items about the group of a definition that is built into the target. An
// API server that serves any version of a group itself responds to all requests for the group, so
// custom resources of the group cannot be reached in any version (seen on servers of 1.36 and
// 1.37; ServeHTTP of director, k8s.io/apiserver/pkg/server/handler.go). If the release before
// serves the group, too, the upgrade changes nothing.
func (f *found) groupConflicts(in preflight.Input, c *evidence.CRD) {
	if in.New.Group(c.Group) == nil {
		if community(c.Group) && !approved(c) {
			f.add(ofDefinition(c, rule.Info, "the group %s belongs to the Kubernetes community, and the definition is not approved: a release can use the name", c.Group)).Value = "api-approved.kubernetes.io"
		}
		return
	}
	switch {
	case !slices.ContainsFunc(c.Versions, func(v evidence.CRDVersion) bool { return v.Served }):
		return // it cannot be reached anyway
	case !builtIn(in.New, c.Group):
		f.add(ofDefinition(c, rule.Info, "the group %[2]s is built into %[1]s, but off by default: if a version of it is turned on, the custom resource %[3]s can no longer be reached", in.To, c.Group, c.Name)).Value = c.Group
	case builtIn(in.Old, c.Group):
		f.add(ofDefinition(c, rule.Info, "%s serves the group %s itself, and so does %s: the custom resource %s cannot be reached, before or after the upgrade", in.To, c.Group, in.From, c.Name)).Value = c.Group
	default:
		it := f.add(ofDefinition(c, rule.Breaking, "%s serves the group %s itself: the custom resource %s can no longer be reached", in.To, c.Group, c.Name))
		it.Value, it.Before = c.Group, hop(in.To)
	}
}

// builtIn reports whether a release serves some resource of a group by default.
func builtIn(in *discovery.Surface, group string) bool {
	for gv := range servedOf(in) {
		if gv.Group == group {
			return true
		}
	}
	return false
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
	out, before := map[string]discovery.GroupVersion{}, map[string]bool{}
	for _, r := range servedOf(in.Old) {
		before[r.Name] = true
	}
	for gv, r := range servedOf(in.New) {
		if _, known := out[r.Name]; in.Old != nil && !known && !before[r.Name] {
			out[r.Name] = gv
		}
	}
	return out
}

// servedOf ranges over the resources that a surface serves by default.
func servedOf(s *discovery.Surface) iter.Seq2[discovery.GroupVersion, *discovery.Resource] {
	return func(yield func(discovery.GroupVersion, *discovery.Resource) bool) {
		if s == nil {
			return
		}
		for gv, r := range s.EachResource() {
			if !r.Disabled && !yield(gv, r) {
				return
			}
		}
	}
}
