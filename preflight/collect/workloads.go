package collect

import (
	"cmp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

type workload struct {
	head
	Spec struct {
		// Replicas defaults to 1.
		Replicas *int              `json:"replicas"`
		Selector evidence.Selector `json:"selector"`
		Template struct {
			Metadata struct {
				Labels map[string]string `json:"labels"`
			} `json:"metadata"`
		} `json:"template"`
	} `json:"spec"`
	Status struct {
		ReadyReplicas          int `json:"readyReplicas"`
		DesiredNumberScheduled int `json:"desiredNumberScheduled"`
		NumberReady            int `json:"numberReady"`
	} `json:"status"`
}

func (w *workload) keep(g *gathered) {
	out := evidence.Workload{Replicas: 1, Ready: w.Status.ReadyReplicas, Selector: w.Spec.Selector, PodLabels: w.Spec.Template.Metadata.Labels}
	if w.Spec.Replicas != nil {
		out.Replicas = *w.Spec.Replicas
	}
	if g.from.resource.Name == "daemonsets" {
		out.Replicas, out.Ready = w.Status.DesiredNumberScheduled, w.Status.NumberReady
	}
	if w.replaced(g.from) {
		return
	}
	if w.controller() != nil && g.from.resource.Name == "replicasets" {
		w.Metadata.Annotations, w.Metadata.ManagedFields = nil, nil
	}
	out.Object = w.object(g.from)
	g.Workloads = append(g.Workloads, out)
}

// replaced reports an old ReplicaSet. Each Deployment keeps ten of them, and so do Argo Rollouts.
func (w *workload) replaced(from served) bool {
	return w.controller() != nil && from.resource.Name == "replicasets" && w.Spec.Replicas != nil && *w.Spec.Replicas == 0
}

type budget struct {
	head
	Spec struct {
		Selector *evidence.Selector `json:"selector"`
		// Numbers or percentages.
		MinAvailable            jsontext.Value `json:"minAvailable"`
		MaxUnavailable          jsontext.Value `json:"maxUnavailable"`
		UnhealthyEvictionPolicy string         `json:"unhealthyPodEvictionPolicy"`
	} `json:"spec"`
	Status struct {
		ObservedGeneration int64      `json:"observedGeneration"`
		DisruptionsAllowed int        `json:"disruptionsAllowed"`
		ExpectedPods       int        `json:"expectedPods"`
		CurrentHealthy     int        `json:"currentHealthy"`
		DesiredHealthy     int        `json:"desiredHealthy"`
		Conditions         conditions `json:"conditions"`
	} `json:"status"`
}

func (b *budget) keep(g *gathered) {
	selector := evidence.Selector{Null: true}
	if b.Spec.Selector != nil {
		selector = *b.Spec.Selector
	}
	g.Budgets = append(g.Budgets, evidence.Budget{
		Object: b.object(g.from), Selector: selector,
		DisruptionsAllowed: b.Status.DisruptionsAllowed, ExpectedPods: b.Status.ExpectedPods,
		CurrentHealthy: b.Status.CurrentHealthy, DesiredHealthy: b.Status.DesiredHealthy,
		Generation: b.Metadata.Generation, ObservedGeneration: b.Status.ObservedGeneration,
		MinAvailable: numberOrPercent(b.Spec.MinAvailable), MaxUnavailable: numberOrPercent(b.Spec.MaxUnavailable),
		UnhealthyEvictionPolicy: b.Spec.UnhealthyEvictionPolicy,
		SyncFailed:              b.Status.Conditions.of("DisruptionAllowed").Reason == "SyncFailed",
	})
}

func numberOrPercent(v jsontext.Value) string {
	text := strings.Trim(string(v), `"`)
	if text == "null" || len(text) > 32 {
		return ""
	}
	return text
}

type volume struct {
	head
	Spec struct {
		ClaimRef         *target   `json:"claimRef"`
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

// hostNames returns the hosts that the terms allow. Terms are alternatives: if one of them names no
// host, any host is allowed.
func hostNames(terms []nodeTerm) (names []string) {
	host := func(e *evidence.Requirement) bool {
		return e.Operator == "In" && (e.Key == "kubernetes.io/hostname" || e.Key == "metadata.name")
	}
	for _, t := range terms {
		one := cmp.Or(slice.Find(t.Expressions, host), slice.Find(t.Fields, host))
		if one == nil {
			return nil
		}
		names = append(names, one.Values...)
	}
	return slice.Unique(names)
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
