package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkPinned(in preflight.Input) (f found) {
	volumes := pinnedVolumes(in)
	claims := map[string]string{}
	for _, c := range in.Claims {
		claims[c.Namespace+"/"+c.Name] = c.Volume
	}
	for p := range slice.Each(in.Pods) {
		if !running(p) || p.Mirror {
			continue
		}
		for _, claim := range p.Detail().Claims {
			if v := volumes[claims[p.Namespace+"/"+claim]]; v != nil {
				where := "its node"
				if len(v.Nodes) > 0 {
					where = "the node " + v.Nodes[0]
				}
				f.add(named("v1", "PersistentVolumeClaim", p.Namespace, claim, rule.Risky, "the pod %s needs the volume %s, which is bound to %s", p.Name, v.Name, where)).Value = v.Name
			}
		}
		if p.HostPath && p.Owner.Kind != "DaemonSet" {
			f.hostPath(p)
		}
	}
	return f
}

// pinnedVolumes returns the volumes that cannot move from their node, by name.
func pinnedVolumes(in preflight.Input) map[string]*evidence.Volume {
	out := map[string]*evidence.Volume{}
	for v := range slice.Each(in.Volumes) {
		if v.Local || len(slice.Set(v.Nodes)) == 1 {
			out[v.Name] = v
		}
	}
	return out
}

// hostPath adds an item about the controller of a pod, because all of its pods are alike.
func (f *found) hostPath(p *evidence.Pod) {
	if p.Owner.Kind == "" {
		f.add(named("v1", "Pod", p.Namespace, p.Name, rule.Info, "the pod mounts a path of its node (hostPath), which another node may not have"))
		return
	}
	it := f.add(named(p.Owner.APIVersion, p.Owner.Kind, p.Namespace, p.Owner.Name, rule.Info, "its pods mount a path of their node (hostPath), which another node may not have"))
	it.Value, it.Word = "hostPath", true
}

func checkBarePod(in preflight.Input) (f found) {
	for p := range slice.Each(in.Pods) {
		if running(p) && p.Node != "" && !p.Mirror && (p.Owner.Kind == "" || !p.Owner.Controller) {
			f.add(named("v1", "Pod", p.Namespace, p.Name, rule.Risky, "the pod has no controller: it is lost when its node %s is drained", p.Node))
		}
	}
	return f
}

func checkWorkloadUnready(in preflight.Input) (f found) {
	for _, w := range in.Workloads {
		// A ReplicaSet follows its Deployment. A custom resource does not show whether its workload is ready.
		if w.Replicas <= 0 || w.Ready > 0 || w.Kind == "ReplicaSet" && controlled(w.Object) {
			continue
		}
		severity := rule.Info
		if w.Namespace == "kube-system" {
			severity = rule.Risky
		}
		f.add(about(w.Object, severity, "0 of %d desired pods are ready", w.Replicas))
	}
	return f
}
