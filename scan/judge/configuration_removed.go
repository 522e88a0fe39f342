package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func configurationRemoved() Rule {
	return Rule{
		ID: "configuration-removed", Title: "A component does not read a version of its configuration any more", Severity: rule.Breaking, Since: "0.4.0",
		Doc: "The file is one that a component of Kubernetes reads: a configuration of kubeadm, the kubelet, kube-proxy or the scheduler, an audit policy, a configuration of " +
			"admission, encryption, egress, tracing, authentication or authorization. The target's component does not read this version of it: it does not start, and kubeadm " +
			"refuses it. Which release reads which version is read out of the source of each release from 1.19 on; a version that all of them are past is removed too. Such files are also found in " +
			"the data of ConfigMaps, and in `files` of Cluster API's objects.",
		Example: "`kubescheduler.config.k8s.io/v1beta3` is not read by kube-scheduler from 1.29 on.",
	}
}
