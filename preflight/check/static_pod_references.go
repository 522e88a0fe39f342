package check

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
)

// staticAlone is the minor whose kubelets reject static pods that refer to API objects (the gate
// PreventStaticPodAPIReferences, #131837; HasAPIObjectReference in pkg/api/pod/util.go).
const staticAlone = 34

func checkStaticPodReferences(in preflight.Input) (f found) {
	for p := range slice.Each(in.Pods) {
		refers := p.Detail().Refers
		if !p.Mirror || len(refers) == 0 {
			continue
		}
		it := f.add(named("v1", "Pod", p.Namespace, p.Name, rule.Breaking, "it is a static pod and refers to %s: from 1.34 on the kubelet does not start it", strings.Join(refers, ", ")))
		it.Notes, it.Removed = []int{131837}, minor(staticAlone)
	}
	return f
}
