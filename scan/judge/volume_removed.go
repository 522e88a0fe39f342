package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func volumeRemoved() Rule {
	return Rule{
		ID: "volume-removed", Title: "The target no longer has the plugin of a volume", Severity: rule.Breaking, Since: "0.3.0",
		Varies: "risky if the plugin is off by default and can be turned on",
		Doc: "Volumes of plugins that were part of Kubernetes: the API server accepts them, but the kubelet cannot mount them, and pods that use them do not start. " +
			"Reported for the volumes of pods, of pod templates, and for persistent volumes. Plugins that a CSI driver replaced still work and are deprecated. " +
			"Release notes say so; the code names the source of each.",
		Example: "`glusterfs` in a PersistentVolume, removed in 1.26; `rbd` in a pod, removed in 1.31.",
	}
}
