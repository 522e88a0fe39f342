package componentconfig

import "github.com/kubedelta/kubedelta/discovery"

// UserspaceGone returns the first release whose kube-proxy does not have the mode userspace:
// Kubernetes 1.26 notes, #112133.
func UserspaceGone() discovery.Release { return minor(26) }

// ExecV1alpha1Gone returns the first release whose clients do not run credential plugins with
// client.authentication.k8s.io/v1alpha1: Kubernetes 1.24 notes, #108616.
func ExecV1alpha1Gone() discovery.Release { return minor(24) }

// IPVSDeprecated returns the release that deprecates the mode ipvs of kube-proxy: KEP-5495,
// Kubernetes 1.35 notes, #134539.
func IPVSDeprecated() discovery.Release { return minor(35) }

// KMSv1Deprecated returns the release that deprecates version 1 of the protocol of KMS plugins:
// Kubernetes 1.28 notes, #119007.
func KMSv1Deprecated() discovery.Release { return minor(28) }

// KMSv1Off returns the first release that supports it only with the feature gate KMSv1: Kubernetes
// 1.29 notes, #121485.
func KMSv1Off() discovery.Release { return minor(29) }

// SchedulerPluginsGone returns removed plugins of the scheduler, with the first release without
// them: Kubernetes 1.29 and 1.32 notes, #117720, #124003.
func SchedulerPluginsGone() map[string]discovery.Release {
	return map[string]discovery.Release{
		"SelectorSpread":  minor(29),
		"AzureDiskLimits": minor(32), "CinderLimits": minor(32), "EBSLimits": minor(32), "GCEPDLimits": minor(32),
	}
}
