package fact_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery"
)

// withMetrics has declared metrics for 1.30 to 1.32.
func withMetrics() *fact.Dictionary {
	first := map[string]discovery.Release{}
	for _, name := range []string{
		"scrape_error", "kubelet_pod_starts_total", "kubelet_pod_stops_total", "scheduler_pending_pods", "scheduler_cache_size", "scheduler_scheduler_cache_size",
		"apiserver_request_total", "apiserver_request_duration_seconds", "etcd_bookmark_counts", "etcd_bookmark_total", "job_controller_job_syncs_total",
	} {
		first[name] = discovery.Release{Major: 1, Minor: 30}
	}
	return fact.Compile(fact.Vocabulary{Kinds: []string{"Pod"}, Metrics: fact.Metrics{Oldest: discovery.Release{Major: 1, Minor: 30}, Newest: discovery.Release{Major: 1, Minor: 32}, First: first}})
}

// TestMetricsOfTheTable checks that for releases with declared metrics, metrics are the declared
// ones and those that the text calls metrics.
func TestMetricsOfTheTable(t *testing.T) {
	d := withMetrics()
	for _, c := range []struct{ text, want string }{
		// declared
		{"Fixed kubelet_pod_starts_total, which counted twice.", "kubelet_pod_starts_total"},
		{"`scrape_error` is 1 where the scrape fails", "scrape_error"},
		{"see `apiserver_request_duration_seconds_bucket` and apiserver_request_duration_seconds_count", "apiserver_request_duration_seconds_bucket apiserver_request_duration_seconds_count"},
		{"Kubelet metrics: `pod_starts_total`, `pod_stops_total`", "pod_starts_total pod_stops_total"},
		{"Prometheus is served:\n- *kubelet_pod_starts_total*: starts\n- **scheduler_pending_pods**: pending", "kubelet_pod_starts_total scheduler_pending_pods"},
		{"`etcd_bookmark` metrics are stable", "etcd_bookmark"},
		// called a metric by the text
		{"Added the metric `brand_new_thing_total`.", "brand_new_thing_total"},
		{"Added one metric (`brand_new_thing_total`).", "brand_new_thing_total"},
		{"Added these metrics:\n- `brand_new_thing`: things\n- brand_new_other", "brand_new_other brand_new_thing"},
		{"`brand_new_thing` and `kubelet_pod_starts_total` are exposed as Prometheus metrics", "brand_new_thing kubelet_pod_starts_total"},
		{"cAdvisor metrics: `container_tasks_state` is gone", "container_tasks_state"},
		{"Renamed the metric `old_thing_total` to `brand_new_thing`.", "brand_new_thing old_thing_total"},
		// neither
		{"Renamed the label to `storage_cluster_id` in the metric `apiserver_request_total`", "apiserver_request_total"},
		{"=== RUN TestMetrics/policy_with_illegal_arguments", ""},
		{"The state goes from `storage_to_cache` to `cache_to_storage`; a histogram is planned", ""},
		{"Requires `cpu_cfs_quota_seconds` of the kernel; metrics stay", ""},
		{"Set `vm_swappiness_total` on the node", ""},
		{"The `scrape_error` label is gone", ""},
	} {
		got := strings.Join(d.Of(discovery.Release{Major: 1, Minor: 32}, c.text, nil).Metrics, " ")
		if got != c.want {
			t.Errorf("%q:\n got %q\nwant %q", c.text, got, c.want)
		}
	}
	// Without declared metrics, the form of the name decides.
	for _, release := range []discovery.Release{{}, {Major: 1, Minor: 30}, {Major: 1, Minor: 33}} {
		if got := d.Of(release, "Count `brand_new_thing_total` now.", nil).Metrics; !slices.Equal(got, []string{"brand_new_thing_total"}) {
			t.Errorf("%s: %q", release, got)
		}
	}
}

// TestWhatBecomesOfMetrics checks which metrics are deprecated, removed and renamed.
func TestWhatBecomesOfMetrics(t *testing.T) {
	d := withMetrics()
	for _, c := range []struct{ text, want string }{
		{"The metrics kubelet_pod_starts_total and kubelet_pod_stops_total are no longer exported.", "removed=kubelet_pod_starts_total,kubelet_pod_stops_total"},
		{"kubelet_pod_starts_total and kubelet_pod_stops_total have been removed from the kubelet.", "removed=kubelet_pod_starts_total,kubelet_pod_stops_total"},
		{"kubelet: no longer exports the `kubelet_pod_starts_total` metric.", "removed=kubelet_pod_starts_total"},
		{"The kubelet no longer emits `kubelet_pod_starts_total`, `kubelet_pod_stops_total` and `scrape_error`.", "removed=kubelet_pod_starts_total,kubelet_pod_stops_total,scrape_error"},
		{"The kubelet stopped exposing the metric kubelet_pod_starts_total.", "removed=kubelet_pod_starts_total"},
		{"`kubelet_pod_starts_total` is no longer reported.", "removed=kubelet_pod_starts_total"},
		{"Metric `kubelet_pod_starts_total` was deleted.", "removed=kubelet_pod_starts_total"},
		{"Dropped metrics `kubelet_pod_starts_total` and `kubelet_pod_stops_total`, which had no users.", "removed=kubelet_pod_starts_total,kubelet_pod_stops_total"},
		{"The following metrics were removed:\n- kubelet_pod_starts_total\n- kubelet_pod_stops_total", "removed=kubelet_pod_starts_total,kubelet_pod_stops_total"},
		{"Removed the metric `kubelet_pod_starts_total` and deprecated the metric `kubelet_pod_stops_total`.", "deprecated=kubelet_pod_stops_total removed=kubelet_pod_starts_total"},
		{"kubelet_pod_starts_total was removed and kubelet_pod_stops_total is now deprecated.", "deprecated=kubelet_pod_stops_total removed=kubelet_pod_starts_total"},
		{"Deprecated (renamed) `scrape_error` in favor of `kubelet_pod_stops_total`", "deprecated=scrape_error scrape_error=kubelet_pod_stops_total"},
		{"Removed the deprecated scheduler_scheduler_cache_size metric in favor of scheduler_cache_size.", "removed=scheduler_scheduler_cache_size scheduler_scheduler_cache_size=scheduler_cache_size"},
		{"Removed the `kubelet_pod_starts_total` and `kubelet_pod_stops_total` metrics in favor of `scheduler_pending_pods`.",
			"removed=kubelet_pod_starts_total,kubelet_pod_stops_total kubelet_pod_starts_total=scheduler_pending_pods kubelet_pod_stops_total=scheduler_pending_pods"},
		{"Metric `scheduler_scheduler_cache_size` is removed. Use `scheduler_cache_size` instead.", "removed=scheduler_scheduler_cache_size"},
		{"Renamed `scheduler_scheduler_cache_size` to `scheduler_cache_size` and `etcd_bookmark_counts` to `etcd_bookmark_total`.",
			"etcd_bookmark_counts=etcd_bookmark_total scheduler_scheduler_cache_size=scheduler_cache_size"},
		{"The `type` label on the alpha metrics `scheduler_pending_pods` and `scrape_error` was renamed to `entity`.", ""},
		{"The label `beta.kubernetes.io/os` was renamed to `kubernetes.io/os`.", "beta.kubernetes.io/os=kubernetes.io/os"},
		{"The metrics scheduler_scheduler_cache_size and etcd_bookmark_counts were renamed to scheduler_cache_size and etcd_bookmark_total.",
			"etcd_bookmark_counts=etcd_bookmark_total scheduler_scheduler_cache_size=scheduler_cache_size"},
		{"`scrape_error` was renamed to `etcd_bookmark_total` and `scheduler_pending_pods` was renamed to `scheduler_cache_size`.",
			"scheduler_pending_pods=scheduler_cache_size scrape_error=etcd_bookmark_total"},
		{"`scrape_error` and `scheduler_pending_pods` were replaced by `scheduler_cache_size`.", "scheduler_pending_pods=scheduler_cache_size scrape_error=scheduler_cache_size"},
		// near misses
		{"Removed the `type` label from `kubelet_pod_starts_total`.", ""},
		{"`kubelet_pod_starts_total` no longer reports errors of other nodes.", ""},
		{"`kubelet_pod_starts_total` is no longer reported twice.", ""},
		{"Added `kubelet_pod_starts_total`, the number of Pods removed from the node.", ""},
		{"Fixed a bug where `kubelet_pod_starts_total` was no longer exported.", ""},
		{"The metric `kubelet_pod_starts_total` will be removed in v1.33.", ""},
		{"Pods that were removed are no longer counted in kubelet_pod_starts_total.", ""},
		{"The kubelet no longer reports a stale value of `kubelet_pod_starts_total`.", ""},
		{"The kubelet stopped exposing stale Pods in `kubelet_pod_starts_total`.", ""},
		{"Prefer `kubelet_pod_starts_total` in favor of dashboards.", ""},
	} {
		f := d.Of(discovery.Release{Major: 1, Minor: 32}, c.text, nil)
		if got := strings.TrimSpace(stated(f) + " " + renamed(f)); got != c.want {
			t.Errorf("%q:\n got %q\nwant %q", c.text, got, c.want)
		}
	}
}

func renamed(f changelog.Facts) string {
	var out []string
	for _, r := range f.Renames {
		out = append(out, r.From+"="+r.To)
	}
	return strings.Join(out, " ")
}
