package check

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// claimStatusSplit is the minor whose API server requires more than resourceclaims/status to write
// the status of a ResourceClaim (the gate DRAResourceClaimGranularStatusAuthorization, KEP-4817,
// #134947; pkg/registry/resource/utils.go).
const (
	claimStatusSplit = 36
	claimGroup       = "resource.k8s.io"
)

func checkClaimStatus(in preflight.Input) (f found) {
	for r := range slice.Each(in.Roles) {
		if r.BuiltIn || len(r.Aggregates) > 0 {
			continue
		}
		lacks := slice.Filter([]string{"update", "patch"}, func(verb string) bool {
			return grantsAny(r, "resourceclaims/status", verb) && !bindsClaims(r, verb) && !writesDevices(r, verb)
		})
		if len(lacks) == 0 {
			continue
		}
		it := f.add(ofRole(r, rule.Risky, "it allows %s on resourceclaims/status; from 1.36 on the API server also requires resourceclaims/binding or resourceclaims/driver, which it does not allow", strings.Join(lacks, " and ")))
		it.Notes, it.Before = []int{134947}, hop(minor(claimStatusSplit))
	}
	return f
}

// grantsAny reports whether some rule of a role allows a verb on a resource of claims.
func grantsAny(r *evidence.Role, resource, verb string) bool {
	return slices.ContainsFunc(r.Rules, func(rule evidence.RoleRule) bool { return grants(&rule, claimGroup, resource, verb) })
}

// bindsClaims reports whether a role allows what schedulers need. The API server checks it without
// namespace and name, so a Role cannot grant it.
func bindsClaims(r *evidence.Role, verb string) bool {
	return r.Kind == "ClusterRole" && allowsAll(r, claimGroup, "resourceclaims/binding", verb, nil)
}

// writesDevices reports whether a role allows what drivers need, on their own node or on any node.
func writesDevices(r *evidence.Role, verb string) bool {
	return grantsAny(r, "resourceclaims/driver", "associated-node:"+verb) || grantsAny(r, "resourceclaims/driver", "arbitrary-node:"+verb)
}
