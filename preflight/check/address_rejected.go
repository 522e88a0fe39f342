package check

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// checkAddresses checks the addresses in live objects and in the manifests of Helm releases. API
// servers keep those of stored network policies and of the spec of Services, but pods of a workload are
// new objects (pkg/apis/networking/validation and pkg/apis/core/validation of k8s.io/kubernetes).
func checkAddresses(in preflight.Input) (f found) {
	f.checked(in, RejectedAddresses)
	f.watched(in)
	for _, it := range f.items {
		it.Notes = []int{137053}
		kept := it.Kind == "NetworkPolicy" || it.Kind == "Service" && strings.HasPrefix(it.Field, "spec.")
		if kept && it.File == evidence.LiveFile && it.Severity == rule.Breaking {
			it.Severity = rule.Deprecation
			it.Message += "; the stored object can still be changed if the address stays the same"
		}
	}
	return f
}
