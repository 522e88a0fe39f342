package validate

import (
	"slices"
	"strings"
)

// sleepZero is the minor from which servers accept a sleep of zero seconds by default
// (PodLifecycleSleepActionAllowZero, KEP-4818).
const sleepZero = 33

// needed removes from the required fields of a type of Kubernetes those without which servers accept
// an object: the Go type has no omitempty, so the schema requires the field, and the server's code
// takes its zero value, or a default. Real servers were asked (TestDryRun in fixtures/e2e), or their
// code was read (k8s.io/kubernetes/pkg/apis).
func (v *Validator) needed(schema string, required []string) []string {
	parts := strings.Split(schema, ".")
	last := len(parts) - 1
	if !strings.HasPrefix(schema, "io.k8s.api") || last < 4 {
		return required
	}
	return slices.DeleteFunc(required, func(field string) bool {
		switch parts[last-2] + " " + parts[last] + "." + field {
		case "apiextensions CustomResourceDefinitionVersion.served", "apiextensions CustomResourceDefinitionVersion.storage", "apps ControllerRevision.revision",
			"apps StatefulSetSpec.serviceName", "batch PodFailurePolicy.rules", "batch PodFailurePolicyOnPodConditionsPattern.status",
			"core Event.involvedObject", "core HTTPHeader.value", "core ISCSIPersistentVolumeSource.lun", "core ISCSIVolumeSource.lun",
			"core LimitRangeSpec.limits", "core PreferredSchedulingTerm.preference", "core ScaleIOPersistentVolumeSource.secretRef",
			"core ScaleIOVolumeSource.secretRef", "core Sysctl.value", "discovery EndpointSlice.endpoints",
			"meta OwnerReference.apiVersion", "meta OwnerReference.kind", "meta OwnerReference.name", "meta OwnerReference.uid", // see owners
			"networking NetworkPolicySpec.podSelector",
			"rbac RoleRef.apiGroup", "resource DeviceClass.spec", "resource ResourceClaim.spec", "resource ResourceClaimTemplate.spec",
			"resource ResourceClaimTemplateSpec.spec", "resource ResourcePool.generation", "scheduling PriorityClass.value", "storage CSIDriver.spec",
			"storage CSINode.spec", "storage CSINodeSpec.drivers", "storage TokenRequest.audience":
			return true
		case "core SleepAction.seconds":
			return v.target.Release.Minor >= sleepZero
		default:
			return false
		}
	})
}
