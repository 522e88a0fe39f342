// Package gate has the data about the feature gates of Kubernetes' components: which releases have
// each gate, with its stage and default, and whether it is locked. A component does not start with
// a gate that its release does not have, or with a value that differs from a locked default
// (k8s.io/component-base/featuregate).
//
// It owns gates.tsv, which comes from the source of each minor release from 1.19 on, because
// release notes mention few removals. It must not use the network. gates.tsv must not be edited by
// hand: cmd/catalog writes it, with the same bytes for the same releases.
package gate

//go:generate go run ../../cmd/catalog -C ../.. gates
