package checker

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// volumePlugin is the lifecycle of a volume plugin that was part of Kubernetes. Its field and the
// name of its provisioner stay in the API after it is removed. No API document shows that they no
// longer work.
type volumePlugin struct {
	// field of a pod's volume and of a persistent volume; provisioner of a storage class, "" if
	// there is none.
	field, provisioner string
	// off is the release that disables the plugin by default; it can be enabled until removed.
	// Plugins that a CSI driver replaced are deprecated and still work.
	deprecated, off, removed discovery.Release
	// instead says what to do; "" for the CSI driver of the storage.
	instead string
	source  string
}

//nolint:gochecknoglobals // a constant
var volumePlugins = []volumePlugin{
	{field: "photonPersistentDisk", removed: minor(16), source: "Kubernetes 1.16 notes, #72178: the cloud provider and its SDK were removed"},
	{field: "scaleIO", provisioner: "kubernetes.io/scaleio", deprecated: minor(16), removed: minor(22), source: "Kubernetes 1.16 and 1.22 notes, #80099, #101685"},
	{field: "quobyte", provisioner: "kubernetes.io/quobyte", deprecated: minor(22), removed: minor(25), source: "Kubernetes 1.22 and 1.25 notes, #101773, #111619"},
	{field: "storageos", provisioner: "kubernetes.io/storageos", deprecated: minor(22), removed: minor(25), source: "Kubernetes 1.22 and 1.25 notes, #101773, #111620"},
	{field: "flocker", provisioner: "kubernetes.io/flocker", deprecated: minor(22), removed: minor(25), source: "Kubernetes 1.22 and 1.25 notes, #101773, #111618"},
	{field: "glusterfs", provisioner: "kubernetes.io/glusterfs", deprecated: minor(25), removed: minor(26), source: "Kubernetes 1.25 and 1.26 notes, #111485, #112015"},
	{field: "rbd", provisioner: "kubernetes.io/rbd", deprecated: minor(28), removed: minor(31), source: "Kubernetes 1.28 and 1.31 notes: its CSI migration was removed, too"},
	{field: "cephfs", provisioner: "kubernetes.io/cephfs", deprecated: minor(28), removed: minor(31), source: "Kubernetes 1.28 and 1.31 notes, #118143"},
	{field: "gitRepo", deprecated: minor(11), off: minor(33), removed: minor(36),
		instead: "mount an emptyDir into an init container that clones the repository, and into the containers that use it",
		source:  "the field's description; Kubernetes 1.33 and 1.36 notes, #129923, #136400"},
	{field: "flexVolume", deprecated: minor(23), source: "Kubernetes 1.23 notes"},
	{field: "awsElasticBlockStore", provisioner: "kubernetes.io/aws-ebs", deprecated: minor(17), source: "Kubernetes 1.17 notes"},
	{field: "gcePersistentDisk", provisioner: "kubernetes.io/gce-pd", deprecated: minor(17), source: "Kubernetes 1.17 notes"},
	{field: "cinder", provisioner: "kubernetes.io/cinder", deprecated: minor(16), source: "Kubernetes 1.16 and 1.18 notes, #80099"},
	{field: "azureDisk", provisioner: "kubernetes.io/azure-disk", deprecated: minor(19), source: "Kubernetes 1.19 notes"},
	{field: "azureFile", provisioner: "kubernetes.io/azure-file", deprecated: minor(30), source: "Kubernetes 1.30 notes, #122576"},
	{field: "vsphereVolume", provisioner: "kubernetes.io/vsphere-volume", deprecated: minor(30), source: "Kubernetes 1.30 notes, #122937"},
}

// provisioners are the facts about the provisioners of storage classes.
func provisioners() (facts []valueFact) {
	for _, p := range volumePlugins {
		if p.provisioner != "" {
			facts = append(facts, valueFact{
				kind: "StorageClass", key: "provisioner", value: p.provisioner, deprecated: p.deprecated, removed: p.removed,
				instead: "use the CSI driver of the storage", source: p.source,
			})
		}
	}
	return facts
}

// ends is the release from which a default kubelet does not mount the volume, for a target of
// release at; zero if it mounts it.
func (p *volumePlugin) ends(at discovery.Release) discovery.Release {
	switch {
	case p.removed.AtOrBefore(at):
		return p.removed
	case p.off.AtOrBefore(at):
		return p.off
	default:
		return discovery.Release{}
	}
}

// isPlugin reports whether a field of a named schema is that of a volume plugin.
func isPlugin(schema, field string) bool {
	return (schema == "io.k8s.api.core.v1.Volume" || schema == "io.k8s.api.core.v1.PersistentVolumeSpec") &&
		slices.ContainsFunc(volumePlugins, func(p volumePlugin) bool { return p.field == field })
}

// volume checks a key that is the name of a volume plugin. It needs no schema: pod templates are
// the same in custom resources, and in releases whose fields are not known.
func (v *visit) volume(node int, p *volumePlugin, emit emitFunc) {
	holder := v.volumeHolder(node)
	if v.o.Tree.Nodes[node].Kind == treeNull || holder == "" {
		return
	}
	end := p.ends(v.checker.to.Release)
	id, severity, what := FieldDeprecated, rule.Deprecation, " is deprecated"
	switch {
	case end.Known() && end == p.removed:
		id, severity, what = VolumeRemoved, rule.Breaking, " is a volume that "+v.checker.to.name()+" cannot mount: "+end.String()+" removed its plugin, and pods that use it do not start"
	case end.Known():
		id, severity, what = VolumeRemoved, rule.Risky, " is a volume that "+v.checker.to.name()+" does not mount by default: "+end.String()+" disabled its plugin, and pods that use it do not start"
	}
	f := v.finding(id, severity, node)
	f.Field, f.Deprecated, f.Removed = v.path(node), p.deprecated, p.removed
	if severity == rule.Risky {
		f.Removed = end
	}
	f.Message = holder + "." + p.field + what
	instead := p.instead
	if instead == "" {
		instead = "use a volume of the storage's CSI driver"
	}
	v.report(f, node, Plan{Steps: []string{sentence(instead)}, Why: "the replacement of the volume is not equivalent"}, emit)
}

// volumeHolder is the name of the type that has a volume's field; "" for a node that is neither a
// pod's volume nor a persistent volume. Custom resources may have other things in lists of volumes;
// a pod's volumes have names.
func (v *visit) volumeHolder(node int) string {
	nodes, parent := v.o.Tree.Nodes, v.parent(node)
	if parent < 0 {
		return ""
	}
	up := v.parent(parent)
	switch {
	case nodes[parent].Key == "inlineVolumeSpec", v.o.Kind == "PersistentVolume" && nodes[parent].Key == "spec" && up == v.o.Root:
		return "PersistentVolumeSpec"
	case up < 0 || nodes[up].Kind != treeList || nodes[up].Key != "volumes":
		return ""
	case !v.kind.unchecked, nodes[node].Kind == treeMap && v.o.Tree.Child(parent, "name") >= 0:
		return "Volume"
	default:
		return ""
	}
}
