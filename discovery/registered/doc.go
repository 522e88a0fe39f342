// Package registered has the group-versions and kinds in the schemes of each release's API server.
// These are more than the API server serves: a version that is no longer served often stays in the
// scheme, so that stored objects can be decoded.
//
// An API server does not start with a --runtime-config that names a group in none of its schemes,
// or a version that is not in the scheme of its group
// (k8s.io/apiserver/pkg/server/options/api_enablement.go, Validate, and
// pkg/server/resourceconfig/helpers.go, MergeAPIResourceConfigs). It cannot read a stored object of
// a kind that is not in its schemes.
//
// The package owns registered.tsv, which comes from the source of each minor release from 1.19 on.
// It must not use the network. registered.tsv must not be edited by hand: cmd/catalog writes it,
// with the same bytes for the same releases.
package registered

//go:generate go run ../../cmd/catalog -C ../.. registered
