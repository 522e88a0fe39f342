// Package configurations makes the tables of package componentconfig from the published Go modules
// of Kubernetes. It downloads 20 MB for each release. It must not be imported by the product.
package configurations

import (
	"context"
	"fmt"
	"slices"

	"github.com/kubedelta/kubedelta/cmd/catalog/modules"
	made "github.com/kubedelta/kubedelta/cmd/catalog/registered"
	"github.com/kubedelta/kubedelta/cmd/catalog/schemes"
	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/discovery/registered"
)

// The modules with configurations, in addition to Kubernetes itself.
const (
	apiserver   = "k8s.io/apiserver"
	base        = "k8s.io/component-base"
	kubelet     = "k8s.io/kubelet"
	proxy       = "k8s.io/kube-proxy"
	scheduler   = "k8s.io/kube-scheduler"
	podSecurity = "k8s.io/pod-security-admission"
)

// reading returns the modules to read for a release.
func reading(minor int) []string {
	list := []string{modules.Kubernetes, apiserver, base, kubelet, proxy, scheduler}
	if minor >= 22 { // earlier releases have none
		list = append(list, podSecurity)
	}
	return list
}

// readers are the packages in which a component builds the scheme for decoding its files, with the
// minor releases that have them; a last minor of 0 means that there is no end.
type readers struct {
	pkg         string
	first, last int
}

func packages() []readers {
	const plugins, admission = modules.Kubernetes + "/plugin/pkg/admission/", apiserver + "/pkg/admission/plugin/"
	return []readers{
		{modules.Kubernetes + "/cmd/kubeadm/app/apis/kubeadm/scheme", 0, 0},
		{modules.Kubernetes + "/pkg/kubelet/apis/config/scheme", 0, 0},
		{modules.Kubernetes + "/pkg/credentialprovider/plugin", 20, 0},
		{modules.Kubernetes + "/pkg/proxy/apis/config/scheme", 0, 0},
		{modules.Kubernetes + "/pkg/scheduler/apis/config/scheme", 0, 0},
		{apiserver + "/pkg/apis/apiserver/install", 0, 0},
		{apiserver + "/pkg/apis/audit/install", 0, 0},
		{apiserver + "/pkg/server/options/encryptionconfig", 0, 0},
		{admission + "webhook/config", 0, 0},
		{plugins + "resourcequota/apis/resourcequota/install", 0, 19},
		{admission + "resourcequota/apis/resourcequota/install", 20, 0},
		{plugins + "eventratelimit/apis/eventratelimit/install", 0, 0},
		{plugins + "podtolerationrestriction/apis/podtolerationrestriction/install", 0, 0},
		{podSecurity + "/admission/api/scheme", 22, 0},
	}
}

// internal are the kinds that components write for their own use: events of the audit log, image
// records of the kubelet, and the control plane state of kubeadm.
func internal() []string {
	return []string{"Event", "ImagePullIntent", "ImagePulledRecord", "ClusterStatus"}
}

// Make makes versions.tsv and fields.tsv.
func Make(ctx context.Context, _ step.Folders) (map[string][]byte, error) {
	versions := registered.Table{Oldest: modules.Oldest(), Newest: discovery.Newest(), Spans: map[discovery.GroupVersionKind][]registered.Span{}}
	fields := map[componentconfig.FieldKey][]registered.Span{}
	err := modules.Each(ctx, reading, func(r discovery.Release, dirs map[string]string) error {
		found, err := read(dirs, r)
		if err != nil {
			return err
		}
		now := map[discovery.GroupVersionKind]bool{}
		for kind := range found {
			now[kind] = true
		}
		made.Extend(versions.Spans, now, r)
		has, err := readFields(dirs, found)
		made.Extend(fields, has, r)
		return err
	})
	return map[string][]byte{"versions.tsv": made.Format(versions), "fields.tsv": formatFields(lost(fields, versions))}, err
}

// read returns the kinds that the components of a release decode.
func read(dirs map[string]string, r discovery.Release) (map[discovery.GroupVersionKind]schemes.Type, error) {
	s := schemes.New(dirs)
	for _, from := range packages() {
		if r.Minor < from.first || from.last > 0 && r.Minor > from.last {
			continue
		}
		if err := s.Install(from.pkg); err != nil {
			return nil, fmt.Errorf("%s: %w", from.pkg, err)
		}
	}
	for kind := range s.Found {
		if slices.Contains(internal(), kind.Kind) {
			delete(s.Found, kind)
		}
	}
	return s.Found, nil
}

// lost returns the fields that a release no longer has although it has their kind, each with the
// release. Fields that come back later are not included.
func lost(fields map[componentconfig.FieldKey][]registered.Span, versions registered.Table) map[componentconfig.FieldKey]discovery.Release {
	out := map[componentconfig.FieldKey]discovery.Release{}
	for key, spans := range fields {
		gone := spans[len(spans)-1].Gone
		if gone.Known() && versions.Has(key.GroupVersion(), key.Kind, gone) {
			out[key] = gone
		}
	}
	return out
}
