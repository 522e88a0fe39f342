package discovery

// ExternalIPsDeprecated is the minor that deprecates externalIPs of a Service: KEP-5707, #137293, and
// the API server's warning in pkg/api/service/warnings.go.
const ExternalIPsDeprecated = 36

// Undescribed is a field that a release deprecated without a word in its description.
type Undescribed struct {
	Schema, Field string
	Deprecated    Release
}

// UndescribedFields are all such fields of Kubernetes.
func UndescribedFields() []Undescribed {
	return []Undescribed{{"io.k8s.api.core.v1.ServiceSpec", "externalIPs", Release{Major: 1, Minor: ExternalIPsDeprecated}}}
}
