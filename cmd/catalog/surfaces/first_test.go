package surfaces

import (
	"testing"

	"github.com/kubedelta/kubedelta/cmd/catalog/plans"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/registered"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// tagsBefore lists kinds whose tags name an earlier release than the first that has them, with the
// release in the tag. Many tags were added years later, and are one release off, or were copied
// from another kind of the group.
func tagsBefore() map[string]string {
	return map[string]string{
		// Types for the webhook of the API server, before it served them itself.
		"authorization.k8s.io/v1beta1 LocalSubjectAccessReview": "1.2", "authorization.k8s.io/v1beta1 SelfSubjectAccessReview": "1.2", "authorization.k8s.io/v1beta1 SubjectAccessReview": "1.2",
		"certificates.k8s.io/v1alpha1 ClusterTrustBundle": "1.26", // its types came with k8s.io/api v0.27.0
		"discovery.k8s.io/v1beta1 EndpointSlice":          "1.16", // that is the alpha version
		"events.k8s.io/v1beta1 Event":                     "1.8",
		// Off by default at first. The lifecycle has only one first release.
		"extensions/v1beta1 DaemonSet": "1.1", "extensions/v1beta1 Deployment": "1.1", "extensions/v1beta1 PodSecurityPolicy": "1.2",
		"networking.k8s.io/v1alpha1 ServiceCIDR": "1.27", // that is IPAddress
		"node.k8s.io/v1beta1 RuntimeClass":       "1.13",
	}
}

// TestFirstReleases: no source shows an API in a release before the start of its lifecycle. Since
// 1.19, the published types show which API versions the scheme of a server has. For older releases
// there are only the tags, and the test lists the wrong ones.
func TestFirstReleases(t *testing.T) {
	lifecycles, err := catalog.New().Lifecycles()
	if err != nil {
		t.Fatal(err)
	}
	scheme, err := registered.Known()
	if err != nil {
		t.Fatal(err)
	}
	planned, err := plans.Table()
	if err != nil {
		t.Fatal(err)
	}
	wrong := tagsBefore()
	for i := range lifecycles {
		l := &lifecycles[i]
		for r := scheme.Oldest; r.Compare(l.Introduced) < 0; r.Minor++ {
			if scheme.Has(l.GroupVersion, l.Kind, r) {
				t.Errorf("%s %s begins with %s, and the types of %s have it", l.GroupVersion, l.Kind, l.Introduced, r)
			}
		}
		name := l.GroupVersion.String() + " " + l.Kind
		tag := planned[discovery.GroupVersionKind{Group: l.Group, Version: l.Version, Kind: l.Kind}].Introduced
		if tag.Known() && tag.Compare(l.Introduced) < 0 && wrong[name] != tag.String() {
			t.Errorf("%s begins with %s, and its tag names %s", name, l.Introduced, tag)
		}
		if tag.Known() && tag.Compare(l.Introduced) < 0 {
			delete(wrong, name)
		}
	}
	for name := range wrong {
		t.Errorf("%s is listed, and its tag is not wrong", name)
	}
}
