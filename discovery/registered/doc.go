// Package registered knows the group-versions and kinds that are in the schemes of
// each release's API server. That is more than it serves: a version that is served
// no longer often stays in the scheme, so that stored objects can be decoded.
//
// An API server does not start with a --runtime-config that names a group that is
// in none of its schemes, or a version that is not in its group's scheme
// (k8s.io/apiserver/pkg/server/options/api_enablement.go, Validate, and
// pkg/server/resourceconfig/helpers.go, MergeAPIResourceConfigs), and it cannot read
// an object that is stored as a kind that is not in its scheme.
//
// It owns registered.tsv, read out of the source of each minor release from 1.19 on.
// It must not read the network, and nobody may edit registered.tsv by hand: cmd/catalog
// writes it, byte for byte the same from the same releases.
package registered

//go:generate go run ../../cmd/catalog -C ../.. registered
