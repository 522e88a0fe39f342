package judge

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// valueFact is the life of one value of a field that takes several.
type valueFact struct {
	kind, key, value    string
	deprecated, removed discovery.Release
	instead             string
	source              string
}

//nolint:gochecknoglobals // a constant
var valueFacts = []valueFact{
	{kind: "PersistentVolume", key: "persistentVolumeReclaimPolicy", value: "Recycle", instead: "use dynamic provisioning",
		source: "the field's description; the API server's warning, #122339"},
	{kind: "Service", key: "trafficDistribution", value: "PreferClose", deprecated: minor(35), instead: "write PreferSameZone, which means the same",
		source: "KEP-3015; Kubernetes 1.35 notes"},
	{kind: "EndpointSlice", key: "addressType", value: "FQDN", deprecated: minor(33), instead: "write slices of IPv4 or IPv6 addresses",
		source: "the field's description"},

	inTree("kubernetes.io/scaleio", minor(16), minor(22), "Kubernetes 1.16 and 1.22 notes, #80099, #101685"),
	inTree("kubernetes.io/quobyte", minor(22), minor(25), "Kubernetes 1.22 and 1.25 notes, #101773, #111619"),
	inTree("kubernetes.io/storageos", minor(22), minor(25), "Kubernetes 1.22 and 1.25 notes, #101773, #111620"),
	inTree("kubernetes.io/flocker", minor(22), minor(25), "Kubernetes 1.22 and 1.25 notes, #101773, #111618"),
	inTree("kubernetes.io/glusterfs", minor(25), minor(26), "Kubernetes 1.25 and 1.26 notes, #111485, #112015"),
	inTree("kubernetes.io/rbd", minor(28), minor(31), "Kubernetes 1.28 and 1.31 notes"),
	inTree("kubernetes.io/cephfs", minor(28), minor(31), "Kubernetes 1.28 and 1.31 notes, #118143"),
	inTree("kubernetes.io/aws-ebs", minor(17), discovery.Release{}, "Kubernetes 1.17 notes"),
	inTree("kubernetes.io/gce-pd", minor(17), discovery.Release{}, "Kubernetes 1.17 notes"),
	inTree("kubernetes.io/cinder", minor(16), discovery.Release{}, "Kubernetes 1.16 and 1.18 notes, #80099"),
	inTree("kubernetes.io/azure-disk", minor(19), discovery.Release{}, "Kubernetes 1.19 notes"),
	inTree("kubernetes.io/azure-file", minor(30), discovery.Release{}, "Kubernetes 1.30 notes, #122576"),
	inTree("kubernetes.io/vsphere-volume", minor(30), discovery.Release{}, "Kubernetes 1.30 notes, #122937"),
}

// inTree is a volume plugin that was part of Kubernetes. Those whose operations
// a CSI driver took over are deprecated, the others are gone.
func inTree(provisioner string, deprecated, removed discovery.Release, source string) valueFact {
	return valueFact{
		kind: "StorageClass", key: "provisioner", value: provisioner, deprecated: deprecated, removed: removed,
		instead: "name the CSI driver of the storage", source: source,
	}
}

// deprecatedValue emits a value that is deprecated or no longer counts.
func (v *visit) deprecatedValue(node int, f *valueFact, emit emitFunc) {
	severity, what := rule.Deprecation, "is deprecated"
	if f.removed.AtOrBefore(v.j.to.Release) {
		severity, what = rule.Risky, "no longer works: Kubernetes "+f.removed.String()+" removed it"
	}
	out := v.finding(valueDeprecated().ID, severity, node)
	(*underlined)(&out).throughValue(&v.o.Tree.Nodes[node])
	out.Field, out.Value, out.Deprecated, out.Removed = v.path(node), f.value, f.deprecated, f.removed
	out.Message = "the value " + f.value + " of " + f.key + " " + what + "; " + f.instead
	out.Remedy = []string{sentence(f.instead)}
	v.emit(out, Mark{Node: node, Plan: Plan{Steps: out.Remedy, Why: "what takes the place of the value is not the same thing"}}, emit)
}
