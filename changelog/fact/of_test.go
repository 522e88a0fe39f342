package fact_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery"
)

// small is a small vocabulary.
func small() *fact.Dictionary {
	return fact.Compile(fact.Vocabulary{
		Kinds:  []string{"Pod", "Service", "Ingress", "NetworkPolicy", "Node", "Endpoints", "CSIStorageCapacity", "LeaseCandidate", "ValidatingAdmissionPolicy", "IPAddress", "EndpointSlice"},
		Fields: []string{"loadBalancerIP", "managedBy", "name", "topologyKeys", "externalTrafficPolicy", "podAffinity"},
		GroupVersions: []string{"v1", "apps/v1", "batch/v1", "networking.k8s.io/v1", "storage.k8s.io/v1", "flowcontrol.apiserver.k8s.io/v1", "policy/v1", "autoscaling/v2",
			"events.k8s.io/v1", "resource.k8s.io/v1beta1"},
	})
}

// TestNames checks the names that a text has.
func TestNames(t *testing.T) {
	d := small()
	for _, c := range []struct{ fact, text, want string }{
		{"gvs", "Enable the networking v1beta1 group and the resource v1 API.", "networking.k8s.io/v1beta1 resource.k8s.io/v1"},
		{"gvs", "A storage v1 driver, and the `resource` v1 API.", ""},
		// flags
		{"flags", "kubelet: removed the deprecated flag `--cloud-config`.", "--cloud-config"},
		{"flags", "Use `--dry-run=server` or --v=4, or --min-tls.", "--dry-run --min-tls --v"},
		{"flags", "Removed the deprecated flag `prune-whitelist` for apply.", "--prune-whitelist"},
		{"flags", "Removed deprecated `generator` and `container-port` flags", "--container-port --generator"},
		{"flags", "Removed the kubectl run flags:\n- filename\n- grace-period\n\nOther:\n- words", "--filename --grace-period"},
		{"flags", "The `kube-apiserver` flags are sorted.", ""},
		{"flags", "Ginkgo V2 doesn't accept go test's `-parallel` flags.", ""},
		{"flags", "removed the usage of the `--container-runtime=remote` flag", "--container-runtime"},
		{"flags", "Added a new option `strict-cpu-reservation` for the CPU Manager static policy.", ""},
		{"flags", "enabled -- and it will always be; see a--b, <!-- --hidden --> and `--keep-*` flags", ""},
		{"flags", "[contextual logging](https://k8s.io/docs/#--not-a-flag) flag", ""},
		{"flags", "`--logtostderr=false`/`--alsologtostderr`", "--alsologtostderr --logtostderr"},
		// gates
		{"gates", "Removed the `JobReadyFoo` feature gate.", "JobReadyFoo"},
		{"gates", "KubeletXyz feature gate was removed", "KubeletXyz"},
		{"gates", "Removed feature gates `AaFoo`, BbFoo and `CcFoo`.", "AaFoo BbFoo CcFoo"},
		{"gates", "The feature gates AaFoo, BbFoo and CcFoo have been removed", "AaFoo BbFoo CcFoo"},
		{"gates", "The following feature gates have been removed:\n- AaFoo\n- `BbFoo`", "AaFoo BbFoo"},
		{"gates", "Feature gates that graduated to GA have been removed: AaFoo, BbFoo", "AaFoo BbFoo"},
		{"gates", "start with --feature-gates=AaFoo=true,BbFoo=false", "AaFoo BbFoo"},
		{"gates", "The `--feature-gates` flags have been removed: `AaFoo`, `BbFoo`", "AaFoo BbFoo"},
		{"gates", "set `QuxBarBaz=true`", "QuxBarBaz"},
		{"gates", "Adding to the config:\n\nfeatureGates:\n  QuxBarBaz: true", "QuxBarBaz"},
		{"gates", "Set `--feature-gates=KMSv1=true` to use it.", "KMSv1"},
		{"gates", "Promoted `QuxBarBaz` to GA.", "QuxBarBaz"},
		{"gates", "QuxBarBaz graduates to beta.", "QuxBarBaz"},
		{"gates", "KEP-3857: Recursive Read-only (RRO) mounts: promote to GA", "RecursiveReadOnlyMounts"},
		{"gates", "Promoted the recursive read-only (RRO) mounts feature to GA", "RecursiveReadOnlyMounts"},
		{"gates", "The `KUBECTL_RECURSIVE_READ_ONLY_MOUNTS` environment variable is removed; the feature is GA.", ""},
		{"gates", "Pod: Graduated Device Binding Conditions (KEP #5007) to Beta", ""},
		{"gates", "DRA: Graduated Device Binding Conditions (KEP #5007) to Beta", "DRADeviceBindingConditions"},
		{"gates", "Added Custom resource field selectors in beta and enabled them by default.", "CustomResourceFieldSelectors"},
		{"gates", "Promoted CronJob's TimeZone support to beta.", "CronJobTimeZone"},
		{"gates", "Recursive read-only mounts: fixed a bug after it was promoted to GA", ""},
		{"gates", "Recursive read-only mounts: promote pods to GA", ""},
		{"gates", "when `QuxBarBaz` is enabled, it works", "QuxBarBaz"},
		{"gates", "The `QuxBarBaz` feature has been promoted to beta", "QuxBarBaz"},
		{"gates", "set the `client-go.QuxBarBaz` feature gate", "QuxBarBaz"},
		{"gates", "in clusters with IPv6DualStack on, dual-stack works", "IPv6DualStack"},
		{"gates", "GitHub, OpenStack and CoreDNS were promoted to GA; IPv6 too; OpenAPI feature", ""},
		{"gates", "The `ValidatingAdmissionPolicy` API is served.", ""},
		{"gates", "disable the `ValidatingAdmissionPolicy` feature first", "ValidatingAdmissionPolicy"},
		{"gates", "`DefaultPodTopologySpread` [plugin](#x) is renamed", ""},
		{"gates", "Removed deprecated scheduler metrics DeprecatedSchedulingDuration, DeprecatedOtherDuration", ""},
		{"gates", "By returning `AllowParallel: true` plugins opt in", ""},
		// metrics
		{"metrics", "Added the metric `pod_start_sli_duration_seconds`.", "pod_start_sli_duration_seconds"},
		{"metrics", `kubelet metric kubelet_running_pods{node_name="x_y_z"} is new`, "kubelet_running_pods"},
		{"metrics", "Promoted `pending_pods` and `schedule_attempts_total` metrics", "pending_pods schedule_attempts_total"},
		{"metrics", "Capped `nf_conntrack_max` to 1,048,576", ""},
		{"metrics", "All `apiserver_flowcontrol_*` metrics are stable", ""},
		{"metrics", "remove the \"ephemeral_storage\" request from the etcd static pod", ""},
		{"metrics", "use `rest_client_requests_total` to see", "rest_client_requests_total"},
		{"metrics", "Added a metric with the `long_label_name` label", ""},
		{"metrics", "Rest_client_requests_total now counts retries", "rest_client_requests_total"},
		{"metrics", `Rename the label "old_stage_name" in watch_events_duration_seconds metric to "new_stage_name"`, "watch_events_duration_seconds"},
		// group-versions
		{"gvs", "removed `batch/v1` and networking/v1beta1 `Ingress`", "batch/v1 networking.k8s.io/v1beta1"},
		{"gvs", "Introduced `coordination.k8s.io/v1beta1/LeaseCandidate` and storage.k8s.io/v1beta1.CSIStorageCapacity", "coordination.k8s.io/v1beta1 storage.k8s.io/v1beta1"},
		{"gvs", "use `kubectl get ingress.v1beta1.extensions`", "extensions/v1beta1"},
		{"gvs", "`IPAddress.networking.k8s.io` is a kind", ""},
		{"gvs", "resource.k8s.io v1beta1 and v1beta2 are served, core/v1 too", "resource.k8s.io/v1beta1 resource.k8s.io/v1beta2 v1"},
		{"gvs", "moved to k8s.io/api/batch/v1, github.com/onsi/ginkgo/v2, klog/v2 and `api/v1`-like packages, since v1.25", ""},
		{"gvs", "GET /apis/storage.k8s.io/v1/csinodes", "storage.k8s.io/v1"},
		// kinds and fields
		{"kinds", "Ingresses and NetworkPolicies of a Service, and `Pods`", "Ingress NetworkPolicy Pod Service"},
		{"kinds", "Ingress and NetworkPolicy objects", "Ingress NetworkPolicy"},
		{"kinds", "Node shutdown: pods are ended", ""},
		{"kinds", "adds coordination.k8s.io/v1beta1/LeaseCandidate", "LeaseCandidate"},
		{"fields", "Deprecated `Service.Spec.LoadBalancerIP` and .spec.externalIPs; the `topologyKeys` field", ".spec.externalIPs Service.Spec.LoadBalancerIP topologyKeys"},
		{"fields", "The `series.state` field of Event; `fooBar` and `barFoo` fields, and `some.thing`", "barFoo fooBar series.state"},
		{"fields", "Added Custom name field selectors; the name field of a Pod", "name"},
		{"fields", "Added Custom name field selectors", ""},
		{"fields", "Jobs with managedBy set; its name, and the new `fooBar` field", "fooBar managedBy"},
	} {
		f := d.Of(discovery.Release{}, c.text, nil)
		got := map[string][]string{"flags": f.Flags, "gates": f.Gates, "metrics": f.Metrics, "gvs": f.GroupVersions, "kinds": f.APIKinds, "fields": f.Fields}[c.fact]
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s of %q:\n got %q\nwant %q", c.fact, c.text, strings.Join(got, " "), c.want)
		}
	}
}

// TestGoneGates checks that a gate that was removed before the release is found only if the text
// calls it one.
func TestGoneGates(t *testing.T) {
	d := small()
	for _, c := range []struct {
		minor      int
		text, want string
	}{
		{25, "the behavior that `PodSecurity` violations have", "PodSecurity"},
		{38, "the behavior that `PodSecurity` violations have", ""},
		{38, "Removed what was left of the `PodSecurity` feature gate.", "PodSecurity"},
		{28, "`PodSecurity` was on", "PodSecurity"}, // the release that ends it
	} {
		if got := strings.Join(d.Of(discovery.Release{Major: 1, Minor: c.minor}, c.text, nil).Gates, " "); got != c.want {
			t.Errorf("1.%d: gates of %q: %q", c.minor, c.text, got)
		}
	}
}

// TestStatements checks what a text says happened. The statements are written as in the labels.
func TestStatements(t *testing.T) {
	d := small()
	for _, c := range []struct{ text, want string }{
		// deprecation
		{"The `--x-y` flag is deprecated.", "deprecates"},
		{"kubeadm: deprecate the `--x-y` flag", "deprecates"},
		{"Marked the feature gate `AaFoo` as deprecated.", "deprecates"},
		{"Added deprecation warning if the annotation is used", "deprecates"},
		{"Fixed the deprecated flag `--x-y`.", ""},
		{"kubectl: deprecated command line flags (like several) now have a comment", ""},
		{"now prefers networking.k8s.io/v1 over extensions/v1beta1 (deprecated since v1.14)", ""},
		{"`--x-y` will be deprecated.", ""},
		{"API changes and deprecating the use of annotations for Windows", "deprecates"},
		{"Deprecated `Foo` in favor of `Bar`", "deprecates"},
		{"The metric is not removed, but is marked deprecated.", "deprecates"},
		{"This flag was deprecated in 2017.", ""},
		{"The flag has been marked as deprecated since version v1.12", ""},
		{"The driver which was deprecated in 1.25 still works", ""},
		{"see the [deprecation guide](https://k8s.io/deprecated-and-removed)", ""},
		{"Deprecated beta APIs scheduled for removal in 1.25 are no longer served.", "removes planned=1.25"},
		{"The setting puts cgroup v1 into a deprecated state.", "deprecates"},
		{"Removed the warning that is printed in a deprecated state.", ""},
		{"Graduated the feature. It's in alpha and off by default.", "alpha="},
		{"Added the `AaFoo` feature gate, in place of the `BbFoo` feature gate. It's in alpha.", "alpha="},
		{"Added the `AaFoo` feature gate. It's in alpha, as the `BbFoo` feature gate is.", "alpha=AaFoo"},
		{"Reverted a change where `AaFoo` was moved to beta and enabled by default.", "revert"},
		{"The `AaFoo` feature gate has been removed. It reached GA in Kubernetes.", "removes"},
		{"The `AaFoo` feature gate reached GA.", "stable=AaFoo"},
		{"`AaFoo` feature is marked as GA and locked.", "stable=AaFoo locked"},
		{"Fixed a panic when the file is locked.", ""},
		{"Added the `AaFoo` feature gate that is in beta and enabled by default.", "beta=AaFoo default-on"},
		{"Documented the `AaFoo` feature gate that is enabled by default.", ""},
		{"The `AaFoo` test suite (deprecated in v1.21) has been removed.", ""},
		{"The `AaFoo` feature gate (deprecated in v1.21) has been removed.", "removes"},
		{"Remove the trailing `1` character literal from the name of the metric.", ""},
		{"Reverted the shutdown of nodes. The `AaFoo` feature is beta.", "revert"},
		{"Graduated AaFoo to GA and lock", "stable=AaFoo locked"},
		{"Fixed the wait for a file lock", ""},
		{"The `AaFoo` admission plugin is going deprecated.", "deprecates"},
		{"The nftables mode is now available by default.", "default-on"},
		{"The nftables mode is not available by default.", ""},
		{"Removed the flag, and set this behavior as default.", "removes default-on"},
		{"Set nginx as the default ingress class.", ""},
		// removal
		{"Removed stored versions from the status upon a migration.", ""},
		{"Removed the `--x-y` flag from the kubelet, upon the request of users.", "removes"},
		{"kubeadm: if the `AaFoo` feature gate is enabled, remove the annotation from a node.", ""},
		{"Treat all runtimes as remote, given dockershim was removed in 1.24.", ""},
		{"Removed the cleanup of the `--x-y` flag from the file.", ""},
		{"This redundancy has been removed.", ""},
		{"Removed the flag `--x-y`.", "removes"},
		{"The `--x-y` flag has been removed.", "removes"},
		{"Kubelet removes the ability to set labels via --x-y", "removes"},
		{"Remove `FooBar` argument from `PreScore`'s interface.", ""},
		{"The insecure address flags `--x-y` have had no effect and are removed.", "removes"},
		{"Inactive serving code is removed for `storage.k8s.io/v1alpha1` APIs", "removes"},
		{"The flag no longer serves a purpose", ""},
		{"Removed the flag `--x-y` from kubectl, users should use `--x-z`", "removes"},
		{"The API is no longer served in v1.32.", "removes"},
		{"Dropped support for `policy/v1beta1` in kubectl.", "removes"},
		{"CSIInlineVolume, CSIMigration removed", "removes"},
		{"Fully removed the `AaFoo` field", "removes"},
		{"The feature gates that graduated to GA in v1.25 and were unconditionally enabled have been removed in v1.27", "removes"},
		{"The clients are deprecated and removed.", "deprecates removes"},
		{"Stopped removing finalizers of pods.", ""},
		{"Removed the restriction on names", ""},
		{"Remove redundant API validation", ""},
		{"Clients can ask for it: `Accept: application/json;drop=metadata.managedFields`", ""},
		{"Fixed a bug where pods were removed twice", ""},
		{"support retry mechanism for removing container in reset phase", ""},
		{"The metric is not removed", ""},
		{"The deprecated metrics `scheduler_aa_total` and `scheduler_bb_total` are no longer exposed by default.", ""},
		{"The metric `scheduler_aa_total` is no longer exposed.", "removes"},
		{"Removed fields which have no other owners are deleted from the live object.", ""},
		{"restores the flag that was removed", ""},
		{"please remove it and set the value in the configuration", ""},
		// planned
		{"The gate will be removed in v1.26.", "planned=1.26"},
		{"The flag is deprecated and will be removed in a future release", "deprecates planned=future"},
		{"will no longer be accepted as a `--feature-gates` parameter in 1.27", "planned=1.27"},
		{"The plan is to remove both in 1.21", "planned=1.21"},
		{"was initially planned to be removed in v1.26, but we changed this plan", ""},
		{"deprecated in v1.21, will be removed in v1.25", "planned=1.25"},
		{"The flag `--a-b` will be removed in a future release. It will no longer be able to be set starting in v1.20.", "planned=future"},
		{"The change requires objects of it to be removed before upgrading between v1.34 and v1.35.", ""},
		// graduation
		{"Promoted `AaFoo` from alpha to beta.", "beta=AaFoo"},
		{"Graduated `AaFoo` to stable and `BbFoo` to beta (disabled by default).", "beta=BbFoo stable=AaFoo"},
		{"The `AaFoo` feature is now generally available", "stable=AaFoo"},
		{"Suspend job to GA. The feature gate `AaFoo` is locked.", "stable=AaFoo locked"},
		{"The feature gate `AaFoo` is currently in Alpha", "alpha=AaFoo"},
		{"It is hidden behind the feature gate `AaFoo` (currently in Alpha stage).", ""},
		{"AaFoo feature is now GA. The feature gate will not allow disabling it.", "stable=AaFoo locked"},
		{"Removed the flag `--x-y`. With CSI now GA, there is an alternative.", "removes"},
		{"kubeadm explains that swap is supported and is beta but disabled by default.", ""},
		{"Although the functionality is in `alpha`, it is known.", ""},
		{"Promote Cronjobs storage version to `batch/v1`.", ""},
		{"Promoted `IPAddress` to `v1beta1`.", "beta=IPAddress"},
		{"Once this feature gate moves to beta, it is on", ""},
		{"an alpha feature with the new `AaFoo` feature gate", ""},
		{"will likely change before the feature goes GA", ""},
		{"Removed the `AaFoo` feature gate, which graduated to GA in v1.30", "removes"},
		{"Graduated taints to Beta. Support for rules depends on the `AaFoo` feature gate.", "beta="},
		{"this beta field is stable under load", ""},
		{"Probes are now a GA feature. `AaFoo` feature gate was locked to default value.", "stable=AaFoo locked"},
		{"`AaFoo` feature made stable and enabled by default.", "stable=AaFoo default-on"},
		{"`AaFoo` is now a beta feature gate of the kubelet", ""},
		{"The changes made stable releases slower with the `AaFoo` feature gate", ""},
		{"Promoted several Ingress metrics from Alpha to Beta stability.", "beta="},
		{"Promoted the metrics for both ValidatingAdmissionPolicy and Pod to beta.", "beta="},
		{"Promoted the `AaFoo` feature gate, which adds metrics, to beta.", "beta=AaFoo"},
		{"Scheduler metrics are now marked as with the ALPHA stability level.", "alpha="},
		{"AaFoo moves to GA in this release", "stable=AaFoo"},
		{"Graduated the Ingress API for metrics to stable.", "stable=Ingress"},
		// a kind that is a word of a longer name
		{"Graduated Ingress support for per-container metrics to stable.", "stable="},
		{"Graduate Pod Priority and Preemption to GA.", "stable="},
		{"Finalizer Protection for Service LoadBalancers is now in GA.", "stable="},
		{"Promote immutable Pods/Services feature to Beta.", "beta="},
		{"The EndpointSlice Controllers are now GA.", "stable="},
		{"The annotation added to Pod objects of a NetworkPolicy is promoted to stable.", "stable="},
		{"The label added to Pods from indexed Services is promoted to stable.", "stable="},
		{"In 1.22, the NetworkPolicy API graduated to GA.", "stable=NetworkPolicy"},
		{"DRA: Graduated Pod Network Conditions to Beta.", "beta="},
		{"`Ingress` and `NetworkPolicy` resources have graduated to `networking.k8s.io/v1`.", "stable=Ingress,NetworkPolicy"},
		{"Promoted the core API types Service, Pod, and Ingress to beta.", "beta=Ingress,Pod,Service"},
		{"The graduation of the NetworkPolicy API to GA.", "stable=NetworkPolicy"},
		{"Added custom name field selectors in beta.", "beta="},
		// graduations that did not happen
		{"This bug delayed the graduation of the `AaFoo` feature to beta by a release.", ""},
		{"Postponed promoting `AaFoo` to GA.", ""},
		{"The graduation of the `AaFoo` feature to beta was deferred.", ""},
		{"The promotion of the `AaFoo` feature gate to GA has been reverted.", "revert"},
		{"Revert Promotion of scope selector to GA", "revert"},
		{"Revert \"Promoted `AaFoo` to GA\".", "revert"},
		{"Graduated the `AaFoo` feature, which delays the start of pods, to beta.", "beta=AaFoo"},
		{"Graduated the feature that delays the start of pods to beta.", "beta="},
		// defaults and locks
		{"The gate `AaFoo` is on by default", "default-on"},
		{"`AaFoo` is now enabled by default.", "default-on"},
		{"enabled by default since v1.20", ""},
		{"The feature is disabled by default", ""},
		{"It will be enabled by default in all installations in 1.22", ""},
		{"The gate is unconditionally enabled", "locked"},
		{"Locked the feature gate `AaFoo` to default", "locked"},
		{"Locked the `AaFoo`, `BbFoo`, `CcFoo` and `DdFoo` feature gates to default", "locked"},
		{"Unlocked the feature gate `AaFoo`", ""},
		{"can no longer be disabled", "locked"},
		{"Fixed a lock that was locked twice", ""},
		// renames
		{"Renamed metric `a_b_total` to `a_c_total`", "a_b_total=a_c_total"},
		{"`a_b` was replaced with `a_c`", "a_b=a_c"},
		{"metrics have been renamed:\na_b_c --> a_b_d", "a_b_c=a_b_d"},
		{"Renamed the thing to something else", ""},
		{"The `enableHttps` field in `v1alpha1` was renamed to `enableHTTPS`.", "enableHttps=enableHTTPS"},
		{"`/metrics/slis` becomes available on `kube-proxy`", ""},
		{"`AaFoo` is planned to be renamed to `BbFoo`", ""},
		{"The metric `a_b_total` is changed: replaced the `type` label with `group`", ""},
		// other statements
		{"Reverted PR #136796.", "revert"},
		{"Users can revert to the old behavior", ""},
		{"Fixed a 1.30 regression in the kubelet (KEP-1234, CVE-2023-44487)", "regression=1.30 kep=1234 cve=CVE-2023-44487"},
		{"`a &lt; b` &amp; `--x-y` is deprecated", "deprecates"},
		{"```\nRemoved the flag\n```\nSIG Network cares", ""},
	} {
		if got := written(d.Of(discovery.Release{}, c.text, nil)); got != c.want {
			t.Errorf("%q:\n got %q\nwant %q", c.text, got, c.want)
		}
	}
}

// TestPlannedToCome checks that a removal is not planned for a release before that of the notes.
func TestPlannedToCome(t *testing.T) {
	d := small()
	for text, want := range map[string]string{
		"The command of Kubernetes v1.12 should be removed from scripts.":                             "",
		"The flag `--a-b` will be removed in v1.16.":                                                  "1.16",
		"The flag `--a-b` will be removed in v1.14.":                                                  "1.14",
		"APIs that were scheduled for removal in v1.14 are not served. The flag `--a-b` is removed.":  "",
		"APIs that are scheduled for removal in v1.15 are still served. The flag `--a-b` is removed.": "1.15",
	} {
		if got := d.Of(discovery.Release{Major: 1, Minor: 14}, text, nil).RemovalPlanned; got != want {
			t.Errorf("%q: planned for %q, want %q", text, got, want)
		}
	}
}

// written formats the statements of facts in a fixed order.
func written(f changelog.Facts) string {
	var out []string
	add := func(is bool, text string) {
		if is {
			out = append(out, text)
		}
	}
	for _, g := range f.Graduations {
		out = append(out, string(g.Stage)+"="+strings.Join(g.Names, ","))
	}
	add(f.Deprecates, "deprecates")
	add(f.Removes, "removes")
	add(f.RemovalPlanned != "", "planned="+f.RemovalPlanned)
	add(f.DefaultOn, "default-on")
	add(f.Locked, "locked")
	for _, r := range f.Renames {
		out = append(out, r.From+"="+r.To)
	}
	add(f.IsRevert, "revert")
	add(f.RegressionIn != "", "regression="+f.RegressionIn)
	for _, k := range f.KEPs {
		raw, _ := json.Marshal(k)
		out = append(out, "kep="+string(raw))
	}
	for _, c := range f.CVEs {
		out = append(out, "cve="+c)
	}
	return strings.Join(out, " ")
}

func TestDocumentationTellsProposals(t *testing.T) {
	f := small().Of(discovery.Release{}, "Kubectl: subresources", []changelog.Documentation{
		{URL: "https://github.com/kubernetes/enhancements/tree/master/keps/sig-cli/2590-kubectl-subresource", Type: "KEP"},
		{URL: "https://github.com/kubernetes/enhancements/issues/555"},
		{URL: "https://kep.k8s.io/2590"},
		{URL: "https://github.com/kubernetes/enhancements/blob/master/keps/sig-instrumentation/0034-distributed-tracing-kep.md"},
		{URL: "https://github.com/kubernetes/enhancements/blob/master/keps/sig-storage/20190130-csi.md"},
		{URL: "https://features.k8s.io/2579"},
		{URL: "https://git.k8s.io/enhancements/keps/sig-cluster-lifecycle/kubeadm/2067-rename-master-label-taint/README.md"},
		{URL: "https://github.com/kubernetes/enhancements/blob/master/keps/prod-readiness/sig-node/3619.yaml"},
		{Description: "KEP-127", URL: "https://example.com/"},
		{Description: "about CVE-2022-3172", URL: "https://kubernetes.io/docs/"},
	})
	if want := []int{127, 555, 2067, 2579, 2590, 3619}; !slices.Equal(f.KEPs, want) {
		t.Errorf("KEPs %v, want %v", f.KEPs, want)
	}
	if want := []string{"CVE-2022-3172"}; !slices.Equal(f.CVEs, want) {
		t.Errorf("CVEs %v, want %v", f.CVEs, want)
	}
}

// TestNothing checks that empty lists of names are not null.
func TestNothing(t *testing.T) {
	raw, err := json.Marshal(small().Of(discovery.Release{}, "", nil))
	want := `{"gates":[],"flags":[],"metrics":[],"groupVersions":[],"apiKinds":[],"fields":[]`
	if err != nil || !strings.HasPrefix(string(raw), want) || strings.Contains(string(raw), "true") {
		t.Errorf("got %s (%v), want %s and nothing true", raw, err, want)
	}
}

// TestRemovesBetaAPIs checks which texts say that beta APIs were removed, and name none.
func TestRemovesBetaAPIs(t *testing.T) {
	d := small()
	for text, want := range map[string]bool{
		"Deprecated beta APIs scheduled for removal in 1.25 are no longer served. See the guide.": true,
		"Removed the deprecated beta API versions.":                                               true,
		"New beta APIs will no longer be enabled by default.":                                     false,
		"Beta APIs will be removed in 1.25.":                                                      false,
		"Removed the beta APIs of Ingress in `networking.k8s.io/v1beta1`.":                        false,
		"Beta APIs are off by default. Removed the test of it.":                                   false,
	} {
		if got := d.Of(discovery.Release{Major: 1, Minor: 25}, text, nil).RemovesBetaAPIs; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
