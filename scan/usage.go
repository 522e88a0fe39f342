package scan

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// Usage has the kinds that a set of objects uses, and the names of their fields, without values.
type Usage struct {
	kinds map[discovery.GroupVersionKind]*fields
	// mentions are the APIs that objects name.
	mentions mentions
	// live: the objects are a cluster's, which shows them in one version, whichever is requested.
	live bool
	// unread are the kinds whose objects could not be read, with the kind "" for a group whose kinds
	// are not known. They count as used.
	unread map[discovery.GroupKind]bool
	// groups are those of kinds and unread kinds.
	groups map[string]bool
	// Objects is the number of objects that were read.
	Objects int
	reader  reader.Reader
}

// fields is a tree of the names of fields that objects of a kind set. The items of a list, and the
// values of a map, share one node.
type fields struct{ below map[string]*fields }

// NewUsage returns an empty Usage. live: the objects are a cluster's.
func NewUsage(live bool) *Usage {
	return &Usage{
		kinds: map[discovery.GroupVersionKind]*fields{}, live: live,
		mentions: mentions{map[discovery.GroupResource]bool{}, map[discovery.GroupVersionResource]bool{}, map[discovery.GroupVersionKind]bool{}},
		unread:   map[discovery.GroupKind]bool{}, groups: map[string]bool{},
	}
}

// Add adds an object, or the items of a list, as JSON. One without a type is an error.
func (u *Usage) Add(object []byte) error {
	result := u.reader.Read("", object, func(o *tree.Object) {
		// The reader returns a list without items as an object.
		if o.KindNode < 0 || o.Tree.Nodes[o.KindNode].Value != o.Kind+"List" {
			u.object(o)
		}
	})
	switch {
	case len(result.Problems) > 0:
		return fmt.Errorf("not an object: %s", result.Problems[0].Reason)
	case result.Other > 0 || result.Documents == result.Empty:
		return errors.New("an object without apiVersion and kind")
	default:
		return nil
	}
}

// object adds an object. The strings of the object are not kept.
func (u *Usage) object(o *tree.Object) {
	gv := discovery.ParseGroupVersion(strings.Clone(o.APIVersion))
	gvk := gv.WithKind(strings.Clone(o.Kind))
	if u.kinds[gvk] == nil {
		u.kinds[gvk] = &fields{}
		u.groups[gvk.Group] = true
	}
	u.kinds[gvk].note(o.Tree, o.Root)
	u.mentions.note(gv, gvk.Kind, o)
	u.Objects++
}

// MarkUnread records a kind whose objects could not be read.
func (u *Usage) MarkUnread(group, kind string) {
	u.unread[discovery.GroupKind{Group: group, Kind: kind}] = true
	u.groups[group] = true
}

// MarkUnreadGroup records a group whose kinds could not be listed. The wildcard stands for all
// groups but the core group, which servers list separately.
func (u *Usage) MarkUnreadGroup(group string) { u.unread[discovery.GroupKind{Group: group}] = true }

// unseen reports whether objects of the kind could not be read.
func (u *Usage) unseen(group, kind string) bool {
	return u.unread[discovery.GroupKind{Group: group, Kind: kind}] || u.unread[discovery.GroupKind{Group: group}] || u.unread[discovery.GroupKind{Group: discovery.Wildcard}] && group != ""
}

func (f *fields) note(t *tree.Tree, i int) {
	for c := range t.Each(i) {
		if t.Nodes[i].Kind == tree.List {
			f.note(t, c)
			continue
		}
		below := f.below[t.Nodes[c].Key]
		if below == nil {
			if f.below == nil {
				f.below = map[string]*fields{}
			}
			below = &fields{}
			f.below[strings.Clone(t.Nodes[c].Key)] = below
		}
		below.note(t, c)
	}
}

// Kind reports whether there are objects of the kind, in this version if the version is known.
func (u *Usage) Kind(gvk discovery.GroupVersionKind) bool {
	return len(u.of(gvk)) > 0 || u.unseen(gvk.Group, gvk.Kind)
}

// Group reports whether there are objects of the group.
func (u *Usage) Group(group string) bool {
	return u.unseen(group, "") || u.groups[group]
}

// Field reports whether objects of the kind set the field. The path is that of a change:
// "spec.containers[].image", "spec.limits.*"; "" is the kind itself.
func (u *Usage) Field(gvk discovery.GroupVersionKind, path string) bool {
	if u.unseen(gvk.Group, gvk.Kind) {
		return true
	}
	return slices.ContainsFunc(u.of(gvk), func(f *fields) bool { return path == "" || f.has(strings.Split(path, ".")) })
}

// of returns the trees of a kind: those of all its versions if the version of the objects is not
// that which their users request.
func (u *Usage) of(gvk discovery.GroupVersionKind) (trees []*fields) {
	if !u.live {
		if f := u.kinds[gvk]; f != nil {
			trees = append(trees, f)
		}
		return trees
	}
	for k, f := range u.kinds {
		if k.Group == gvk.Group && k.Kind == gvk.Kind {
			trees = append(trees, f)
		}
	}
	return trees
}

func (f *fields) has(path []string) bool {
	if len(path) == 0 {
		return true
	}
	name := strings.TrimRight(path[0], "[]")
	if name == "*" {
		for _, below := range f.below {
			if below.has(path[1:]) {
				return true
			}
		}
		return false
	}
	below := f.below[name]
	return below != nil && below.has(path[1:])
}
