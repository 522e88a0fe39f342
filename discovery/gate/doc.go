// Package gate knows the feature gates of Kubernetes' components: which releases
// have each, at which stage, with which default, and whether it can be set to
// another value. A component does not start with a gate that its release does not
// have, nor with one that is locked to the other value
// (k8s.io/component-base/featuregate).
//
// It owns gates.tsv, read out of the source of each minor release from 1.19 on:
// release notes tell of few removals. It must not read the network, and nobody may
// edit gates.tsv by hand: cmd/catalog writes it, byte for byte the same from the
// same releases.
package gate

//go:generate go run ../../cmd/catalog -C ../.. gates
