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

// Usage is which kinds, and which of their fields, a set of objects uses. It
// keeps names of fields only, no values.
type Usage struct {
	kinds map[discovery.GroupVersionKind]*fields
	// mentions are APIs that objects name.
	mentions mentions
	// live: the objects are a cluster's, which shows each in one version only,
	// whatever version its users ask for.
	live bool
	// unread are the kinds, by group and kind, that could not be looked at. They
	// count as used: what was not seen is not left out.
	unread map[groupKind]bool
	// unreadGroups are groups of which not even the kinds are known.
	unreadGroups map[string]bool
	// Objects counts the objects that were read.
	Objects int
	reader  reader.Reader
}

type groupKind struct{ group, kind string }

// fields is a tree of the names that objects of a kind have set. Items of a list
// and values of a map share the list's node.
type fields struct{ below map[string]*fields }

// NewUsage starts empty. live says that the objects are a cluster's.
func NewUsage(live bool) *Usage {
	return &Usage{kinds: map[discovery.GroupVersionKind]*fields{}, mentions: newMentions(), live: live, unread: map[groupKind]bool{}, unreadGroups: map[string]bool{}}
}

// Add adds one object, as JSON. Lists are opened; an object without apiVersion and kind
// is an error.
func (u *Usage) Add(object []byte) error {
	result := u.reader.Read("", object, func(o *tree.Object) {
		// The reader takes a list without items for an object.
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

// object adds an object, whose texts are not to be kept.
func (u *Usage) object(o *tree.Object) {
	gv := discovery.ParseGroupVersion(strings.Clone(o.APIVersion))
	gvk := discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version, Kind: strings.Clone(o.Kind)}
	if u.kinds[gvk] == nil {
		u.kinds[gvk] = &fields{}
	}
	u.kinds[gvk].note(o.Tree, o.Root)
	u.mentions.note(gv, gvk.Kind, o)
	u.Objects++
}

// MarkUnread notes a kind whose objects could not be read.
func (u *Usage) MarkUnread(group, kind string) { u.unread[groupKind{group, kind}] = true }

// MarkUnreadGroup notes a group whose kinds could not be listed; the wildcard
// stands for all groups but the core group, which servers list apart.
func (u *Usage) MarkUnreadGroup(group string) { u.unreadGroups[group] = true }

// unseen reports whether objects of the kind could not be looked at.
func (u *Usage) unseen(group, kind string) bool {
	return u.unread[groupKind{group, kind}] || u.unreadGroups[group] || u.unreadGroups[discovery.Wildcard] && group != ""
}

func (f *fields) note(t *tree.Tree, i int) {
	each(t, i, func(c int) {
		if t.Nodes[i].Kind == tree.List {
			f.note(t, c)
			return
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
	})
}

// Kind reports whether objects of the kind are there, in this version where the
// version can be told.
func (u *Usage) Kind(gvk discovery.GroupVersionKind) bool {
	return len(u.of(gvk)) > 0 || u.unseen(gvk.Group, gvk.Kind)
}

// Group reports whether any object is of the group.
func (u *Usage) Group(group string) bool {
	for gvk := range u.kinds {
		if gvk.Group == group {
			return true
		}
	}
	for k := range u.unread {
		if k.group == group {
			return true
		}
	}
	return u.unseen(group, "")
}

// Field reports whether objects of the kind set the field. The path is that of
// a change: "spec.containers[].image", "spec.limits.*"; "" is the kind itself.
func (u *Usage) Field(gvk discovery.GroupVersionKind, path string) bool {
	if u.unseen(gvk.Group, gvk.Kind) {
		return true
	}
	return slices.ContainsFunc(u.of(gvk), func(f *fields) bool { return path == "" || f.has(strings.Split(path, ".")) })
}

// of lists the trees of a kind: of all its versions where the version that was
// seen says nothing of the one that is used.
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
