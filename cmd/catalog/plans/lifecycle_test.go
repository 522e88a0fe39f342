package plans_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/catalog/plans"
	"github.com/kubedelta/kubedelta/discovery"
)

// TestKnownFacts checks facts from the deprecation guide of Kubernetes and from the documents of
// releases, and facts that only one release has.
func TestKnownFacts(t *testing.T) {
	known, err := plans.Table()
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string]string{
		"extensions/v1beta1 Ingress":                            "1.1 1.14 1.22 networking.k8s.io/v1 Ingress",
		"extensions/v1beta1 DaemonSet":                          "1.1 1.8 1.16 apps/v1 DaemonSet",
		"apps/v1beta1 Deployment":                               "1.6 1.8 1.16 apps/v1 Deployment", // planned for 1.18 in v0.19
		"apps/v1 Deployment":                                    "1.9",
		"policy/v1beta1 PodDisruptionBudget":                    "1.5 1.21 1.25 policy/v1 PodDisruptionBudget",
		"policy/v1beta1 PodSecurityPolicy":                      "1.10 1.21 1.25", // not in v0.25 and later
		"policy/v1beta1 Eviction":                               "1.5 1.22 1.25",
		"autoscaling/v2beta1 HorizontalPodAutoscaler":           "1.8 1.22 1.25 autoscaling/v2 HorizontalPodAutoscaler",
		"autoscaling/v2beta2 HorizontalPodAutoscaler":           "1.12 1.23 1.26 autoscaling/v2 HorizontalPodAutoscaler", // first planned for 1.25
		"storage.k8s.io/v1beta1 CSIStorageCapacity":             "1.21 1.24 1.27 storage.k8s.io/v1 CSIStorageCapacity",
		"storage.k8s.io/v1beta1 VolumeAttributesClass":          "1.31 1.34 1.37 storage.k8s.io/v1 VolumeAttributesClass",
		"flowcontrol.apiserver.k8s.io/v1beta1 FlowSchema":       "1.20 1.23 1.26 flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema",
		"flowcontrol.apiserver.k8s.io/v1beta2 FlowSchema":       "1.23 1.26 1.29 flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema",
		"flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema":       "1.26 1.29 1.32 flowcontrol.apiserver.k8s.io/v1 FlowSchema",
		"batch/v1beta1 CronJob":                                 "1.8 1.21 1.25 batch/v1 CronJob",
		"resource.k8s.io/v1alpha3 ResourceClaim":                "1.31 1.34 1.37 resource.k8s.io/v1beta1 ResourceClaim",
		"apiextensions.k8s.io/v1beta1 CustomResourceDefinition": "1.7 1.16 1.22 apiextensions.k8s.io/v1 CustomResourceDefinition",
		"apiregistration.k8s.io/v1beta1 APIService":             "1.7 1.19 1.22 apiregistration.k8s.io/v1 APIService",
		"networking.k8s.io/v1beta1 IngressClass":                "1.18 1.19 1.22 networking.k8s.io/v1 IngressClass",
		"v1 Endpoints":                                          "1.0 1.33 discovery.k8s.io/v1 EndpointSlice",
		"v1 ComponentStatus":                                    "1.0 1.19",
		"v1 Pod":                                                "1.0",
	} {
		gv, name, _ := strings.Cut(kind, " ")
		v := discovery.ParseGroupVersion(gv)
		plan, ok := known[discovery.GroupVersionKind{Group: v.Group, Version: v.Version, Kind: name}]
		if got := describe(plan); !ok || got != want {
			t.Errorf("%s: got %q, want %q", kind, got, want)
		}
	}
}

func describe(plan discovery.Lifecycle) string {
	words := []string{plan.Introduced.String(), plan.Deprecated.String(), plan.Removed.String()}
	if plan.Replacement != nil {
		words = append(words, plan.Replacement.String())
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

// TestPlansAreInOrder: a kind is introduced, then deprecated, then removed. Its replacement is not
// a List kind and not the kind itself.
func TestPlansAreInOrder(t *testing.T) {
	known, err := plans.Table()
	if err != nil {
		t.Fatal(err)
	}
	for kind, plan := range known {
		if plan.Deprecated.Known() && !plan.Introduced.AtOrBefore(plan.Deprecated) ||
			plan.Removed.Known() && !plan.Deprecated.AtOrBefore(plan.Removed) {
			t.Errorf("%s: %s is no order in time", kind, describe(plan))
		}
		if r := plan.Replacement; r != nil && (*r == kind || strings.HasSuffix(r.Kind, "List")) {
			t.Errorf("%s: replaced by %s", kind, r)
		}
	}
}

const header = "group\tversion\tkind\tintroduced\tdeprecated\tremoved\treplacement group\treplacement version\treplacement kind\n"

func TestMalformedTablesAreRefused(t *testing.T) {
	const good = "apps\tv1\tDeployment\t1.9\t-\t-\t-\t-\t-\n"
	if _, err := plans.Parse([]byte(header + good)); err != nil {
		t.Fatal(err)
	}
	for table, want := range map[string]string{
		"":                          "not with its columns",
		header + "apps\tv1":         "cut off",
		good:                        "not with its columns",
		header + "apps\tv1\tKind\n": "has 3 columns, not 9",
		header + good + good:        "not in order",
		header + strings.Replace(good, "1.9", "v1.9", 1):               "not as it is written",
		header + strings.Replace(good, "1.9", "1.9.2", 1):              "not as it is written",
		header + strings.Replace(good, "1.9", "next", 1):               `"next" is not a Kubernetes version`,
		header + strings.Replace(good, "1.9", "0.0", 1):                "not as it is written",
		header + strings.Replace(good, "apps", "", 1):                  "is no group, version and kind",
		header + strings.Replace(good, "-\t-\t-\n", "-\tv1\t-\n", 1):   "is no group, version and kind",
		header + strings.Replace(good, "-\t-\t-\n", "apps\tv1\t\n", 1): "is no group, version and kind",
	} {
		if _, err := plans.Parse([]byte(table)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got the error %v, want one with %q", table, err, want)
		}
	}
}

// FuzzParse: a table has only one form, and Format writes every table that Parse accepts.
func FuzzParse(f *testing.F) {
	table, err := os.ReadFile("lifecycle.tsv")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(table)
	f.Add([]byte(header))
	f.Add([]byte(header + "core\tv1\tPod\t1.0\t-\t-\tcore\tv2\tPod\n"))
	f.Fuzz(func(t *testing.T, table []byte) {
		known, err := plans.Parse(table)
		if err == nil && !bytes.Equal(plans.Format(known), table) {
			t.Errorf("accepted %q, which is written %q", table, plans.Format(known))
		}
	})
}
