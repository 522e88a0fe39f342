package checker

import (
	"cmp"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// volumePlugin is the lifecycle of a volume plugin that was part of Kubernetes. Its field and the
// name of its provisioner stay in the API after it is removed. No API document shows that they no
// longer work.
type volumePlugin struct {
	// Field of a pod's volume and of a persistent volume; Provisioner of a storage class, "" if
	// there is none.
	Field, Provisioner string
	// Off is the release that disables the plugin by default; it can be enabled until Removed.
	// Plugins that a CSI driver replaced are deprecated and still work.
	Deprecated, Off, Removed discovery.Release
	// Instead says what to do; "" for the CSI driver of the storage.
	Instead, Source string
}

// provisioner is the fact about the provisioner of storage classes.
func (p *volumePlugin) provisioner() valueFact {
	return valueFact{
		Kind: "StorageClass", Key: "provisioner", Value: p.Provisioner, Deprecated: p.Deprecated, Removed: p.Removed,
		Instead: "use the CSI driver of the storage", Source: p.Source,
	}
}

// ends is the release from which a default kubelet does not mount the volume, for a target of
// release at; zero if it mounts it.
func (p *volumePlugin) ends(at discovery.Release) discovery.Release {
	switch {
	case p.Removed.AtOrBefore(at):
		return p.Removed
	case p.Off.AtOrBefore(at):
		return p.Off
	default:
		return discovery.Release{}
	}
}

// isPlugin reports whether a field of a named schema is that of a volume plugin.
func isPlugin(schema, field string) bool {
	return (schema == "io.k8s.api.core.v1.Volume" || schema == "io.k8s.api.core.v1.PersistentVolumeSpec") &&
		slices.ContainsFunc(facts().Volumes, func(p volumePlugin) bool { return p.Field == field })
}

// volume checks a key that is the name of a volume plugin. It needs no schema: pod templates are
// the same in custom resources, and in releases whose fields are not known.
func (v *visit) volume(node int, p *volumePlugin, emit emitFunc) {
	holder := v.volumeHolder(node)
	if v.o.Tree.Nodes[node].Kind == tree.Null || holder == "" {
		return
	}
	end := p.ends(v.checker.to.Release)
	id, severity, what := FieldDeprecated, rule.Deprecation, " is deprecated"
	switch {
	case end.Known() && end == p.Removed:
		id, severity, what = VolumeRemoved, rule.Breaking, " is a volume that "+v.checker.to.name()+" cannot mount: "+end.String()+" removed its plugin, and pods that use it do not start"
	case end.Known():
		id, severity, what = VolumeRemoved, rule.Risky, " is a volume that "+v.checker.to.name()+" does not mount by default: "+end.String()+" disabled its plugin, and pods that use it do not start"
	}
	f := v.finding(id, severity, node)
	f.Field, f.Deprecated, f.Removed = v.path(node), p.Deprecated, p.Removed
	if severity == rule.Risky {
		f.Removed = end
	}
	f.Message = holder + "." + p.Field + what
	instead := cmp.Or(p.Instead, "use a volume of the storage's CSI driver")
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
	case up < 0 || nodes[up].Kind != tree.List || nodes[up].Key != "volumes":
		return ""
	case !v.kind.unchecked, nodes[node].Kind == tree.Map && v.o.Tree.Child(parent, "name") >= 0:
		return "Volume"
	default:
		return ""
	}
}
