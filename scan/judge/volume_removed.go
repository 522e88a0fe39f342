package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func volumeRemoved() Rule {
	return Rule{
		ID: "volume-removed", Title: "The target has no plugin any more for a volume", Severity: rule.Breaking, Since: "0.3.0",
		Varies: "risky where the plugin is off by default and can be turned on",
		Doc: "Volumes of plugins that were part of Kubernetes: the API still takes them, and nothing mounts them any more, so that pods that use one " +
			"do not start. Found in the volumes of pods and of all that makes pods, and in persistent volumes. Plugins whose work a CSI driver took over " +
			"go on working and are only deprecated. Release notes tell; the source of each is in the code.",
		Example: "`glusterfs` in a PersistentVolume, gone in 1.26; `rbd` in a pod, gone in 1.31.",
	}
}
