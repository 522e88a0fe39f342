package check

import (
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
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

func podSecurityLatest() definition {
	return definition{perWorkload: true, Check: preflight.Check{
		ID: "pod-security-latest", Title: "Pods comply with the Pod Security level of their namespace at the target", Severity: rule.Risky, Phase: preflight.ControlPlane, Required: true, Since: "0.4.0",
		Doc: "A namespace that enforces a level of Pod Security at the version `latest`, or at no version, which is the same unless the API server's admission " +
			"configuration says otherwise, gets the policy of each new release. In 1.34 baseline and restricted became stricter: they reject a `host` in probes " +
			"and in lifecycle handlers. Running pods are not affected; they are rejected when they are created again. Only pods are checked: a workload without pods, such as a " +
			"CronJob between its runs, is not reported. Exemptions in the admission configuration are not visible.",
		Migration: "Remove the host from the probe or handler: the kubelet then uses the pod's own address. Until then set `pod-security.kubernetes.io/enforce-version: v1.33` on the namespace.",
		Needs:     []evidence.Resource{evidence.Namespaces, evidence.Pods},
	}, check: checkPodSecurity, idle: unless("the last release in which the policies became stricter is 1.34", over(probeHostForbidden))}
}

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
