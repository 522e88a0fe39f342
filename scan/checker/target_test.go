package checker_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/scan/checker"
)

// served is a surface as a server of a release shows it: without what is disabled by default, and
// with complete data.
func served(t *testing.T, release string) *discovery.Surface {
	t.Helper()
	s := *surface(t, release)
	s.Name, s.Source, s.Only, s.Groups = "context:prod", discovery.SourceCluster, nil, nil
	s.Fidelity.Disabled = discovery.None
	for _, g := range surface(t, release).Groups {
		group := discovery.Group{Name: g.Name, Preferred: g.Preferred}
		for _, v := range g.Versions {
			version := discovery.Version{Name: v.Name}
			for _, r := range v.Resources {
				if !r.Disabled {
					r.Lifecycle = discovery.Lifecycle{}
					version.Resources = append(version.Resources, r)
				}
			}
			if len(version.Resources) > 0 {
				group.Versions = append(group.Versions, version)
			}
		}
		if len(group.Versions) > 0 {
			s.Groups = append(s.Groups, group)
		}
	}
	return &s
}

// TestServer checks against a server, which shows what it serves and no lifecycles.
func TestServer(t *testing.T) {
	prod := served(t, "1.33")
	unread := served(t, "1.33")
	unread.Incomplete = []discovery.Incomplete{{GroupVersion: discovery.GroupVersion{Group: discovery.Wildcard, Version: discovery.Wildcard}, Part: discovery.PartResources, Reason: "503"}}
	unread.Groups = unread.Groups[:1]
	for name, c := range map[string]struct {
		from, to   *discovery.Surface
		in, want   string
		unanswered bool
	}{
		"served":                     {to: prod, in: "apps/v1 Deployment"},
		"deprecated by the plan":     {to: prod, in: "v1 Endpoints", want: "deprecation api-deprecated"},
		"gone":                       {to: prod, in: "policy/v1beta1 PodDisruptionBudget", want: "breaking resource-removed"},
		"off":                        {to: prod, in: "resource.k8s.io/v1beta1 DeviceClass", want: "breaking not-served-by-default"},
		"alpha":                      {to: prod, in: "storage.k8s.io/v1alpha1 VolumeAttributesClass", want: "risky not-served-by-default"},
		"not yet":                    {to: prod, in: "resource.k8s.io/v1 DeviceClass", want: "breaking kind-unknown"},
		"never":                      {to: prod, in: "apps/v1 Deploymint", want: "breaking kind-unknown"},
		"of others":                  {to: prod, in: "example.com/v1 Widget", unanswered: true},
		"unread":                     {to: unread, in: "batch/v1 Job", want: "unknown target-incomplete"},
		"unread, of others":          {to: unread, in: "example.com/v1 Widget", want: "unknown target-incomplete"},
		"the core group was read":    {to: unread, in: "v1 Pod"},
		"from a release":             {from: surface(t, "1.24"), to: prod, in: "policy/v1beta1 PodDisruptionBudget", want: "breaking resource-removed"},
		"as off as before":           {from: prod, to: prod, in: "resource.k8s.io/v1beta1 DeviceClass"},
		"on, and now off by default": {from: surface(t, "1.24"), to: surface(t, "1.26"), in: "autoscaling/v2beta2 HorizontalPodAutoscaler", want: "breaking resource-removed"},
	} {
		t.Run(name, func(t *testing.T) {
			j := compile(t, onto(t, c.from, c.to))
			apiVersion, kind, _ := strings.Cut(c.in, " ")
			var got []string
			for _, f := range findings(t, j, "apiVersion: "+apiVersion+"\nkind: "+kind+"\nmetadata: {name: it}\n") {
				got = append(got, string(f.Severity)+" "+f.Rule)
			}
			if strings.Join(got, ", ") != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if n := len(j.NotChecked()); (n > 0) != c.unanswered {
				t.Errorf("not judged: %v", j.NotChecked())
			}
		})
	}
}

// TestNoTarget checks that New needs a target.
func TestNoTarget(t *testing.T) {
	if _, err := checker.New(checker.Target{}); err == nil {
		t.Error("no error")
	}
}

// TestReplacement checks which version replaces a type, and which side serves it.
func TestReplacement(t *testing.T) {
	for _, c := range []struct{ from, to, in, want string }{
		{"", "1.25", "policy/v1beta1 PodDisruptionBudget", "policy/v1 PodDisruptionBudget served"},
		{"1.20", "1.25", "policy/v1beta1 PodDisruptionBudget", "policy/v1 PodDisruptionBudget served, not from"},
		{"1.21", "1.25", "policy/v1beta1 PodDisruptionBudget", "policy/v1 PodDisruptionBudget served, from"},
		{"", "1.25", "events.k8s.io/v1beta1 Event", "events.k8s.io/v1 Event served"},
		{"", "1.26", "flowcontrol.apiserver.k8s.io/v1beta1 FlowSchema", "flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema served"},
		{"", "1.29", "flowcontrol.apiserver.k8s.io/v1beta2 FlowSchema", "flowcontrol.apiserver.k8s.io/v1 FlowSchema served"},
		{"", "1.22", "extensions/v1beta1 Ingress", "networking.k8s.io/v1 Ingress served"},
		{"", "1.25", "extensions/v1beta1 PodSecurityPolicy", ""},
		{"", "1.24", "extensions/v1beta1 PodSecurityPolicy", "policy/v1beta1 PodSecurityPolicy served"},
		{"", "1.22", "autoscaling/v2beta1 HorizontalPodAutoscaler", "autoscaling/v2beta2 HorizontalPodAutoscaler served"},
		{"", "1.23", "autoscaling/v2beta1 HorizontalPodAutoscaler", "autoscaling/v2 HorizontalPodAutoscaler served"},
		{"", "1.25", "policy/v1beta1 PodSecurityPolicy", ""},
		{"", "1.34", "admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicy", "admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy served"},
		{"", "1.8", "batch/v2alpha1 ScheduledJob", "batch/v1beta1 CronJob served"},
		{"", "1.5", "apps/v1alpha1 PetSet", "apps/v1beta1 StatefulSet served"},
	} {
		apiVersion, kind, _ := strings.Cut(c.in, " ")
		got := ""
		for _, f := range findings(t, compile(t, target(t, c.from, c.to)), "apiVersion: "+apiVersion+"\nkind: "+kind+"\n") {
			if f.Replacement == nil {
				continue
			}
			got = f.Replacement.String()
			if f.ReplacementServed {
				got += " served"
			}
			if f.ReplacementServedFrom != nil && *f.ReplacementServedFrom {
				got += ", from"
			} else if f.ReplacementServedFrom != nil {
				got += ", not from"
			}
		}
		if got != c.want {
			t.Errorf("%s from %q to %s: %q, want %q", c.in, c.from, c.to, got, c.want)
		}
	}
}
