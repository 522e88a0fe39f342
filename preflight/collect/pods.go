package collect

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

type pod struct {
	head
	Spec struct {
		NodeName       string      `json:"nodeName"`
		Containers     []container `json:"containers"`
		InitContainers []container `json:"initContainers"`
		Volumes        []podVolume `json:"volumes"`
	} `json:"spec"`
	Status struct {
		Phase string `json:"phase"`
	} `json:"status"`
}

func (p *pod) ended() bool { return p.Status.Phase == "Succeeded" || p.Status.Phase == "Failed" }

// ofEnded is a check for pods and Jobs that have ended and that the controller of a custom resource
// wrote. They do not run again, and only show what the controller may write in others.
func ofEnded(check func(*tree.Object) []finding.Finding) func(*tree.Object) []finding.Finding {
	return func(o *tree.Object) []finding.Finding {
		list := check(o)
		for i := range list {
			list[i].Severity = rule.Info
			list[i].Message += "; it has ended, and its controller may create others like it"
		}
		return list
	}
}

// mirrorPod is an annotation of the pod that represents a static pod.
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
	out.Details = p.details(out.Mirror, g)
	g.Pods = append(g.Pods, out)
	p.components(g)
}

// labels returns one map for all pods of a template.
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

// componentPod is a pod of kube-system, read only for its components.
type componentPod struct{ pod }

func (p *componentPod) keep(g *gathered) { p.components(g) }

// frozenRegistry is the registry that accepts no new images
// (https://kubernetes.io/blog/2023/02/06/k8s-gcr-io-freeze-announcement/).
const frozenRegistry = "k8s.gcr.io/"

// details returns what only few pods have; nil if this pod has none of it.
func (p *pod) details(static bool, g *gathered) *evidence.PodDetails {
	var d evidence.PodDetails
	for _, v := range p.Spec.Volumes {
		if v.Claim != nil {
			d.Claims = append(d.Claims, v.Claim.Name)
		}
		if v.Ephemeral != nil { // the name of the claim that is created for it
			d.Claims = append(d.Claims, p.Metadata.Name+"-"+v.Name)
		}
	}
	for _, c := range slices.Concat(p.Spec.InitContainers, p.Spec.Containers) {
		if strings.HasPrefix(c.Image, frozenRegistry) {
			d.FrozenImages = append(d.FrozenImages, g.words.share(c.Image))
		}
		d.ProbeHost = d.ProbeHost || c.probesHost()
	}
	if static {
		d.Refers = references(g.raw)
	}
	if d.Claims == nil && d.FrozenImages == nil && !d.ProbeHost && d.Refers == nil {
		return nil
	}
	return &d
}

type container struct {
	Name           string   `json:"name"`
	Image          string   `json:"image"`
	Command        []string `json:"command"`
	Args           []string `json:"args"`
	LivenessProbe  handler  `json:"livenessProbe"`
	ReadinessProbe handler  `json:"readinessProbe"`
	StartupProbe   handler  `json:"startupProbe"`
	Lifecycle      struct {
		PostStart handler `json:"postStart"`
		PreStop   handler `json:"preStop"`
	} `json:"lifecycle"`
}

// handler is a probe, or a handler of a container's lifecycle.
type handler struct {
	HTTPGet   hostName `json:"httpGet"`
	TCPSocket hostName `json:"tcpSocket"`
}

type hostName struct {
	Host string `json:"host"`
}

func (c *container) probesHost() bool {
	return slices.ContainsFunc([]handler{c.LivenessProbe, c.ReadinessProbe, c.StartupProbe, c.Lifecycle.PostStart, c.Lifecycle.PreStop}, func(h handler) bool {
		return h.HTTPGet.Host != "" || h.TCPSocket.Host != ""
	})
}

type podVolume struct {
	Name     string    `json:"name"`
	HostPath *struct{} `json:"hostPath"`
	Claim    *struct {
		Name string `json:"claimName"`
	} `json:"persistentVolumeClaim"`
	Ephemeral *struct{} `json:"ephemeral"`
}

const kubeSystem = "kube-system"

// components adds the processes of the control plane and of nodes that run in the pod.
func (p *pod) components(g *gathered) {
	if p.Metadata.Namespace != kubeSystem || p.ended() {
		return
	}
	for _, c := range p.Spec.Containers {
		if name, version := componentconfig.Component(c.Image, c.Name); name != "" {
			g.Components = append(g.Components, evidence.Component{
				Name: name, Pod: p.Metadata.Name, Node: p.Spec.NodeName, Image: c.Image, Version: version, Arguments: c.commandLine(name),
			})
		}
	}
}

// commandLine returns the command line of the component that a container runs.
func (c container) commandLine(component string) []string {
	line := componentconfig.CommandLine(component, slices.Concat(c.Command, c.Args))
	return slice.Map(line, func(w componentconfig.Word) string { return w.Text })
}
