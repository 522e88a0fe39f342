package migration

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/form"
)

// maxInt32 means no deadline and no limit of revisions in apps/v1:
// HasProgressDeadline and HasRevisionHistoryLimit of
// k8s.io/kubernetes/pkg/controller/deployment/util.
const maxInt32 = "2147483647"

const selectorWhy = "the new version requires spec.selector and does not set it"

// workload writes the defaults of the old version: defaults.go of
// k8s.io/kubernetes/pkg/apis/extensions/v1beta1 and apps/v1beta1. In all of them, the labels of the
// template are the default of the selector and of the labels of the object.
func workload(defaults func(spec *form.Form) string) func(*form.Form) string {
	return func(s *form.Form) string {
		spec := s.At("spec")
		if spec == nil || spec.Kind != tree.Map {
			return selectorWhy
		}
		labels := spec.At("template", "metadata", "labels")
		if absent(spec, "selector") {
			if labels == nil || len(labels.Parts()) == 0 || spec.At("selector") != nil {
				return selectorWhy
			}
			spec.Put(form.Map("selector", written(labels, "matchLabels")), "template")
		}
		if labels != nil && len(labels.Parts()) > 0 {
			metadata := s.At("metadata")
			if metadata == nil {
				s.Take("metadata")
				metadata = form.Map("metadata")
				s.Put(metadata, "spec")
			}
			if absent(metadata, "labels") {
				metadata.Put(written(labels, "labels"))
			}
		}
		if why := defaults(spec); why != "" || !s.Added() || whole(spec) {
			return why
		}
		return "its containers have no images: it may be a patch of an object that sets these fields"
	}
}

// whole reports whether the object is not a patch of another: in a patch, defaults would replace
// the values of the other object.
func whole(spec *form.Form) bool {
	containers := spec.Items("template", "spec", "containers")
	return len(containers) > 0 && !slices.ContainsFunc(containers, func(c *form.Form) bool { return c.Text("image") == "" })
}

// written returns a new map with the entries of labels.
func written(labels *form.Form, key string) *form.Form {
	m := form.Map(key)
	for _, p := range labels.Parts() {
		m.Add(&form.Form{Old: form.New, Key: p.Key, Kind: p.Kind, Value: p.Value})
	}
	return m
}

func otherwise(spec *form.Form, key, value string) {
	if spec.At(key) == nil {
		spec.Put(form.Number(key, value), "template")
	}
}

func extensionsDeployment(spec *form.Form) string {
	strategy := spec.At("strategy")
	if absent(spec, "strategy") {
		strategy = form.Map("strategy", form.String("type", rollingUpdate))
		spec.Put(strategy, "template")
	}
	if kind := strategy.Text("type"); kind == "" || kind == rollingUpdate {
		update := strategy.At("rollingUpdate")
		if absent(strategy, "rollingUpdate") {
			update = form.Map("rollingUpdate")
			strategy.Put(update)
		}
		otherwise(update, "maxSurge", "1")
		otherwise(update, "maxUnavailable", "1")
	}
	otherwise(spec, "progressDeadlineSeconds", maxInt32)
	otherwise(spec, "revisionHistoryLimit", maxInt32)
	return ""
}

const rollingUpdate = "RollingUpdate"

func appsDeployment(spec *form.Form) string {
	otherwise(spec, "revisionHistoryLimit", "2")
	return ""
}

// onDelete writes the default strategy of StatefulSets and DaemonSets in the old versions.
func onDelete(spec *form.Form) string {
	if absent(spec, "updateStrategy") {
		spec.Put(form.Map("updateStrategy", form.String("type", "OnDelete")), "template")
		return ""
	}
	strategy := spec.At("updateStrategy")
	if absent(strategy, "type") {
		if strategy.At("rollingUpdate") != nil {
			return "spec.updateStrategy has rollingUpdate, which requires the type RollingUpdate, but no type, and the old default is OnDelete"
		}
		strategy.Put(form.String("type", "OnDelete"))
	}
	return ""
}
