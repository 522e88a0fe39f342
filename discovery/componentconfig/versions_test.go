package componentconfig_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/discovery/registered"
)

func table(t *testing.T) registered.Table {
	t.Helper()
	known, err := componentconfig.Versions()
	if err != nil {
		t.Fatal(err)
	}
	return known
}

func kind(apiVersion, name string) discovery.GroupVersionKind {
	gv := discovery.ParseGroupVersion(apiVersion)
	return gv.WithKind(name)
}

func minor(n int) discovery.Release { return discovery.Release{Major: 1, Minor: n} }

// TestAt compares states with the source of the releases and their notes.
func TestAt(t *testing.T) {
	known := table(t)
	for _, c := range []struct {
		apiVersion, kind string
		at               int
		want             componentconfig.Effect
	}{
		{"kubeadm.k8s.io/v1alpha3", "ClusterConfiguration", 25, componentconfig.Gone},
		{"kubeadm.k8s.io/v1beta1", "InitConfiguration", 21, componentconfig.Deprecated},
		{"kubeadm.k8s.io/v1beta1", "InitConfiguration", 22, componentconfig.Gone},
		{"kubeadm.k8s.io/v1beta2", "JoinConfiguration", 23, componentconfig.Read},
		{"kubeadm.k8s.io/v1beta2", "JoinConfiguration", 26, componentconfig.Deprecated},
		{"kubeadm.k8s.io/v1beta3", "ClusterConfiguration", 36, componentconfig.Deprecated},
		{"kubeadm.k8s.io/v1beta3", "ClusterConfiguration", 37, componentconfig.Gone},
		{"kubeadm.k8s.io/v1beta3", "ClusterConfiguration", 21, componentconfig.Later},
		{"kubeadm.k8s.io/v1beta4", "ClusterConfiguration", 30, componentconfig.Experimental},
		{"kubeadm.k8s.io/v1beta4", "ClusterConfiguration", 31, componentconfig.Read},
		{"kubeadm.k8s.io/v1beta5", "ClusterConfiguration", 31, componentconfig.Unheard},
		{"kubeadm.k8s.io/v1beta4", "ClusterStatus", 31, componentconfig.NoConfiguration},
		{"kubescheduler.config.k8s.io/v1alpha1", "KubeSchedulerConfiguration", 25, componentconfig.Gone},
		{"kubescheduler.config.k8s.io/v1beta3", "KubeSchedulerConfiguration", 28, componentconfig.Deprecated},
		{"kubescheduler.config.k8s.io/v1beta3", "KubeSchedulerConfiguration", 29, componentconfig.Gone},
		{"kubescheduler.config.k8s.io/v1", "KubeSchedulerConfiguration", 24, componentconfig.Later},
		{"v1", "Policy", 22, componentconfig.Read},
		{"v1", "Policy", 23, componentconfig.Gone},
		{"v1", "EncryptionConfig", 37, componentconfig.Read},
		{"audit.k8s.io/v1beta1", "Policy", 24, componentconfig.Gone},
		{"audit.k8s.io/v1", "Policy", 37, componentconfig.Read},
		{"audit.k8s.io/v1", "Event", 37, componentconfig.NoConfiguration},
		{"apiserver.config.k8s.io/v1alpha1", "WebhookAdmission", 36, componentconfig.Gone},
		{"kubelet.config.k8s.io/v1beta1", "KubeletConfiguration", 37, componentconfig.Read},
		{"kubelet.config.k8s.io/v1alpha1", "KubeletConfiguration", 37, componentconfig.Gone},
		{"kubelet.config.k8s.io/v1", "KubeletConfiguration", 37, componentconfig.Unheard},
		{"kubelet.config.k8s.io/v1", "CredentialProviderConfig", 25, componentconfig.Later},
		{"kubelet.config.k8s.io/v1beta1", "KubeletConfiguration", 99, componentconfig.NoConfiguration},
		{"kubescheduler.config.k8s.io/v1beta3", "KubeSchedulerConfiguration", 99, componentconfig.Gone},
		{"kubelet.config.example.io/v1beta1", "KubeletConfiguration", 37, componentconfig.NoConfiguration},
	} {
		if got := componentconfig.At(known, kind(c.apiVersion, c.kind), minor(c.at)); got.Effect != c.want {
			t.Errorf("%s %s in 1.%d: got %q, want %q", c.apiVersion, c.kind, c.at, got.Effect, c.want)
		}
	}
}

func TestInstead(t *testing.T) {
	known := table(t)
	for _, c := range []struct {
		apiVersion, kind string
		at               int
		want             string
	}{
		{"kubeadm.k8s.io/v1beta2", "ClusterConfiguration", 30, "kubeadm.k8s.io/v1beta3 ClusterConfiguration"},
		{"kubeadm.k8s.io/v1beta2", "ClusterConfiguration", 37, "kubeadm.k8s.io/v1beta4 ClusterConfiguration"},
		{"kubescheduler.config.k8s.io/v1beta2", "KubeSchedulerConfiguration", 28, "kubescheduler.config.k8s.io/v1 KubeSchedulerConfiguration"},
		{"apiserver.config.k8s.io/v1alpha1", "WebhookAdmission", 36, "apiserver.config.k8s.io/v1 WebhookAdmissionConfiguration"},
		{"kubescheduler.config.k8s.io/v1beta1", "ServiceAffinityArgs", 23, ""},
	} {
		got, ok := componentconfig.Instead(known, kind(c.apiVersion, c.kind), minor(c.at))
		if ok != (c.want != "") || ok && got.String() != c.want {
			t.Errorf("%s %s in 1.%d: got %q, want %q", c.apiVersion, c.kind, c.at, got, c.want)
		}
	}
}

// TestCoversNewest: the tables cover the newest release, and agree.
func TestCoversNewest(t *testing.T) {
	if known := table(t); !known.Covers(discovery.Newest()) {
		t.Errorf("the table of configurations does not cover %s: go generate ./discovery/componentconfig", discovery.Newest())
	}
	lost, err := componentconfig.LostFields()
	if err != nil || len(lost) == 0 {
		t.Fatal(lost, err)
	}
	for kind, fields := range lost {
		for _, f := range fields {
			if !table(t).Has(kind.GroupVersion(), kind.Kind, f.Gone) {
				t.Errorf("%s lost %s in %s, which does not read it", kind, f.Path, f.Gone)
			}
		}
	}
}

// TestFlagRemovals: each line of flags.tsv is complete.
func TestFlagRemovals(t *testing.T) {
	for _, r := range componentconfig.FlagRemovals() {
		if r.Flag == "" || r.Components[0] == "" || r.Removed.Minor < 22 {
			t.Errorf("%+v is no removal of a flag", r)
		}
	}
}
