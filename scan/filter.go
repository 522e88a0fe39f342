package scan

import (
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubedelta/kubedelta/diff/kind"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/chart"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Filter selects the objects that are checked, all by default. It is safe for concurrent use.
type Filter struct {
	// Namespace is that of the objects. Objects without a namespace are selected, because they get
	// one when they are applied, or have none. So are objects of charts in that of the release.
	Namespace string
	// Selector selects by labels; nil selects all.
	Selector labels.Selector
	// Kinds and Groups are names as kubectl accepts them; "core" is the core group.
	Kinds, Groups []string
	// Resources looks up the resource of a kind of any release, for its short names and plural.
	Resources func(gv discovery.GroupVersion, kind string) *discovery.Resource

	mu sync.Mutex
	// types caches whether objects of a type are selected. used are the words that selected any.
	types map[[2]string]bool
	used  map[string]bool
}

// Picks reports whether an object is checked. If only the text of a template shows the object, its
// namespace and labels are not known, so they do not exclude it.
func (f *Filter) Picks(o *tree.Object) bool {
	if f == nil {
		return true
	}
	if !f.picksType(o.APIVersion, o.Kind) {
		return false
	}
	metadata := o.Tree.Child(o.Root, "metadata")
	if at := o.Tree.Child(metadata, "namespace"); f.Namespace != "" && at >= 0 && !o.Guess {
		if !f.inNamespace(o.Tree.Nodes[at].Value, &o.Origin) {
			return false
		}
	}
	if f.Selector == nil || o.Guess {
		return true
	}
	set := labels.Set{}
	for label := range o.Tree.Each(o.Tree.Child(metadata, "labels")) {
		set[o.Tree.Nodes[label].Key] = o.Tree.Nodes[label].Value
	}
	return f.Selector.Matches(set)
}

// byMetadata reports whether the namespace or the labels of an object decide.
func (f *Filter) byMetadata() bool { return f != nil && (f.Namespace != "" || f.Selector != nil) }

// Admits reports whether the object of a finding of an earlier scan would be checked. It is false if
// the finding does not tell: it has no labels, and not the namespace that a kustomization sets.
func (f *Filter) Admits(x *finding.Finding) bool {
	switch {
	case f == nil:
		return true
	case f.Selector != nil || f.Namespace != "" && x.Origin.Kustomization != "":
		return false
	}
	in := x.Inside
	return f.admits(x, x.APIVersion, x.Kind, x.Namespace) || in != nil && in.Kind != "" && f.admits(x, in.APIVersion, in.Kind, in.Namespace)
}

func (f *Filter) admits(x *finding.Finding, apiVersion, kind, namespace string) bool {
	return f.picksType(apiVersion, kind) && (f.Namespace == "" || f.inNamespace(namespace, &x.Origin))
}

// inNamespace reports whether an object with a namespace may be in the one that is selected. An
// object of a chart in the namespace of the release is where somebody installs it.
func (f *Filter) inNamespace(namespace string, origin *tree.Origin) bool {
	return namespace == "" || namespace == f.Namespace || namespace == chart.ReleaseNamespace && origin.Chart != ""
}

// Used reports whether a word of Kinds or Groups selected anything.
func (f *Filter) Used(word string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.used[word]
}

func (f *Filter) picksType(apiVersion, kind string) bool {
	if len(f.Kinds) == 0 && len(f.Groups) == 0 {
		return true
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if picks, known := f.types[[2]string{apiVersion, kind}]; known {
		return picks
	}
	apiVersion, kind = strings.Clone(apiVersion), strings.Clone(kind)
	gv := discovery.ParseGroupVersion(apiVersion)
	inGroup := f.any(f.Groups, func(word string) bool { return IsGroup(word, gv.Group) })
	ofKind := f.any(f.Kinds, func(word string) bool { return f.means(word, gv, kind) })
	if f.types == nil {
		f.types = map[[2]string]bool{}
	}
	if len(f.types) < maxTypes {
		f.types[[2]string{apiVersion, kind}] = inGroup && ofKind
	}
	return inGroup && ofKind
}

// maxTypes limits the cache, because each object of a hostile corpus could have another type.
const maxTypes = 10_000

// any reports whether a word applies, or there are none, and records which did.
func (f *Filter) any(words []string, applies func(string) bool) bool {
	picks := len(words) == 0
	for _, word := range words {
		if !applies(word) {
			continue
		}
		picks = true
		if f.used == nil {
			f.used = map[string]bool{}
		}
		f.used[word] = true
	}
	return picks
}

// IsGroup reports whether a word means an API group.
func IsGroup(word, group string) bool {
	return strings.EqualFold(word, group) && word != "" || group == "" && strings.EqualFold(word, "core")
}

// means reports whether a word means a kind. The resource of an unknown kind has the usual plural.
func (f *Filter) means(word string, gv discovery.GroupVersion, of string) bool {
	r := f.Resources(gv, of)
	if r == nil {
		plural, singular := meta.UnsafeGuessKindToResource(schema.GroupVersionKind{Group: gv.Group, Version: gv.Version, Kind: of})
		r = &discovery.Resource{Name: plural.Resource, Kind: of, Singular: singular.Resource}
	}
	return kind.Parse(word).Means(gv, r)
}

// KnownResources looks up kinds in surfaces and in the lifecycles of Kubernetes' own APIs. A kind has
// the same names in all versions, so a version that they do not have has those of another one.
func KnownResources(lifecycles []discovery.ResourceLifecycle, surfaces ...*discovery.Surface) func(discovery.GroupVersion, string) *discovery.Resource {
	return func(gv discovery.GroupVersion, kind string) *discovery.Resource {
		for _, s := range surfaces {
			if r := resourceOf(s.GroupVersion(gv), kind); r != nil {
				return r
			}
		}
		if l := slice.Find(lifecycles, func(l *discovery.ResourceLifecycle) bool { return l.GroupVersion == gv && l.Kind == kind }); l != nil {
			return &discovery.Resource{Name: l.Resource, Kind: l.Kind, Singular: strings.ToLower(l.Kind)}
		}
		for _, s := range surfaces {
			if g := s.Group(gv.Group); g != nil {
				for v := range slice.Each(g.Versions) {
					if r := resourceOf(v, kind); r != nil {
						return r
					}
				}
			}
		}
		return nil
	}
}

func resourceOf(v *discovery.Version, kind string) *discovery.Resource {
	if v == nil {
		return nil
	}
	return slice.Find(v.Resources, func(r *discovery.Resource) bool { return r.Kind == kind && r.KindGroupVersion == nil })
}
