package check

import (
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/preflight"
)

// probeHostForbidden is the only minor since Pod Security admission is on by default (1.23) whose
// policies at the version latest reject something that those of the minor before accepted: hosts in
// probes and lifecycle handlers, at the levels baseline and restricted (#125271;
// policy/check_hostProbesAndhostLifecycle.go of k8s.io/pod-security-admission). The other changes
// of the policies, in 1.25 to 1.37, allow more.
const probeHostForbidden = 34

// Labels of namespaces (https://kubernetes.io/docs/concepts/security/pod-security-admission/).
const (
	enforceLevel   = "pod-security.kubernetes.io/enforce"
	enforceVersion = "pod-security.kubernetes.io/enforce-version"
)

func checkPodSecurity(in preflight.Input) (f found) {
	pods := map[string][]string{}
	for i := range in.Pods {
		if p := &in.Pods[i]; p.Detail().ProbeHost {
			pods[p.Namespace] = append(pods[p.Namespace], p.Name)
		}
	}
	for _, namespace := range slices.Sorted(maps.Keys(pods)) {
		labels := in.NamespaceLabels[namespace]
		level, version := labels[enforceLevel], labels[enforceVersion]
		if level != "baseline" && level != "restricted" || version != "" && version != "latest" {
			continue
		}
		slices.Sort(pods[namespace])
		it := f.add(named("v1", "Namespace", "", namespace, rule.Risky,
			"it enforces the Pod Security level %s at the version latest, which from 1.34 on rejects a host in probes and lifecycle handlers: %s", level, rule.First(pods[namespace], 3)))
		it.Notes, it.Before = []int{125271}, hop(minor(probeHostForbidden))
		it.Commands = []string{"kubectl label namespace " + phrase.Word(namespace) + " --overwrite " + enforceVersion + "=v1.33"}
	}
	return f
}
