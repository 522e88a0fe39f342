// Package kind knows what people call a kind of objects: by its kind, plural,
// singular or short name, with its group and version or without, as they type it to
// kubectl.
//
// It owns the short names of Kubernetes' own resources. It must not know which
// kinds there are: whoever asks has a surface.
package kind

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// Name is what somebody called a kind.
type Name struct {
	// Word is the kind or resource, as it was written.
	Word string
	// group and version narrow it, where they were written.
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

// In tells whether a group-version is one that the name allows.
func (n Name) In(gv discovery.GroupVersion) bool {
	group := n.group
	if strings.EqualFold(group, "core") {
		group = ""
	}
	return (!n.hasGroup || strings.EqualFold(group, gv.Group)) && (n.version == "" || strings.EqualFold(n.version, gv.Version))
}

// Means tells whether the name means a resource of a group-version.
func (n Name) Means(gv discovery.GroupVersion, r *discovery.Resource) bool {
	if !n.In(gv) {
		return false
	}
	called := append([]string{r.Name, r.Kind, r.Singular}, r.ShortNames...)
	return n.Word != "" && slices.ContainsFunc(append(called, Short(gv.Group, r.Name)...), func(s string) bool { return strings.EqualFold(s, n.Word) })
}
