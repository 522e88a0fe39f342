package plan

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

var update = flag.Bool("update", false, "write the plans as the golden files")

// old is a cluster of 1.21 with everything that was removed up to 1.25.
func old() *evidence.Evidence {
	e := cluster("v1.21.5")
	for _, name := range []string{"cp-a", "cp-b", "cp-c"} {
		controlPlane(e, name, "v1.21.5", "containerd://1.6.20")
	}
	node(e, "worker-1", "v1.21.5", "docker://20.10.8")
	node(e, "worker-2", "v1.20.11", "docker://20.10.8")
	uses(e, "networking.k8s.io/v1beta1", "ingresses", "Ingress", "shop", "web", "helm")
	uses(e, "extensions/v1beta1", "ingresses", "Ingress", "legacy", "portal", "last-applied")
	uses(e, "batch/v1beta1", "cronjobs", "CronJob", "shop", "nightly", "kubectl-client-side-apply")
	uses(e, "batch/v1beta1", "cronjobs", "CronJob", "shop", "hourly", "kubectl-client-side-apply")
	uses(e, "policy/v1beta1", "poddisruptionbudgets", "PodDisruptionBudget", "shop", "web", "argocd-controller")
	uses(e, "policy/v1beta1", "podsecuritypolicies", "PodSecurityPolicy", "", "restricted", "kubectl")
	uses(e, "autoscaling/v2beta1", "horizontalpodautoscalers", "HorizontalPodAutoscaler", "shop", "web", "kubectl")
	uses(e, "autoscaling/v2beta2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", "shop", "api", "kubectl")
	uses(e, "flowcontrol.apiserver.k8s.io/v1beta1", "flowschemas", "FlowSchema", "", "batch-users", "kubectl")
	uses(e, "admissionregistration.k8s.io/v1beta1", "validatingwebhookconfigurations", "ValidatingWebhookConfiguration", "", "guard", "guard-operator")
	e.Budgets = append(e.Budgets, evidence.Budget{
		Object: evidence.Object{APIVersion: "policy/v1", Kind: "PodDisruptionBudget", Namespace: "shop", Name: "web"}, Selector: evidence.Selector{Labels: map[string]string{"app": "web"}},
		DisruptionsAllowed: 0, ExpectedPods: 2, CurrentHealthy: 2, DesiredHealthy: 2, Generation: 1, ObservedGeneration: 1, MinAvailable: "2",
	})
	for _, name := range []string{"web-1", "web-2"} {
		e.Pods = append(e.Pods, evidence.Pod{
			Namespace: "shop", Name: name, Node: "worker-1", Phase: "Running", Labels: map[string]string{"app": "web"}, Owner: evidence.Owner{APIVersion: "apps/v1", Kind: "ReplicaSet", Name: "web-6d4b", Controller: true},
		})
	}
	return e
}

// recent is a cluster of 1.29 whose nodes and scheduler are behind.
func recent() *evidence.Evidence {
	e := cluster("v1.29.4")
	controlPlane(e, "cp-a", "v1.29.4", "containerd://1.7.13")
	controlPlane(e, "cp-b", "v1.29.4", "containerd://1.7.13")
	for i := range e.Components {
		if e.Components[i].Pod == "kube-scheduler-cp-b" {
			e.Components[i].Version, e.Components[i].Image = "v1.28.9", "registry.k8s.io/kube-scheduler:v1.28.9"
		}
	}
	node(e, "worker-1", "v1.29.4", "containerd://1.7.13")
	node(e, "worker-2", "v1.27.16", "containerd://1.7.13")
	uses(e, "flowcontrol.apiserver.k8s.io/v1beta3", "flowschemas", "FlowSchema", "", "batch-users", "kubectl")
	uses(e, "flowcontrol.apiserver.k8s.io/v1beta3", "prioritylevelconfigurations", "PriorityLevelConfiguration", "", "batch", "kubectl")
	uses(e, "admissionregistration.k8s.io/v1beta1", "validatingadmissionpolicies", "ValidatingAdmissionPolicy", "", "limits", "kubectl")
	return e
}

// TestGolden compares two plans with files that were reviewed against the version skew policy and
// the deprecation guide of Kubernetes.
func TestGolden(t *testing.T) {
	load := facts(t)
	latest := map[string]string{"1.21": "v1.21.14", "1.22": "v1.22.17", "1.23": "v1.23.17", "1.24": "v1.24.17", "1.29": "v1.29.15", "1.33": "v1.33.5"}
	for _, c := range []struct {
		name, to string
		e        *evidence.Evidence
	}{{"1.21-1.25", "1.25", old()}, {"1.29-1.33", "1.33", recent()}} {
		p, err := Make(In{
			Evidence: c.e, To: rel(c.to), Checks: check.All(), Facts: load, Latest: func(r discovery.Release) string { return latest[r.String()] },
		})
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", c.name+".golden")
		got := dump(p)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("the plan %s is another; read it beside the upstream rules and run with -update\n%s", c.name, diff)
		}
	}
}

// dump formats a plan for review.
func dump(p Plan) string {
	var b strings.Builder
	for _, h := range p.Hops {
		fmt.Fprintf(&b, "%s: %s\n", h.Name(), h.Verdict)
		for _, s := range h.Steps {
			fmt.Fprintf(&b, "  %s %s %s [%s] %s: %s\n", s.ID, s.Stage, s.Need, s.Phase, s.Check, s.Title)
			for _, o := range s.Objects {
				fmt.Fprintf(&b, "      of %s %s %s/%s %s\n", o.APIVersion, o.Kind, o.Namespace, o.Name, o.Source)
			}
			for _, r := range s.Migration {
				fmt.Fprintf(&b, "      → %s\n", r)
			}
			if s.Replacement != "" {
				fmt.Fprintf(&b, "      → %s\n", s.Replacement)
			}
			for _, c := range s.Commands {
				fmt.Fprintf(&b, "      $ %s\n", c)
			}
			if len(s.Notes) > 0 {
				fmt.Fprintf(&b, "      notes %v\n", s.Notes)
			}
		}
	}
	for _, r := range p.Results {
		if r.Verdict != "pass" {
			fmt.Fprintf(&b, "%s: %s %s\n", r.Check.ID, r.Verdict, r.Why)
		}
	}
	return b.String()
}
