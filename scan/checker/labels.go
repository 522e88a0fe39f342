package checker

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// context is the use of a word.
type context string

const (
	asLabel      context = "label"
	asTaint      context = "taint"
	asAnnotation context = "annotation"
)

// fact is the lifecycle of a well-known label, taint or annotation. No API document has it, so each
// has its source.
type fact struct {
	word    string
	context context
	// prefix: the word is followed by the name of a container.
	prefix              bool
	deprecated, removed discovery.Release
	// rename is the word that means the same and can be written instead. instead says what to do if
	// there is no such word.
	rename  string
	instead string
	// both is the last release in which nodes with the old name and nodes with the new name may
	// exist, if it is known. named is the first release whose nodes have the new name.
	both, named discovery.Release
	// without says what happens where the word has no effect, and excluded where it excludes nodes.
	without, excluded string
	// on are the kinds that have the annotation; a template of pods or claims counts as what it
	// creates. set are the paths of fields in such an object with the same effect, or profile is
	// the name of a profile in a security context. value is the only value with an effect.
	on      []string
	set     []string
	profile string
	value   string
	source  string
}

func minor(n int) discovery.Release { return discovery.Release{Major: 1, Minor: n} }

//nolint:gochecknoglobals // a constant
var facts = []fact{
	{word: "beta.kubernetes.io/os", context: asLabel, deprecated: minor(14), rename: "kubernetes.io/os", source: "Kubernetes 1.16 and 1.19 notes, #91046"},
	{word: "beta.kubernetes.io/arch", context: asLabel, deprecated: minor(14), rename: "kubernetes.io/arch", source: "Kubernetes 1.16 and 1.19 notes, #91046"},
	{word: "beta.kubernetes.io/instance-type", context: asLabel, deprecated: minor(17), rename: "node.kubernetes.io/instance-type", source: "Kubernetes 1.17 notes, #82049"},
	{word: "failure-domain.beta.kubernetes.io/zone", context: asLabel, deprecated: minor(17), rename: "topology.kubernetes.io/zone", source: "k8s.io/api core/v1 well_known_labels.go; Kubernetes 1.20 notes, #96033"},
	{word: "failure-domain.beta.kubernetes.io/region", context: asLabel, deprecated: minor(17), rename: "topology.kubernetes.io/region", source: "k8s.io/api core/v1 well_known_labels.go; Kubernetes 1.20 notes, #96033"},
	{word: "node-role.kubernetes.io/master", context: asLabel, deprecated: minor(20), removed: minor(24), rename: "node-role.kubernetes.io/control-plane", named: minor(20), both: minor(24),
		without:  "control plane nodes do not have the label any more, so nothing is selected",
		excluded: "control plane nodes do not have the label any more, so they are not excluded", source: "KEP-2067; Kubernetes 1.20 and 1.24 notes"},
	{word: "node-role.kubernetes.io/master", context: asTaint, deprecated: minor(20), removed: minor(25), rename: "node-role.kubernetes.io/control-plane", named: minor(24), both: minor(24),
		without: "control plane nodes have the taint node-role.kubernetes.io/control-plane instead", source: "KEP-2067; Kubernetes 1.25 notes, #110095"},

	{word: "scheduler.alpha.kubernetes.io/critical-pod", context: asAnnotation, deprecated: minor(13), removed: minor(16),
		instead: "set spec.priorityClassName to system-cluster-critical or system-node-critical", without: "the pod is not treated as critical",
		on: []string{"Pod"}, set: []string{"spec.priorityClassName", "spec.priority"}, source: "Kubernetes 1.16 notes, #80342"},
	{word: "seccomp.security.alpha.kubernetes.io/pod", context: asAnnotation, deprecated: minor(19), removed: minor(27),
		instead: "set spec.securityContext.seccompProfile of the pod", without: "the pod runs without the profile",
		on: []string{"Pod"}, profile: "seccompProfile", source: "KEP-135; Kubernetes 1.27 notes, #114947"},
	{word: "container.seccomp.security.alpha.kubernetes.io/", prefix: true, context: asAnnotation, deprecated: minor(19), removed: minor(27),
		instead: "set securityContext.seccompProfile of the container", without: "the container runs without the profile",
		on: []string{"Pod"}, profile: "seccompProfile", source: "KEP-135; Kubernetes 1.27 notes, #114947"},
	{word: "container.apparmor.security.beta.kubernetes.io/", prefix: true, context: asAnnotation, deprecated: minor(30),
		instead: "set securityContext.appArmorProfile of the container",
		on:      []string{"Pod"}, profile: "appArmorProfile", source: "KEP-24; Kubernetes 1.30 notes, #123435"},
	{word: "security.alpha.kubernetes.io/sysctls", context: asAnnotation, deprecated: minor(11), removed: minor(11),
		instead: "set spec.securityContext.sysctls of the pod", without: "the sysctls are not set",
		on: []string{"Pod"}, set: []string{"spec.securityContext.sysctls"}, source: "KEP-34"},
	{word: "security.alpha.kubernetes.io/unsafe-sysctls", context: asAnnotation, deprecated: minor(11), removed: minor(11),
		instead: "set spec.securityContext.sysctls of the pod", without: "the sysctls are not set",
		on: []string{"Pod"}, set: []string{"spec.securityContext.sysctls"}, source: "KEP-34"},
	{word: "pod.beta.kubernetes.io/init-containers", context: asAnnotation, deprecated: minor(6), removed: minor(8),
		instead: "write spec.initContainers", without: "the containers are not run",
		on: []string{"Pod"}, set: []string{"spec.initContainers"}, source: "the documentation of init containers, 1.8"},
	{word: "pod.alpha.kubernetes.io/init-containers", context: asAnnotation, deprecated: minor(6), removed: minor(8),
		instead: "write spec.initContainers", without: "the containers are not run",
		on: []string{"Pod"}, set: []string{"spec.initContainers"}, source: "the documentation of init containers, 1.8"},
	{word: "service.alpha.kubernetes.io/tolerate-unready-endpoints", context: asAnnotation, deprecated: minor(11), removed: minor(24),
		instead: "set spec.publishNotReadyAddresses to true", without: "addresses that are not ready are left out",
		on: []string{"Service"}, set: []string{"spec.publishNotReadyAddresses"}, value: "true", source: "Kubernetes 1.24 notes, #108020"},
	{word: "service.kubernetes.io/topology-aware-hints", context: asAnnotation, deprecated: minor(27),
		instead: "set spec.trafficDistribution, or the annotation service.kubernetes.io/topology-mode",
		on:      []string{"Service"}, set: []string{"spec.trafficDistribution", "metadata.annotations.service.kubernetes.io/topology-mode"}, source: "Kubernetes 1.27 notes, #116612"},
	{word: "service.kubernetes.io/topology-mode", context: asAnnotation, deprecated: minor(33),
		instead: "set spec.trafficDistribution",
		on:      []string{"Service"}, set: []string{"spec.trafficDistribution"}, source: "KEP-2433; Kubernetes 1.33 notes"},
	{word: "volume.beta.kubernetes.io/storage-class", context: asAnnotation, deprecated: minor(8),
		instead: "set spec.storageClassName",
		on:      []string{"PersistentVolumeClaim", "PersistentVolume"}, set: []string{"spec.storageClassName"}, source: "the API server's warning, #117036"},
	{word: "volume.beta.kubernetes.io/mount-options", context: asAnnotation, deprecated: minor(31),
		instead: "set spec.mountOptions", on: []string{"PersistentVolume"}, set: []string{"spec.mountOptions"}, source: "Kubernetes 1.31 notes, #124819"},
	{word: "storageclass.beta.kubernetes.io/is-default-class", context: asAnnotation, deprecated: minor(6),
		rename: "storageclass.kubernetes.io/is-default-class", on: []string{"StorageClass"}, source: "storage.k8s.io/v1 StorageClass, Kubernetes 1.6"},
	{word: "kubernetes.io/ingress.class", context: asAnnotation, deprecated: minor(18),
		instead: "set spec.ingressClassName to the name of an IngressClass",
		on:      []string{"Ingress"}, set: []string{"spec.ingressClassName"}, source: "KEP-1453; Kubernetes 1.18 notes"},
	{word: "kubernetes.io/enforce-mountable-secrets", context: asAnnotation, deprecated: minor(32),
		instead: "use separate namespaces to keep mounted secrets apart", on: []string{"ServiceAccount"}, source: "Kubernetes 1.32 notes, #128396"},
}

// matters reports whether the lifecycle of a word is a finding at the target, or between From and
// To. A lifecycle without releases is one at every release.
func (c *Checker) matters(deprecated, removed discovery.Release) bool {
	to := c.to.Release
	if !to.Known() || !deprecated.AtOrBefore(to) && !removed.AtOrBefore(to) && (deprecated.Known() || removed.Known()) {
		return false
	}
	if c.from == nil {
		return true
	}
	if removed.AtOrBefore(to) {
		return !removed.AtOrBefore(c.from.Release)
	}
	return deprecated.Known() && !deprecated.AtOrBefore(c.from.Release)
}

// mentions reports whether a word is one of the facts, in any use.
func (w *words) mentions(s string) bool {
	return w.fact(s, asLabel) != nil || w.fact(s, asTaint) != nil || w.fact(s, asAnnotation) != nil
}

func (w *words) fact(s string, as context) *fact {
	if strings.IndexByte(s, '/') < 0 {
		return nil
	}
	if as == asAnnotation {
		for _, f := range w.prefixes {
			if strings.HasPrefix(s, f.word) && len(s) > len(f.word) {
				return f
			}
		}
	}
	if len(s) > maxWord {
		return nil
	}
	return w.labels[wordAs{s, as}]
}

// keyContext is the use of a key, by the map that has it: "labels", "nodeSelector",
// "podAnnotations"; "" for other maps.
func (v *visit) keyContext(node int) context {
	parent := v.parent(node)
	if parent < 0 {
		return ""
	}
	return contextOf(v.o.Tree.Nodes[parent].Key)
}

func contextOf(key string) context {
	switch lower := strings.ToLower(key); {
	case len(key) > maxSegment:
		return ""
	case strings.HasSuffix(lower, "annotations"):
		return asAnnotation
	case strings.HasSuffix(lower, "labels"), strings.HasSuffix(lower, "selector"):
		return asLabel
	default:
		return ""
	}
}

// valueContext is the use of a value: "topologyKey", or "key" of a toleration, a taint or an
// expression; "" for other values.
func (v *visit) valueContext(node int) context {
	nodes := v.o.Tree.Nodes
	parent := v.parent(node)
	if parent < 0 {
		return ""
	}
	switch key := nodes[node].Key; {
	case key == "topologyKey":
		return asLabel
	case key == "" && nodes[parent].Kind == treeList && strings.HasSuffix(nodes[parent].Key, "opologyKeys"):
		return asLabel
	case key != "key":
		return ""
	}
	list := v.parent(parent)
	if list < 0 || nodes[list].Kind != treeList {
		return ""
	}
	switch lower := strings.ToLower(nodes[list].Key); {
	case strings.HasSuffix(lower, "tolerations"), strings.HasSuffix(lower, "taints"):
		return asTaint
	case strings.HasSuffix(lower, "expressions"):
		return asLabel
	default:
		return ""
	}
}

// label emits a word that is deprecated or no longer has an effect.
func (v *visit) label(node int, as context, word string, emit emitFunc) {
	f := v.checker.words.fact(word, as)
	if f == nil || v.byServers(node) || as == asTaint && v.toleratesBoth(node, f) || as == asLabel && v.selectsBoth(node, f) || as == asAnnotation && v.pointless(node, f) {
		return
	}
	removed := f.removed.AtOrBefore(v.checker.to.Release)
	id, severity := f.rule(removed)
	out := v.finding(id, severity, node)
	out.Field, out.Value = v.path(node), clip(word)
	out.Deprecated, out.Removed = f.deprecated, f.removed
	without := f.without
	if f.excluded != "" && negative(v.o.Tree, v.keyPlace(node).item) {
		without = f.excluded
	}
	out.Message = f.message(clip(word), removed, without)
	v.report(out, node, v.labelPlan(node, f, as), emit)
}

func (f *fact) rule(removed bool) (id string, severity rule.Severity) {
	switch {
	case f.context == asAnnotation && removed:
		return AnnotationRemoved, rule.Risky
	case f.context == asAnnotation:
		return AnnotationDeprecated, rule.Deprecation
	case removed:
		return LabelRemoved, rule.Risky
	default:
		return LabelDeprecated, rule.Deprecation
	}
}

func (f *fact) message(word string, removed bool, without string) string {
	message := "the " + string(f.context) + " " + word + " is deprecated"
	if removed {
		message = "the " + string(f.context) + " " + word + " no longer has an effect: " + without
	}
	if f.rename != "" {
		return message + "; use " + f.rename
	}
	return message + "; " + f.instead
}

// byServers reports whether a label is one of a Node. Kubelets write them, and keep the old ones.
func (v *visit) byServers(node int) bool {
	if v.o.Kind != "Node" || v.o.APIVersion != "v1" {
		return false
	}
	labels := v.parent(node)
	return labels >= 0 && v.o.Tree.Nodes[labels].Key == "labels"
}

// toleratesBoth reports whether another toleration in the list is for the new taint, or for all.
func (v *visit) toleratesBoth(node int, f *fact) bool {
	t := v.o.Tree
	item := v.parent(node)
	return anyChild(t, v.parent(item), maxSegments, func(other int) bool {
		key, effect := text(t, other, "key"), text(t, other, "effect")
		return (key == f.rename || key == "" && text(t, other, "operator") == "Exists") && (effect == "" || effect == text(t, item, "effect"))
	})
}

// clip limits the length of what is quoted.
func clip(s string) string { return finding.Clip(s, maxSegment) }
