package collect

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

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
		ObservedGeneration int64       `json:"observedGeneration"`
		DisruptionsAllowed int         `json:"disruptionsAllowed"`
		ExpectedPods       int         `json:"expectedPods"`
		CurrentHealthy     int         `json:"currentHealthy"`
		DesiredHealthy     int         `json:"desiredHealthy"`
		Conditions         []condition `json:"conditions"`
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
		SyncFailed:              slices.ContainsFunc(b.Status.Conditions, func(c condition) bool { return c.Type == "DisruptionAllowed" && c.Reason == "SyncFailed" }),
	})
}

func numberOrPercent(v jsontext.Value) string {
	text := strings.Trim(string(v), `"`)
	if text == "null" || len(text) > 32 {
		return ""
	}
	return text
}
