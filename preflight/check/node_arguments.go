package check

import (
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// nodeArguments are the flags that k3s and RKE2 hand to components, as their
// annotation of the node tells (pkg/nodeconfig/nodeconfig.go of k3s); nil on nodes
// without it. Their own flags name the component: "--kubelet-arg", "v=2".
func nodeArguments(n *evidence.Node) map[string][]string {
	var out map[string][]string
	for _, annotation := range []string{"k3s.io/node-args", "rke2.io/node-args"} {
		var words []string
		if json.Unmarshal([]byte(n.Annotations[annotation]), &words) != nil {
			continue
		}
		out = map[string][]string{}
		for i, w := range words {
			flag, value, has := strings.Cut(strings.TrimLeft(w, "-"), "=")
			component, is := strings.CutSuffix(flag, "-arg")
			if !is || !strings.HasPrefix(w, "-") {
				continue
			}
			switch component {
			case "kube-controller": // hidden, and still accepted (pkg/cli/cmds/server.go)
				component = controllerManager
			case "kube-cloud-controller", "kube-cloud-controller-manager":
				component = cloudManager
			}
			if !has && i+1 < len(words) {
				value = words[i+1]
			}
			if value != "" {
				out[component] = append(out[component], "--"+strings.TrimLeft(value, "-"))
			}
		}
	}
	return out
}
