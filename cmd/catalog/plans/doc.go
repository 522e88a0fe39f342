// Package plans knows in which release each version of Kubernetes' own
// kinds was introduced, deprecated and removed, and what replaces it, as the
// Kubernetes project records it in its published Go types.
//
// It owns fields.tsv, the feature gates that the fields of each release are tagged
// with, which no document tells, and lifecycle.tsv, the union of the APILifecycle methods over the
// releases of k8s.io/api, k8s.io/apiextensions-apiserver and
// k8s.io/kube-aggregator from 1.19 on (the first with such methods). No single
// release would do: types, and their methods with them, vanish from later ones
// (policy/v1beta1 PodSecurityPolicy, autoscaling/v2beta2). Where releases
// disagree, the last one that has the kind is right: plans change until they
// come true.
//
// The table holds plans, not observations: an alpha version may go earlier than
// its methods said, and many have no methods at all. Whoever joins it with what
// releases served must let the latter win. It must not read the network, and
// nobody may edit the tables by hand: cmd/catalog writes them, byte for byte
// the same from the same releases.
package plans

//go:generate go run .. -C ../../.. lifecycle
