package fact_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
)

// TestStatedNames checks which names a text says are deprecated, removed or locked.
func TestStatedNames(t *testing.T) {
	d := small()
	for _, c := range []struct{ text, want string }{
		// deprecated
		{"The `--a-b` flag is deprecated in favor of `--c-d`.", "deprecated=--a-b"},
		{"`--a-b` is deprecated, use `--c-d` instead", "deprecated=--a-b"},
		{"Deprecated flags `--a-b` (use `--c-d`) and `--e-f`.", "deprecated=--a-b,--e-f"},
		{"Marks `--a-b` and `--c-d` as deprecated", "deprecated=--a-b,--c-d"},
		{"Added `--a-b` and deprecated `--c-d`.", "deprecated=--c-d"},
		{"Deprecated the following flags, which are ignored if set: `--a-b`, `--c-d`.", "deprecated=--a-b,--c-d"},
		{"The metric `a_b_total` is deprecated, replaced by `a_c_total`.", "deprecated=a_b_total"},
		{"Added a metric, `a_b_total`, and started the deprecation for `a_c_total`.", "deprecated=a_c_total"},
		{"The following metrics are deprecated:\n- `a_b_total`\n- `a_c_total`\nPlease convert to the following metrics:\n- `a_d_total`", "deprecated=a_b_total,a_c_total"},
		{"The `networking.k8s.io/v1` API is new. The `networking.k8s.io/v1beta1` API is deprecated.", "deprecated=networking.k8s.io/v1beta1"},
		{"Ingress and NetworkPolicy types in the `networking.k8s.io/v1beta1` API version are deprecated.", "deprecated=Ingress,NetworkPolicy,networking.k8s.io/v1beta1"},
		{"The v1 Endpoints API is deprecated, use EndpointSlice.", "deprecated=Endpoints"},
		{"Flipped `AaFoo` feature gate to `false` and deprecated it.", "deprecated=AaFoo"},
		{"Deprecated the `topologyKeys` field in Service.", "deprecated=topologyKeys"},
		{"Boolean values for the `--dry-run` flag are deprecated.", ""},
		{"Deprecated the `loadBalancerIP` in-tree plugin", ""},
		{"The `--a-b` flag was removed. This flag was deprecated in 2017.", "removed=--a-b"},
		// removed
		{"Dropped support for `batch/v1beta1` CronJob in `kubectl`.", ""},
		{"kubectl: removed support for `batch/v1beta1`.", ""},
		{"Removed support for the `batch/v1beta1` API in kube-apiserver and kubectl.", "removed=batch/v1beta1"},
		{"Removed the `--a-b` flag from `kubectl`.", "removed=--a-b"},
		{"Removed support for `batch/v1beta1` from kubectl and kube-apiserver.", "removed=batch/v1beta1"},
		{"Removed support for `batch/v1beta1` from kubectl, kubeadm and kube-apiserver.", "removed=batch/v1beta1"},
		{"Removed support for `batch/v1beta1` from kubectl, as announced.", ""},
		{"Removed the `--a-b` and `--c-d` flags.", "removed=--a-b,--c-d"},
		{"Removed GA feature gate AaFoo", "removed=AaFoo"},
		{"Feature gate `AaFoo` has been removed as the feature is GA; `BbFoo` feature gate is beta", "removed=AaFoo"},
		{"AaFoo, BbFoo and CcFoo feature gates were removed", "removed=AaFoo,BbFoo,CcFoo"},
		{"The following feature gates have been removed: `AaFoo`, `BbFoo`", "removed=AaFoo,BbFoo"},
		{"The following feature gates have been removed:\n- `AaFoo`\n- `BbFoo` (use the `CcFoo` feature gate)", "removed=AaFoo,BbFoo"},
		{"Feature gates that graduated to GA have been removed and must not stand in `--feature-gates`: AaFoo, BbFoo", "removed=AaFoo,BbFoo"},
		{"Dropped support for the deprecated flags:\n- filename\n- grace-period", "removed=--filename,--grace-period"},
		{"The beta `foo/v1beta2` API is no longer served; migrate to `foo/v2beta1`", "removed=foo/v1beta2"},
		{"The `flowcontrol.apiserver.k8s.io/v1beta3` API version of `Ingress` and `NetworkPolicy` is no longer served. Use `flowcontrol.apiserver.k8s.io/v1`.",
			"removed=Ingress,NetworkPolicy,flowcontrol.apiserver.k8s.io/v1beta3"},
		{"kube-apiserver no longer serves `policy/v1beta1` and `batch/v1beta1`; use `policy/v1`", "removed=batch/v1beta1,policy/v1beta1"},
		{"The alpha `AaFoo` feature gate and `storage.k8s.io/v1alpha1` API have been removed.", "removed=AaFoo,storage.k8s.io/v1alpha1"},
		{"The flags `--a-b` and `--c-d` have had no effect since v1.20 and are removed in v1.24.", "removed=--a-b,--c-d"},
		{"With v1.25, the `spec.foo` field of `Pod`, deprecated since v1.20, is removed.", "removed=spec.foo"},
		{"Inactive serving code is removed for `storage.k8s.io/v1alpha1` APIs", "removed=storage.k8s.io/v1alpha1"},
		{"Removed the `--a-b` flag from the manifest of the scheduler", ""},
		{"Removed the label `a_b_c` from the metric `a_b_total`", ""},
		{"The `foo` label of the `a_b_total` metric was removed.", ""},
		{"Removed `AaFoo` feature gate checks", ""},
		{"Removed support for the `v1alpha1` version of `Ingress`", ""},
		{"Dropped support for the `AaFoo` feature in Windows. The `AaFoo` feature gate is beta.", ""},
		{"Removed `foo` Ingress objects from the default configuration", ""},
		{"The `--a-b` flag will be removed in v1.30.", ""},
		{"Replaced the old command; `--a-b` is new. The plugin has been removed.", ""},
		{"The deprecated feature gates `AaFoo`, `BbFoo` and `CcFoo` are now unconditionally enabled and can no longer be specified in component invocations.", "removed=AaFoo,BbFoo,CcFoo"},
		{"The `AaFoo` feature gate that is GA since v1.17 is unconditionally enabled, and can no longer be specified via the `--feature-gates` argument.", "removed=AaFoo"},
		{"When the `AaFoo` feature gate is on, `--a-b` can no longer be specified.", ""},
		{"The order of zones can no longer be specified.", ""},
		// locked
		{"Locked the `AaFoo` feature gate to default; `BbFoo` feature gate is unaffected", "locked=AaFoo"},
		{"Locked the `AaFoo`, `BbFoo` and `CcFoo` feature gates to default", "locked=AaFoo,BbFoo,CcFoo"},
		{"`AaFoo` feature gate is now locked to true", "locked=AaFoo"},
		{"Graduated `AaFoo` to GA (locked to true) and `BbFoo` to beta (enabled by default).", "locked=AaFoo"},
		{"Promoted the `AaFoo` and `BbFoo` feature gates to stable and locked on.", "locked=AaFoo,BbFoo"},
		{"Promoted `AaFoo` to GA. It is locked to enabled. The `BbFoo` feature gate is alpha.", "locked=AaFoo"},
		{"`AaFoo` feature gate was locked and enabled by default, `BbFoo` feature gate was enabled by default.", "locked=AaFoo"},
		{"The `AaFoo` feature gate has been removed, and the feature is unconditionally enabled.", "removed=AaFoo"},
		{"Batching is enabled unconditionally (it was conditional on the AaFoo feature before).", ""},
		{"Removed the `AaFoo` feature gate, which was locked since v1.30.", "removed=AaFoo"},
		// several
		{"`--a-b` and `--c-d` were removed; `--e-f` is now deprecated; `--g-h` was added.", "deprecated=--e-f removed=--a-b,--c-d"},
		{"The `a_b_total` metric is deprecated in favor of `c_d_total`, and the `e_f_total` metric was removed.", "deprecated=a_b_total removed=e_f_total"},
		{"Deprecated the `AaFoo` feature gate. It is now locked to false.", "deprecated=AaFoo locked=AaFoo"},
	} {
		if got := stated(d.Of(discovery.Release{}, c.text, nil)); got != c.want {
			t.Errorf("%q:\n got %q\nwant %q", c.text, got, c.want)
		}
	}
}

func stated(f changelog.Facts) string {
	var out []string
	for _, list := range []struct {
		name  string
		names []string
	}{{"deprecated", f.DeprecatedNames}, {"removed", f.RemovedNames}, {"locked", f.LockedNames}} {
		if len(list.names) > 0 {
			out = append(out, list.name+"="+strings.Join(list.names, ","))
		}
	}
	return strings.Join(out, " ")
}

// checkStated checks that the names in statements are names of the text, sorted, and only there if
// the text has such a statement.
func checkStated(t *testing.T, text string, f changelog.Facts) {
	t.Helper()
	all := slices.Concat(f.Gates, f.Flags, f.Metrics, f.GroupVersions, f.APIKinds, f.Fields)
	for _, list := range []struct {
		name   string
		names  []string
		stated bool
		known  []string
	}{{"deprecated", f.DeprecatedNames, f.Deprecates, all}, {"removed", f.RemovedNames, f.Removes, all}, {"locked", f.LockedNames, f.Locked, f.Gates}} {
		if len(list.names) == 0 {
			continue
		}
		sortedOnce(t, list.name, list.names)
		if !list.stated {
			t.Errorf("%q has names that are %s, but states nothing of it", text, list.name)
		}
		for _, name := range list.names {
			if !slices.Contains(list.known, name) && !strings.HasPrefix(name, "kubeadm.k8s.io/") { // whose versions have no group
				t.Errorf("%s: %q is no name of %q", list.name, name, text)
			}
		}
	}
}
