package collect

import "github.com/kubedelta/kubedelta/preflight/evidence"

type workload struct {
	head
	Spec struct {
		// Replicas: one, where it is not written.
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
	if w.controller() != nil && g.from.resource.Name == "replicasets" {
		// Of each Deployment there are ten old ones.
		if out.Replicas == 0 {
			return
		}
		w.Metadata.Annotations, w.Metadata.ManagedFields = nil, nil
	}
	out.Object = w.object(g.from)
	g.Workloads = append(g.Workloads, out)
}
