package migration

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/form"
)

// ingress converts from v1beta1 to v1 as the API server does: the conversions of
// k8s.io/kubernetes/pkg/apis/networking/v1beta1, and its default of pathType.
func ingress(s *form.Form) string {
	spec := s.At("spec")
	if spec == nil {
		return ""
	}
	if why := strict(spec); why != "" {
		return why
	}
	if b := spec.At("backend"); b != nil {
		if spec.At("defaultBackend") != nil {
			return "spec.backend would become defaultBackend, which already exists"
		}
		if why := backend(b); why != "" {
			return why
		}
		b.Called("defaultBackend")
	}
	for _, rule := range spec.Items("rules") {
		for _, path := range rule.Items("http", "paths") {
			if why := httpPath(path); why != "" {
				return why
			}
		}
	}
	return ""
}

func httpPath(path *form.Form) string {
	b := path.At("backend")
	if b == nil {
		return "a path has no backend"
	}
	if why := unknown(path, "path", "pathType", "backend"); why != "" {
		return why
	}
	if path.At("pathType") == nil {
		// It is written after the path, as in the documentation of Kubernetes.
		kind := form.String("pathType", "ImplementationSpecific")
		if len(path.Parts()) > 0 && path.Parts()[0].Key == "backend" {
			path.Put(kind)
		} else {
			path.Put(kind, "backend")
		}
	}
	return backend(b)
}

// backend converts the service of a backend to the form of v1.
func backend(b *form.Form) string {
	if b.Kind != tree.Map {
		return "a backend is not a map"
	}
	if why := unknown(b, "serviceName", "servicePort", "resource"); why != "" {
		return why
	}
	name, port := b.At("serviceName"), b.At("servicePort")
	if b.At("resource") != nil {
		if name != nil || port != nil {
			return "a backend has both a service and a resource"
		}
		return ""
	}
	if name == nil || port == nil {
		return "a backend lacks its serviceName or its servicePort"
	}
	switch {
	case isPort(port):
		port.Called("number")
	case port.Kind == tree.String && strings.ContainsFunc(port.Value, func(r rune) bool { return r >= 'a' && r <= 'z' }):
		port.Called("name")
	default:
		return "the servicePort " + port.Value + " is neither the number nor the name of a port"
	}
	name.Called("name")
	service := []*form.Form{name, form.Map("port", port)}
	if parts := b.Parts(); slices.Index(parts, port) < slices.Index(parts, name) {
		slices.Reverse(service)
	}
	b.Set(form.Map("service", service...))
	return ""
}

func isPort(port *form.Form) bool {
	if port.Kind != tree.Number {
		return false
	}
	n, err := strconv.Atoi(port.Value)
	return err == nil && n > 0 && n < 1<<16
}

var (
	wildcardHost = lazy.Regexp(`^\*(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$`)
	secretName   = lazy.Regexp(`^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$`)
)

// strict returns what v1 refuses and v1beta1 accepts: IngressValidationOptions of
// k8s.io/kubernetes/pkg/apis/networking/validation.
func strict(spec *form.Form) string {
	for _, rule := range spec.Items("rules") {
		if host := rule.Text("host"); strings.Contains(host, "*") && !wildcardHost().MatchString(host) {
			return "the new version refuses the host " + host
		}
	}
	for _, t := range spec.Items("tls") {
		if name := t.Text("secretName"); name != "" && !secretName().MatchString(name) {
			return "the new version refuses the secretName " + name
		}
	}
	return ""
}
