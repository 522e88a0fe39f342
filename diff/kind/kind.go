// Package kind parses names of kinds as users type them for kubectl: a kind, plural, singular or
// short name, with or without group and version.
//
// It owns the short names of Kubernetes' own resources. It must not know which kinds exist: the
// caller has a surface.
package kind

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// Name is the name of a kind as a user typed it.
type Name struct {
	// Word is the kind or resource as it was typed.
	Word string
	// group and version are set if they were typed.
	group, version string
	hasGroup       bool
}

var versionForm = regexp.MustCompile(`^v[0-9]+((alpha|beta)[0-9]+)?$`)

// Parse reads "Deployment", "deploy", "deployments.apps", "deployments.v1.apps",
// "apps/deployments", "apps/v1/Deployment", "v1/pods".
func Parse(text string) Name {
	if i := strings.LastIndexByte(text, '/'); i >= 0 {
		n := Name{Word: text[i+1:]}
		prefix := text[:i]
		group, version, both := strings.Cut(prefix, "/")
		switch {
		case both:
			n.group, n.version, n.hasGroup = group, version, true
		case versionForm.MatchString(strings.ToLower(prefix)):
			n.version = prefix
		default:
			n.group, n.hasGroup = prefix, true
		}
		return n
	}
	word, rest, dotted := strings.Cut(text, ".")
	n := Name{Word: word, group: rest, hasGroup: dotted}
	if version, group, more := strings.Cut(rest, "."); dotted && versionForm.MatchString(strings.ToLower(version)) {
		n.version, n.group, n.hasGroup = version, group, more
	}
	return n
}

// In reports whether the name allows a group-version.
func (n Name) In(gv discovery.GroupVersion) bool {
	group := n.group
	if strings.EqualFold(group, "core") {
		group = ""
	}
	return (!n.hasGroup || strings.EqualFold(group, gv.Group)) && (n.version == "" || strings.EqualFold(n.version, gv.Version))
}

// Means reports whether the name refers to a resource of a group-version.
func (n Name) Means(gv discovery.GroupVersion, r *discovery.Resource) bool {
	if !n.In(gv) {
		return false
	}
	called := append([]string{r.Name, r.Kind, r.Singular}, r.ShortNames...)
	return n.Word != "" && slices.ContainsFunc(append(called, Short(gv.Group, r.Name)...), func(s string) bool { return strings.EqualFold(s, n.Word) })
}
