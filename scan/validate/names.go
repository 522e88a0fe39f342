package validate

import (
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// nameForm is what API servers require of the name of an object.
type nameForm int

const (
	// pathSegment: any text that can be a part of a path. All names are.
	pathSegment nameForm = iota
	// subdomain: as most names are.
	subdomain
	// label: no dots, and at most 63 characters.
	label
)

// nameFormOf is the form of the names of a kind: what API servers of 1.36 and 1.37 accepted in dry runs
// of every built-in kind. They are stricter for Service and StatefulSet in some releases.
func nameFormOf(kind discovery.GroupKind) nameForm {
	switch kind {
	case discovery.GroupKind{Kind: "Namespace"}, discovery.GroupKind{Kind: "Service"}:
		return label
	case discovery.GroupKind{Kind: "Event"}, // those of events.k8s.io are subdomains
		discovery.GroupKind{Group: "certificates.k8s.io", Kind: "CertificateSigningRequest"}, discovery.GroupKind{Group: "certificates.k8s.io", Kind: "ClusterTrustBundle"},
		discovery.GroupKind{Group: "networking.k8s.io", Kind: "IPAddress"}, discovery.GroupKind{Group: "policy", Kind: "PodDisruptionBudget"}:
		return pathSegment
	}
	if kind.Group == "rbac.authorization.k8s.io" {
		return pathSegment
	}
	return subdomain
}

// names checks the form of the names in metadata.
func (x *check) names(metadata int, at string, form nameForm, namespaced bool) {
	for _, field := range []string{"generateName", "name", "namespace"} {
		c := x.o.Tree.Child(metadata, field)
		if c < 0 || x.o.Tree.Nodes[c].Kind != tree.String || x.o.Tree.Nodes[c].Value == "" {
			continue // another type is a problem of its own
		}
		name := x.o.Tree.Nodes[c].Value
		expected := expectedName(field, name, form, namespaced)
		switch message := "must be " + expected + x.butIs(c); {
		case expected == "", x.filled(name):
		case placeholder(name):
			x.add(c, join(at, field), x.written(c), message+", unless a tool replaces it", rule.Possible)
		case x.o.Origin.Chart != "" && name != strings.Trim(name, "-."):
			x.add(c, join(at, field), x.written(c), message+", unless other values of the chart complete it", rule.Possible)
		default:
			x.add(c, join(at, field), x.written(c), message, rule.Breaking)
		}
	}
}

// expectedName is what a name must be and is not; "" if it is right.
func expectedName(field, name string, form nameForm, namespaced bool) string {
	if field == "namespace" {
		if namespaced && len(validation.IsDNS1123Label(name)) > 0 {
			return "the name of a namespace (at most 63 lowercase letters, digits and -, the first and the last a letter or digit)"
		}
		return ""
	}
	segment := content.IsPathSegmentName(name)
	if field == "generateName" {
		segment = content.IsPathSegmentPrefix(name)
		// The server takes the beginning, and adds letters and digits.
		if name = name[:min(len(name), 58)]; strings.HasSuffix(name, "-") {
			name += "a"
		}
	}
	switch {
	case len(segment) > 0:
		return "a part of a path (without / and %, and not . or ..)"
	case form == subdomain && len(validation.IsDNS1123Subdomain(name)) > 0:
		return "a DNS subdomain (at most 253 lowercase letters, digits, - and ., each part with a letter or digit at both ends)"
	case form == label && len(validation.IsDNS1123Label(name)) > 0:
		return "a DNS label (at most 63 lowercase letters, digits and -, with a letter or digit at both ends)"
	default:
		return ""
	}
}

// placeholder reports whether a name looks like one that a tool replaces: {NAME}, %NAME%, <name>, MY_NAME.
func placeholder(name string) bool {
	return strings.ContainsAny(name, "{}<>$%@#()[]") || strings.ToUpper(name) == name && strings.ToLower(name) != name
}

// described reports whether a value is the description of what people or a tool write in its place:
// <service-port>. No field of another type than string, and no list of values, accepts such a text.
func described(value string) bool {
	return len(value) > 2 && value[0] == '<' && value[len(value)-1] == '>' && !strings.ContainsAny(value[1:len(value)-1], "<>\n")
}
