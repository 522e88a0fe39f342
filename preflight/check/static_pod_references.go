package check

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// staticAlone is the minor whose kubelets reject static pods that refer to API objects (the gate
// PreventStaticPodAPIReferences, #131837; HasAPIObjectReference in pkg/api/pod/util.go).
const staticAlone = 34

func staticPodReferences() definition {
	return definition{begins: kubeletsFrom, Check: preflight.Check{
		ID: "static-pod-references", Title: "No static pod refers to API objects", Severity: rule.Breaking, Phase: preflight.NodeDrain, Required: true, Since: "0.4.0",
		Doc: "A kubelet of 1.34 or newer does not start a static pod that refers to a ServiceAccount, ConfigMap, Secret, ResourceClaim, CSI driver, " +
			"PersistentVolumeClaim, ClusterTrustBundle or Endpoints. Static pods are read from their mirror pods. The admission plugins ServiceAccount and " +
			"NodeRestriction reject mirror pods that refer to most of these. Then the static pod runs, and the API does not show it: check the kubelet's " +
			"`staticPodPath`, usually `/etc/kubernetes/manifests`, for such pods.",
		Migration: "Use a file on the node (hostPath) instead of the reference, or run the pod in a DaemonSet.",
		Needs:     []evidence.Resource{evidence.Pods, evidence.Nodes},
	}, check: func(in preflight.Input) (f found) {
		for p := range slice.Each(in.Pods) {
			refers := p.Detail().Refers
			if !p.Mirror || len(refers) == 0 {
				continue
			}
			it := f.add(named("v1", "Pod", p.Namespace, p.Name, rule.Breaking, "it is a static pod and refers to %s: from 1.34 on the kubelet does not start it", strings.Join(refers, ", ")))
			it.Notes, it.Removed = []int{131837}, minor(staticAlone)
		}
		return f
	}, idle: unless("the rules for static pods change in 1.34", over(staticAlone))}
}
