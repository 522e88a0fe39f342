package collect

import (
	"cmp"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

type volume struct {
	head
	Spec struct {
		ClaimRef *struct {
			Namespace string `json:"namespace"`
			Name      string `json:"name"`
		} `json:"claimRef"`
		StorageClassName string    `json:"storageClassName"`
		Local            *struct{} `json:"local"`
		HostPath         *struct{} `json:"hostPath"`
		NodeAffinity     *struct {
			Required *struct {
				Terms []nodeTerm `json:"nodeSelectorTerms"`
			} `json:"required"`
		} `json:"nodeAffinity"`
	} `json:"spec"`
}

type nodeTerm struct {
	Expressions []evidence.Requirement `json:"matchExpressions"`
	Fields      []evidence.Requirement `json:"matchFields"`
}

func (v *volume) keep(g *gathered) {
	out := evidence.Volume{Name: v.Metadata.Name, Class: v.Spec.StorageClassName, Local: v.Spec.Local != nil || v.Spec.HostPath != nil}
	if c := v.Spec.ClaimRef; c != nil {
		out.Claim = c.Namespace + "/" + c.Name
	}
	if a := v.Spec.NodeAffinity; a != nil && a.Required != nil {
		out.Nodes = hostNames(a.Required.Terms)
	}
	g.Volumes = append(g.Volumes, out)
}

// hostNames are those that the terms leave. Terms are alternatives: where one
// names no host, any host may do.
func hostNames(terms []nodeTerm) []string {
	var names []string
	for _, t := range terms {
		in := t.hosts()
		if in == nil {
			return nil
		}
		names = append(names, in...)
	}
	return slice.Unique(names)
}

// hosts are those that one term leaves; nil where it names none.
func (t nodeTerm) hosts() []string {
	in := func(list []evidence.Requirement, key string) *evidence.Requirement {
		return slice.Find(list, func(e *evidence.Requirement) bool { return e.Key == key && e.Operator == "In" })
	}
	if e := cmp.Or(in(t.Expressions, "kubernetes.io/hostname"), in(t.Fields, "metadata.name")); e != nil {
		return e.Values
	}
	return nil
}

type claim struct {
	head
	Spec struct {
		VolumeName string `json:"volumeName"`
	} `json:"spec"`
}

func (c *claim) keep(g *gathered) {
	g.Claims = append(g.Claims, evidence.Claim{Namespace: g.words.share(c.Metadata.Namespace), Name: c.Metadata.Name, Volume: c.Spec.VolumeName})
}
