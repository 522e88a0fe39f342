package check

import (
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// matches evaluates a label selector (k8s.io/apimachinery metav1.LabelSelector). A selector without
// requirements matches everything; what an absent one means depends on the field. An unknown
// operator matches nothing.
func matches(s evidence.Selector, labels map[string]string) bool {
	for key, value := range s.Labels {
		if got, has := labels[key]; !has || got != value {
			return false
		}
	}
	return !slices.ContainsFunc(s.Expressions, func(r evidence.Requirement) bool { return !holds(r, labels) })
}

func holds(r evidence.Requirement, labels map[string]string) bool {
	value, has := labels[r.Key]
	switch r.Operator {
	case "In":
		return has && slices.Contains(r.Values, value)
	case "NotIn":
		return !has || !slices.Contains(r.Values, value)
	case "Exists":
		return has
	case "DoesNotExist":
		return !has
	default:
		return false
	}
}

// answer is yes, no, or unknown (maybe).
type answer int

const (
	no answer = iota
	yes
	maybe
)

// jointly returns no if one of the answers is no, yes if all are yes, and otherwise maybe.
func jointly(answers ...answer) answer {
	switch {
	case slices.Contains(answers, no):
		return no
	case slices.Contains(answers, maybe):
		return maybe
	default:
		return yes
	}
}

// nameLabel is the label that the API server sets on every namespace (KEP-2161, from 1.21 on).
const nameLabel = "kubernetes.io/metadata.name"

// inScope reports whether a namespaceSelector selects a namespace. If the labels of namespaces were
// not read, only its name is known.
func inScope(in preflight.Input, selector evidence.Selector, namespace string) answer {
	if !selects(selector) {
		return yes
	}
	if labels, known := in.NamespaceLabels[namespace]; known {
		named := map[string]string{nameLabel: namespace} // servers before 1.21 do not set it
		maps.Copy(named, labels)
		return is(matches(selector, named))
	}
	if in.Reading(evidence.Namespaces).OK() {
		return no // there is no such namespace
	}
	return byName(selector, namespace)
}

// byName evaluates a selector if only the name of the namespace is known.
func byName(s evidence.Selector, namespace string) answer {
	name := map[string]string{nameLabel: namespace}
	result := yes
	for key, value := range s.Labels {
		switch {
		case key != nameLabel:
			result = maybe
		case value != namespace:
			return no
		}
	}
	for _, r := range s.Expressions {
		switch {
		case r.Key != nameLabel:
			result = maybe
		case !holds(r, name):
			return no
		}
	}
	return result
}

func is(b bool) answer {
	if b {
		return yes
	}
	return no
}
