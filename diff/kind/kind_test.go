package kind_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff/kind"
	"github.com/kubedelta/kubedelta/discovery"
)

func TestMeans(t *testing.T) {
	for _, c := range []struct{ gv, resource, kind, means, not string }{
		{"apps/v1", "deployments", "Deployment",
			"Deployment deployment DEPLOYMENTS deploy Deploy deployments.apps deploy.apps deployments.v1.apps Deployment.v1.apps apps/deployments apps/v1/Deployment v1/deployments deployments.v1",
			"deployments.batch deployments.v1beta1.apps extensions/v1beta1/Deployment apps/v2/Deployment core/deployments deploymen deployments. .apps / apps/ apps pods"},
		{"extensions/v1beta1", "deployments", "Deployment", "deploy deployments.extensions extensions/v1beta1/Deployment v1beta1/deploy", "deployments.apps"},
		{"v1", "pods", "Pod", "po pod core/pods v1/pods v1/Pod pods.v1 pods.v1. core/v1/Pod pods.", "pods.apps apps/pods"},
		{"v1", "services", "Service", "svc", "services.serving.knative.dev"},
		{"serving.knative.dev/v1", "services", "Service", "services services.serving.knative.dev services.v1.serving.knative.dev", "svc"},
		{"networking.k8s.io/v1", "ingresses", "Ingress", "ing ingresses.networking.k8s.io networking.k8s.io/v1/Ingress", "ingresses.k8s.io ingresse"},
		{"autoscaling/v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", "hpa hpa.v2.autoscaling", "hpa.v1.autoscaling"},
	} {
		r := &discovery.Resource{Name: c.resource, Kind: c.kind, Singular: strings.ToLower(c.kind)}
		for _, word := range strings.Fields(c.means) {
			if !kind.Parse(word).Means(discovery.ParseGroupVersion(c.gv), r) {
				t.Errorf("%s does not mean %s %s", word, c.gv, c.resource)
			}
		}
		for _, word := range append(strings.Fields(c.not), "") {
			if kind.Parse(word).Means(discovery.ParseGroupVersion(c.gv), r) {
				t.Errorf("%q means %s %s", word, c.gv, c.resource)
			}
		}
	}
}

// TestShortOfTheServer: short names from the server are used in addition to the built-in ones.
func TestShortOfTheServer(t *testing.T) {
	r := &discovery.Resource{Name: "widgets", Kind: "Widget", ShortNames: []string{"wd"}}
	if gv := discovery.ParseGroupVersion("example.com/v1"); !kind.Parse("wd").Means(gv, r) || !kind.Parse("wd.example.com").Means(gv, r) {
		t.Error("a short name of the server is not known")
	}
}

// FuzzParse: no input panics, and a word without group and version stays unchanged.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"deploy", "a.b.c", "v1/pods", "a/b/c/d", "..", "//", "", "x.v1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n := kind.Parse(s)
		n.Means(discovery.GroupVersion{Group: "apps", Version: "v1"}, &discovery.Resource{Name: "deployments", Kind: "Deployment"})
		if !strings.ContainsAny(s, "./") && n.Word != s {
			t.Errorf("%q is read as %v", s, n)
		}
	})
}
