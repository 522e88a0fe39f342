package collect

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

type pod struct {
	head
	Spec struct {
		NodeName           string      `json:"nodeName"`
		Containers         []container `json:"containers"`
		InitContainers     []container `json:"initContainers"`
		Volumes            []podVolume `json:"volumes"`
		ServiceAccountName string      `json:"serviceAccountName"`
		ImagePullSecrets   []reference `json:"imagePullSecrets"`
		ResourceClaims     []struct{}  `json:"resourceClaims"`
	} `json:"spec"`
	Status struct {
		Phase string `json:"phase"`
	} `json:"status"`
}

// mirrorPod marks the pod that shows a static one.
const mirrorPod = "kubernetes.io/config.mirror"

func (p *pod) keep(g *gathered) {
	w, m := &g.words, &p.Metadata
	out := evidence.Pod{
		Namespace: w.share(m.Namespace), Name: m.Name, Node: w.share(p.Spec.NodeName), Phase: w.share(p.Status.Phase), Labels: w.labels(m.Labels),
	}
	if by := p.controller(); by != nil {
		out.Owner = evidence.Owner{APIVersion: w.share(by.APIVersion), Kind: w.share(by.Kind), Name: w.share(by.Name), Controller: true}
	}
	_, out.Mirror = m.Annotations[mirrorPod]
	for _, v := range p.Spec.Volumes {
		out.HostPath = out.HostPath || v.HostPath != nil
	}
	out.Details = p.details(out.Mirror, w)
	g.Pods = append(g.Pods, out)
	p.components(g)
}

// labels shares the map among pods of one template.
func (w *words) labels(labels map[string]string) map[string]string {
	if len(labels) == 0 {
		return nil
	}
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		b.WriteString(key + "\x00" + labels[key] + "\x00")
	}
	if known, has := w.maps[b.String()]; has {
		return known
	}
	own := make(map[string]string, len(labels))
	for key, value := range labels {
		own[w.share(key)] = w.share(value)
	}
	if len(w.maps) < maxWords {
		w.maps[b.String()] = own
	}
	return own
}

// componentPod is a pod of kube-system, where not all pods can be read.
type componentPod struct{ pod }

func (p *componentPod) keep(g *gathered) { p.components(g) }
