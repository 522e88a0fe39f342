package diff

import (
	"cmp"
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// hiddenFeatures returns the query parameters, media types and subresources of one side that are
// not compared.
//
// A live server shows exactly what it supports, so none of it is hidden. On the other side, a
// feature that is off by default is compared if the server supports it although it is off by
// default there, too: somebody enabled it. If the server supports it by default, it is new there.
// If the server does not support it, it is not relevant.
func hiddenFeatures(mine, other *discovery.Surface, disabled bool) (hidden discovery.Features) {
	if mine.OffByDefault == nil || mine.Fidelity.Disabled == discovery.None {
		return hidden
	}
	live := other.Fidelity.Disabled == discovery.None
	off := other.OffByDefault
	if off == nil && !live {
		return hidden // it is not known what is off in the other release
	}
	off = cmp.Or(off, &discovery.Features{})
	left := func(names, taken, offThere []string) []string {
		return slice.Filter(names, func(name string) bool {
			if live && !slices.Contains(taken, name) {
				return !disabled || !other.Everything
			}
			return !disabled && (!live || !slices.Contains(offThere, name))
		})
	}
	hidden.Parameters = left(mine.OffByDefault.Parameters, parameters(other), off.Parameters)
	hidden.MediaTypes = left(mine.OffByDefault.MediaTypes, other.MediaTypes, off.MediaTypes)
	hidden.Subresources = left(mine.OffByDefault.Subresources, subresources(other), off.Subresources)
	return hidden
}

func parameters(s *discovery.Surface) []string {
	seen := map[string]bool{}
	note := func(byVerb map[string][]string) {
		for _, names := range byVerb {
			for _, name := range names {
				seen[name] = true
			}
		}
	}
	for _, r := range resources(s) {
		note(r.Parameters)
		for _, sub := range r.Subresources {
			note(sub.Parameters)
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

func subresources(s *discovery.Surface) (all []string) {
	for k, r := range resources(s) {
		for _, sub := range r.Subresources {
			all = append(all, discovery.SubresourceName(k.GroupVersion, k.Resource, sub.Name))
		}
	}
	return all
}

// leaveOut replaces resources that have a hidden subresource by copies without it.
func leaveOut(hidden []string, of map[discovery.GroupVersionResource]*discovery.Resource) {
	if len(hidden) == 0 {
		return
	}
	for k, r := range of {
		left := slices.DeleteFunc(slices.Clone(r.Subresources), func(sub discovery.Subresource) bool {
			return slices.Contains(hidden, discovery.SubresourceName(k.GroupVersion, k.Resource, sub.Name))
		})
		if len(left) < len(r.Subresources) {
			without := *r
			without.Subresources = left
			of[k] = &without
		}
	}
}
