// Package plans knows in which release each version of Kubernetes' own kinds was introduced,
// deprecated and removed, and its replacement, according to the published Go types of the
// Kubernetes project.
//
// It owns fields.tsv, the feature gates in the tags of fields of each release, which no document
// contains, and lifecycle.tsv, the union of the APILifecycle methods over the releases of
// k8s.io/api, k8s.io/apiextensions-apiserver and k8s.io/kube-aggregator since 1.19, the first with
// such methods. One release is not sufficient, because types are removed from later ones with their
// methods (policy/v1beta1 PodSecurityPolicy, autoscaling/v2beta2). If releases differ, the last one
// that has the kind is correct, because plans change until they are carried out.
//
// The table contains plans, not observations: an alpha version can be removed earlier than planned,
// and many have no methods. Observations of releases must take precedence. The package must not
// read the network, and the tables must not be edited by hand: cmd/catalog writes them, and the
// same releases give the same bytes.
package plans

//go:generate go run .. -C ../../.. lifecycle
