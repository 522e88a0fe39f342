package componentconfig

import "github.com/kubedelta/kubedelta/discovery"

// CloudProvider is an in-tree cloud provider, with the release that turns it off by default and the
// one that no longer has it. Off is zero if it was removed without being turned off first.
type CloudProvider struct {
	Name      string
	Off, Gone discovery.Release
	Notes     []int
}

// CloudProviders returns the providers of deprecatedCloudProviders in plugins.go of
// k8s.io/cloud-provider v0.25.0 to v0.30.14. The feature gate DisableCloudProviders turned them off
// (#117503). The end of gce is from the notes of 1.31.
func CloudProviders() []CloudProvider {
	notes := []int{117503}
	return []CloudProvider{
		{Name: "openstack", Gone: minor(26)},
		{Name: "aws", Gone: minor(27)},
		{"azure", minor(29), minor(30), notes},
		{"vsphere", minor(29), minor(30), notes},
		{"gce", minor(29), minor(31), notes},
	}
}

// GoneFor returns the release from which on a component does not start with the provider. Up to
// 1.28, kube-apiserver accepts any provider (CloudProviderOptions.Validate in
// k8s.io/kubernetes/pkg/kubeapiserver/options).
func (p CloudProvider) GoneFor(component string) discovery.Release {
	if component == APIServer && p.Gone.Compare(minor(29)) < 0 {
		return minor(29)
	}
	return p.Gone
}
