package migration

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/form"
)

// behaviorAnnotation has the scaling behavior of an object of v2beta1. Servers ignore it in newer
// versions (BehaviorSpecsAnnotation in k8s.io/kubernetes/pkg/apis/autoscaling).
const behaviorAnnotation = "autoscaling.alpha.kubernetes.io/behavior"

// autoscaler converts from v2beta1 as the API server does: the conversions of
// k8s.io/kubernetes/pkg/apis/autoscaling/v2beta1.
func autoscaler(s *form.Form) string {
	if status := s.At("status"); status != nil && !absent(status, "currentMetrics") {
		return "its status has metrics, whose form is different"
	}
	if metadata := s.At("metadata"); metadata != nil {
		if annotations := metadata.At("annotations"); annotations != nil && annotations.At(behaviorAnnotation) != nil {
			return "the annotation " + behaviorAnnotation + " sets the scaling behavior: move it to the field spec.behavior"
		}
	}
	spec := s.At("spec")
	if spec == nil {
		return ""
	}
	if why := unknown(spec, "scaleTargetRef", "minReplicas", "maxReplicas", "metrics"); why != "" {
		return why
	}
	for _, metric := range spec.Items("metrics") {
		if why := unknown(metric, "type", "resource", "containerResource", "pods", "object", "external"); why != "" {
			return why
		}
		for _, source := range metric.Parts() {
			if source.Key == "type" || source.Kind == tree.Null {
				continue
			}
			if why := metricSource(source); why != "" {
				return why
			}
		}
	}
	return ""
}

// targets has the fields of v2beta1 with the target of a metric, by the kind of the metric, and the
// type and the field that replace them.
//
//nolint:gochecknoglobals // a constant
var targets = map[string]map[string][2]string{
	"resource":          {"targetAverageUtilization": {"Utilization", "averageUtilization"}, "targetAverageValue": {"AverageValue", "averageValue"}},
	"containerResource": {"targetAverageUtilization": {"Utilization", "averageUtilization"}, "targetAverageValue": {"AverageValue", "averageValue"}},
	"pods":              {"targetAverageValue": {"AverageValue", "averageValue"}},
	"object":            {"targetValue": {"Value", "value"}, "averageValue": {"AverageValue", "averageValue"}},
	"external":          {"targetValue": {"Value", "value"}, "targetAverageValue": {"AverageValue", "averageValue"}},
}

// others has the other fields of a metric. The fields of the name and the selector move.
//
//nolint:gochecknoglobals // a constant
var others = map[string][]string{
	"resource": {"name"}, "containerResource": {"name", "container"}, "pods": {"metricName", "selector"},
	"object": {"target", "metricName", "selector"}, "external": {"metricName", "metricSelector"},
}

func metricSource(s *form.Form) string {
	fields := slices.Clone(others[s.Key])
	var target *form.Form
	for field := range targets[s.Key] {
		fields = append(fields, field)
		value := s.At(field)
		if value == nil {
			s.Take(field)
			continue
		}
		if target != nil {
			return "a metric has two targets"
		}
		target = value
	}
	if why := unknown(s, fields...); why != "" {
		return why
	}
	if target == nil {
		return "a metric has no target"
	}
	as := targets[s.Key][target.Key]
	place(s, target, as[0])
	target.Called(as[1])
	return ""
}

// place moves the parts of a metric to their places in the new version.
func place(s, target *form.Form, kind string) {
	var parts []*form.Form
	metric := form.Map("metric")
	identify := func(p *form.Form, key string) {
		metric.Add(p.Called(key))
		if len(metric.Parts()) == 1 {
			parts = append(parts, metric)
		}
	}
	for _, p := range s.Parts() {
		switch {
		case p == target:
			parts = append(parts, form.Map("target", form.String("type", kind), p))
		case p.Key == "metricName":
			identify(p, "name")
		case p.Key == "selector", p.Key == "metricSelector":
			identify(p, "selector")
		case p.Key == "target":
			parts = append(parts, p.Called("describedObject"))
		default:
			parts = append(parts, p)
		}
	}
	s.Set(parts...)
}
