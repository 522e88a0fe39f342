package check

import (
	"cmp"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

func about(o evidence.Object, severity rule.Severity, format string, args ...any) preflight.Item {
	return named(o.APIVersion, o.Kind, o.Namespace, o.Name, severity, format, args...)
}

// named returns an item about an object that is known by name.
func named(apiVersion, kind, namespace, name string, severity rule.Severity, format string, args ...any) preflight.Item {
	return preflight.Item{Finding: finding.Finding{
		Severity: severity, APIVersion: apiVersion, Kind: kind, Namespace: namespace, Name: name,
		Message: fmt.Sprintf(format, args...),
	}}
}

// Why a check does not apply if there is nothing that it looks at.
const (
	noDefinitions = "there are no custom resource definitions"
	noNodes       = "the cluster has no nodes"
	noBudgets     = "there are no PodDisruptionBudgets"
)

func ofDefinition(c *evidence.CRD, severity rule.Severity, format string, args ...any) preflight.Item {
	return named("apiextensions.k8s.io/v1", "CustomResourceDefinition", "", c.Name, severity, format, args...)
}

func ofBudget(b *evidence.Budget, severity rule.Severity, format string, args ...any) preflight.Item {
	return named(cmp.Or(b.APIVersion, "policy/v1"), "PodDisruptionBudget", b.Namespace, b.Name, severity, format, args...)
}

func ofAPIService(s *evidence.APIService, severity rule.Severity, format string, args ...any) preflight.Item {
	return named("apiregistration.k8s.io/v1", "APIService", "", s.Name, severity, format, args...)
}

// ofCluster returns an item about no single object.
func ofCluster(severity rule.Severity, format string, args ...any) preflight.Item {
	return named("", "", "", "", severity, format, args...)
}

// published returns an item whose text is from release notes.
func published(format string, args ...any) preflight.Item {
	it := ofCluster(rule.Info, format, args...)
	it.Published = true
	return it
}

func ofNode(n *evidence.Node, severity rule.Severity, format string, args ...any) preflight.Item {
	return named("v1", "Node", "", n.Name, severity, format, args...)
}

// ofComponent returns an item about the pod of a component.
func ofComponent(c *evidence.Component, severity rule.Severity, format string, args ...any) preflight.Item {
	return named("v1", "Pod", "kube-system", c.Pod, severity, format, args...)
}

// hop returns "1.29 → 1.30" for the hop to a release.
func hop(to discovery.Release) string {
	if to.Minor == 0 {
		return "→ " + to.String()
	}
	return discovery.Release{Major: to.Major, Minor: to.Minor - 1}.String() + " → " + to.String()
}

func minor(n int) discovery.Release { return discovery.Release{Major: 1, Minor: n} }

// quoted quotes text from the cluster, so that its end is visible, and truncates it.
func quoted(s string) string {
	const limit = 120
	if r := []rune(s); len(s) > limit && len(r) > limit {
		s = string(r[:limit]) + "…"
	}
	return strconv.Quote(s)
}

// place describes a URL by its scheme and host. The user, path and query may contain a token, and
// reports are shown to other people.
func place(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return "a URL that cannot be read"
	}
	rest := u.Path
	if len(rest) > 1 {
		rest = "/…"
	}
	return "the URL " + quoted(u.Scheme+"://"+u.Host+rest)
}

// urls matches the URLs in a text.
var urls = lazy.Regexp(`\b[a-zA-Z][a-zA-Z0-9+.-]*://[^\s"'<>]*[^\s"'<>:,;.)]`)

// placed returns a text with its URLs reduced to scheme and host.
func placed(text string) string {
	return urls().ReplaceAllStringFunc(text, func(u string) string {
		scheme, rest, _ := strings.Cut(u, "://")
		host, _, _ := strings.Cut(rest, "/")
		host, _, _ = strings.Cut(host, "?")
		if u == scheme+"://"+host {
			return u
		}
		return scheme + "://" + host[strings.LastIndexByte(host, '@')+1:] + "/…"
	})
}
