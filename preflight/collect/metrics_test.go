package collect_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/preflight/collect"
)

func TestOddMetrics(t *testing.T) {
	const api = "apiserver_requested_deprecated_apis"
	const labels = `{group="a",version="v1",resource="b"} 1`
	for _, c := range []struct {
		name, text  string
		found, lost int
		fails       bool
	}{
		{"nothing", "", 0, 0, true},
		{"a page", "Welcome\nto the proxy!\n", 0, 0, true},
		{"only others", "up 1\n", 0, 0, false},
		{"one", api + labels + "\n", 1, 0, false},
		{"CRLF", api + labels + "\r\n", 1, 0, false},
		{"spaces", api + ` { group = "a" , version="v1", resource="b", }  1 ` + "\n", 1, 0, false},
		{"the core group", api + `{group="",version="v1",resource="b"} 1` + "\n", 1, 0, false},
		{"no labels", api + " 1\n", 0, 1, false},
		{"no version", api + `{group="a",resource="b"} 1` + "\n", 0, 1, false},
		{"no resource", api + `{group="a",version="v1"} 1` + "\n", 0, 1, false},
		{"zero", api + `{group="a"} 0` + "\n", 0, 0, false},
		{"not a number", api + `{group="a"} NaN` + "\n" + api + `{group="a"} x` + "\n", 0, 1, false},
		{"no end of the labels", api + `{group="a` + "\n" + api + "{group=\n" + api + "{\n", 0, 0, true},
		{"no end of the labels, with a value", api + `{group="a",version="v1 1` + "\n", 0, 1, false},
		{"another name", api + `_total{group="a"} 1` + "\n", 0, 0, false},
		{"cut in a line", "up 1\n" + api + `{group="a"} 1`, 0, 0, true},
		{"a long line between", "up 1\n" + strings.Repeat("x", 1<<20) + "\n" + api + labels + "\n", 1, 0, false},
		{"a gate without its name", "kubernetes_feature_enabled 1\n" + `kubernetes_feature_enabled{stage="BETA"} 1` + "\n", 0, 2, false},
		{"webhook calls without labels", "apiserver_admission_webhook_request_total 3\napiserver_admission_webhook_rejection_count 1\napiserver_admission_webhook_fail_open_count 1\n", 0, 3, false},
		{"too many", strings.Repeat(api+labels+"\n", 20_000), 10_000, 10_000, false},
	} {
		requested, _, _, lost, err := collect.Metrics(strings.NewReader(c.text))
		if len(requested) != c.found || lost != c.lost || (err != nil) != c.fails {
			t.Errorf("%s: %d series, %d lost, %v", c.name, len(requested), lost, err)
		}
	}
	for text, want := range map[string]bool{"1.7e+09": true, "-1": false, "NaN": false, "1e300": false, "": false, "0": false} {
		if _, _, started, _, _ := collect.Metrics(strings.NewReader("process_start_time_seconds " + text + "\nup 1\n")); started != want {
			t.Errorf("started %q: %v", text, started)
		}
	}
}

func TestImages(t *testing.T) {
	for image, want := range map[string]string{
		"registry.k8s.io/kube-apiserver:v1.29.4":           "v1.29.4",
		"localhost:5000/kube-apiserver":                    "",
		"localhost:5000/kube-apiserver:v1.29.4":            "v1.29.4",
		"localhost:5000/kube-apiserver@sha256:abc":         "",
		"localhost:5000/kube-apiserver:v1.29.4@sha256:abc": "v1.29.4",
		"kube-apiserver":                                   "",
		"":                                                 "",
		":":                                                "",
		"a/b/c:v1.29.1-minimal-eksbuild.1":                 "v1.29.1-minimal-eksbuild.1",
		"rancher/hardened-kubernetes:v1.29.3-rke2r1-build2024": "v1.29.3-rke2r1-build2024",
	} {
		if got := collect.Tag(image); got != want {
			t.Errorf("%s: %q, want %q", image, got, want)
		}
	}
	for _, c := range [][3]string{
		{"kube-apiserver", "rancher/hardened-kubernetes:v1.29.3-rke2r1", "kube-apiserver"},
		{"manager", "registry.k8s.io/provider-aws/cloud-controller-manager:v1.29.0", "cloud-controller-manager"},
		{"aws", "registry.k8s.io/aws-cloud-controller-manager:v1.29.0", "cloud-controller-manager"},
		{"kube-proxy", "602401143452.dkr.ecr.us-west-2.amazonaws.com/eks/kube-proxy:v1.29.0-minimal-eksbuild.1", "kube-proxy"},
		{"x", "registry.k8s.io/kube-scheduler-arm64:v1.20.0", "kube-scheduler"},
		{"coredns", "registry.k8s.io/coredns/coredns:v1.11.1", "coredns"},
		{"sidecar", "quay.io/brancz/kube-rbac-proxy:v0.11.0", ""},
		{"etcd-manager", "registry.k8s.io/etcdadm/etcd-manager-slim:v3.0", ""},
		{"web", "shop/web@sha256:0", ""},
	} {
		if got := collect.Component(c[0], c[1]); got != c[2] {
			t.Errorf("%s %s: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// TestCommandLines: the flags of a component are found, whatever program starts it, and no other
// flags are.
func TestCommandLines(t *testing.T) {
	for _, c := range []struct{ command, args, want string }{
		{"kube-apiserver|--a=b", "--c", "kube-apiserver|--a=b|--c"},
		{"/go-runner", "--log-file=/var/log/kube-apiserver.log|--also-stdout|/usr/local/bin/kube-apiserver|--a=b", "/usr/local/bin/kube-apiserver|--a=b"},
		{"/tini|--|kube-apiserver", "--a=b", "kube-apiserver|--a=b"},
		{"/bin/sh|-c", "exec kube-apiserver --a='b' 2>&1", "kube-apiserver|--a=b|2>&1"},
		{"/bin/bash|-euxc", "exec kube-apiserver \\\n--a=b", "kube-apiserver|\\|--a=b"},
		{"", "--a=b|--c", "--a=b|--c"},
		{"", "--a=b|--c|/var/lib/kube-apiserver|--d", "--a=b|--c|/var/lib/kube-apiserver|--d"},
		{"", "--log-file=/var/log/x.log|/usr/local/bin/kube-apiserver|--a=b", "/usr/local/bin/kube-apiserver|--a=b"},
		{"", "", ""},
	} {
		words := func(text string) []string { return strings.FieldsFunc(text, func(r rune) bool { return r == '|' }) }
		if got := strings.Join(collect.CommandLine(words(c.command), words(c.args)), "|"); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.command, c.args, got, c.want)
		}
	}
}

// TestControlPlaneLabels: a control plane on visible nodes is not taken for that of a provider.
func TestControlPlaneLabels(t *testing.T) {
	for label, want := range map[string]bool{
		"node-role.kubernetes.io/control-plane":    true,
		"node-role.kubernetes.io/master":           true,
		"node-role.kubernetes.io/controlplane":     true,
		"node.kubernetes.io/microk8s-controlplane": true,
		"node-role.kubernetes.io/worker":           false,
		"node.kubernetes.io/microk8s-worker":       false,
	} {
		if got := collect.ControlPlane(label); got != want {
			t.Errorf("%s: %t", label, got)
		}
	}
}

func FuzzMetrics(f *testing.F) {
	f.Add("apiserver_requested_deprecated_apis{group=\"a\\\"\"} 1 2\nprocess_start_time_seconds 1\n")
	f.Fuzz(func(_ *testing.T, text string) {
		_, _, _, _, _ = collect.Metrics(strings.NewReader(text))
	})
}

func FuzzList(f *testing.F) {
	f.Add(`{"metadata":{"continue":"x"},"items":[{"metadata":{"name":"a"}},null,5]}`)
	f.Add(`{"items":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		n := 0
		_, err := collect.ReadList(strings.NewReader(text), func([]byte) { n++ })
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q", err)
		}
		if n > len(text) {
			t.Errorf("%d items", n)
		}
	})
}
